// What is printed on the keys: large what they are, small what each means at the moment.

import { called } from "../teams.js";

const GAME_ON = ["draw", "cut", "play", "show"];
const SEATS = ["A", "2", "3", "4"];
const ROOM = 14;

/** As it stands on the key. */
export const nameOf = (key, words) =>
  ({ GO: words("Go"), UNDO: words("Undo"), HELD: "OK" })[key] ?? words.rank(key);

/** What is small on it, by key, in the moment of *state*; *rows* are the games in their order. */
export function legends(state, words, rows) {
  const typed = state.asides.typed;
  switch (typed?.what) {
    case "game":
      return typed.rules ? dealers(typed, state, words, rows) : games(words, rows);
    case "peg":
      return { ...digits, J: words("back"), GO: words("other team") };
    case "muggins":
      return { ...digits, GO: words("other team") };
    case "hand":
    case "crib":
      return (typed.cards?.length ?? 0) < typed.wanted ? {} : { ...digits, GO: words("flush, nobs") };
    default:
      return GAME_ON.includes(state.phase) ? afterHeld(words) : beginning(state, words);
  }
}

const digits = { A: "1", 10: "0" };

/** As on a keypad's overlay. */
const afterHeld = (words) => ({
  A: words("redo"),
  2: words("points"),
  3: words("muggins"),
  4: words("show"),
  5: words("next deal"),
  6: words("misdeal"),
  7: words("give up"),
  J: words("back"),
  GO: words("all go"),
  OK: words("hold: more"),
});

const beginning = ({ phase }, words) => ({
  OK: phase === "over" ? words("Next game") : words("hold: new match"),
});

const games = (words, rows) => ({
  ...Object.fromEntries(rows.map(({ title }, at) => [at ? String(at + 1) : "A", title])),
  GO: words("the next one"),
});

/** What a key has room for. */
const short = (name) => (name.length > ROOM ? `${name.slice(0, ROOM - 1).trim()}…` : name);

function dealers({ rules, dealer }, { players }, words, rows) {
  const count = rows.find(({ key }) => key === rules)?.players ?? 0;
  const names = players.length === count ? players : SEATS.map((_, at) => String(at + 1));
  const chosen = dealer !== undefined;
  return {
    ...(!chosen &&
      Object.fromEntries(
        SEATS.slice(0, count).map((key, seat) => [key, words("{name} deals", { name: short(called(words, names[seat])) })]),
      )),
    OK: chosen ? words("Start") : words("draw for the deal"),
  };
}

// What is printed on the keys: large what they are, small what each means at the moment.

import { GO_ABOVE, knownCards } from "../game/cards.js";
import { openSays } from "../game/suit_claims.js";
import { DIGITS, entered, whoDeals, withoutCards } from "./withoutcards.js";

const GAME_ON = ["draw", "cut", "play", "show"];

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
      return { ...points(typed, words), J: words("back"), GO: words("other team") };
    case "muggins":
      return { ...points(typed, words), GO: callers(state).length > 1 && words("other team") };
    case "hand":
    case "crib":
      return (typed.cards?.length ?? 0) < typed.wanted ? {} : counting(state, words, typed.cards);
    case "more":
      return afterHeld(state, words);
    case "sure":
      return { OK: words("yes") };
    default:
      return atOnce(state, words);
  }
}

/** What a key is by itself: a card needs no word. */
function atOnce(state, words) {
  if (!GAME_ON.includes(state.phase)) return beginning(state, words);
  const pegging = withoutCards(state, words);
  if (pegging) return pegging;
  return state.counting?.missing === 0 ? counting(state, words) : { OK: words("hold: more") };
}

const points = (typed, words) => ({ ...DIGITS, OK: typed.points !== undefined && words("peg") });

/** Of a hand whose *cards* are all there. */
function counting(state, words, cards = []) {
  const { counting: { known, of }, starter, rules } = state;
  const seen = [...knownCards(state), ...cards];
  const open = openSays([...known, ...cards], { starter, seen, crib: of === "crib", rules });
  const says = open.nobs || open.flushes.length > 0;
  return { ...DIGITS, OK: words("count"), GO: says && words("flush, nobs") };
}

/** The teams that may still call the latest claim of another team, as keys read them. */
const callers = ({ windows }) =>
  [...new Set(windows.flatMap(({ open_to }) => open_to))].filter((caller) =>
    windows.filter(({ team }) => team !== caller).at(-1).open_to.includes(caller));

/** As on a keypad's overlay, where it can be done now. */
const afterHeld = (state, words) => ({
  A: state.redo && words("redo"),
  2: words("points"),
  3: callers(state).length > 0 && words("muggins"),
  4: state.phase === "play" && words("show"),
  5: state.phase !== "draw" && words("next deal"),
  6: ["cut", "play"].includes(state.phase) && !state.laid.length && words("misdeal"),
  7: words("give up"),
  ...entered(words),
  GO: state.phase === "play" && state.count > GO_ABOVE && words("all go"),
});

const beginning = ({ phase }, words) => ({
  OK: phase === "over" ? words("Next game") : words("hold: new match"),
});

/** What is asked of whoever begins a match by keys; null where the table asks for something else. */
export function asksToBegin({ phase, asides: { typed } }, words) {
  if (typed?.what !== "game") return phase === "idle" ? words("Hold OK, then choose a game.") : null;
  if (!typed.rules) return words("Press the key on which the game stands.");
  return typed.dealer === undefined ? words("Press who deals, or OK.") : words("OK begins the match.");
}

const games = (words, rows) => ({
  ...Object.fromEntries(rows.map(({ title }, at) => [at ? String(at + 1) : "A", title])),
  GO: words("the next one"),
});

/** Who deals, and what is entered; nobody draws for it where no card is entered. */
function dealers({ rules, dealer, enters = "cards" }, { players }, words, rows) {
  const count = rows.find(({ key }) => key === rules)?.players ?? 0;
  const numbers = Array.from({ length: count }, (_, at) => String(at + 1));
  const chosen = dealer !== undefined;
  return {
    ...(!chosen && whoDeals(players.length === count ? players : numbers, words)),
    ...entered(words),
    OK: chosen || enters !== "cards" ? words("Start") : words("draw for the deal"),
  };
}

// What is printed on the keys: large what they are, small what each means at the moment.

import { GO_ABOVE, knownCards } from "../game/cards.js";
import { isPeggedByHand } from "../game/entry_mode.js";
import { startEntry } from "../game/match.js";
import { suitClaims } from "../game/suit_claims.js";
import { displayName } from "../game/teams.js";

const GAME_ON = ["draw", "cut", "play", "show"];

/** As it stands on the key. */
export const keyName = (key, t) =>
  ({ GO: t("Go"), UNDO: t("Undo"), HELD: "OK" })[key] ?? t.rank(key);

/** What is small on it, by key, in the moment of *state*; *rows* are the games in their order. */
export function legends(state, t, rows) {
  const typed = state.asides.typed;
  switch (typed?.what) {
    case "game":
      return typed.rules ? dealers(typed, state, t, rows) : games(t, rows);
    case "peg":
      return { ...points(typed, t), J: t("back"), GO: t("other team") };
    case "muggins":
      return { ...points(typed, t), GO: callers(state).length > 1 && t("other team") };
    case "hand":
    case "crib":
      return (typed.cards?.length ?? 0) < typed.wanted ? {} : counting(state, t, typed.cards);
    case "more":
      return afterHeld(state, t);
    case "sure":
      return { OK: t("yes") };
    default:
      return atOnce(state, t);
  }
}

/** What a key is by itself: a card needs no word. */
function atOnce(state, t) {
  if (!GAME_ON.includes(state.phase)) return beginning(state, t);
  const pegging = withoutCards(state, t);
  if (pegging) return pegging;
  return state.counting?.missing === 0 ? counting(state, t) : { OK: t("hold: more") };
}

const points = (typed, t) => ({ ...DIGITS, OK: typed.points !== undefined && t("peg") });

/** Of a hand whose *cards* are all there. */
function counting(state, t, cards = []) {
  const { counting: { known, of }, starter, rules } = state;
  const seen = [...knownCards(state), ...cards];
  const open = suitClaims([...known, ...cards], { starter, seen, crib: of === "crib", rules });
  const says = open.nobs || open.flushes.length > 0;
  return { ...DIGITS, OK: t("count"), GO: says && t("flush, nobs") };
}

/** The teams that may still call the latest claim of another team, as keys read them. */
const callers = ({ windows }) =>
  [...new Set(windows.flatMap(({ open_to }) => open_to))].filter((caller) =>
    windows.filter(({ team }) => team !== caller).at(-1).open_to.includes(caller));

/** As on a keypad's overlay, where it can be done now. */
const afterHeld = (state, t) => ({
  A: state.redo && t("redo"),
  2: t("points"),
  3: callers(state).length > 0 && t("muggins"),
  4: state.phase === "play" && t("show"),
  5: state.phase !== "draw" && t("next deal"),
  6: ["cut", "play"].includes(state.phase) && !state.laid.length && t("misdeal"),
  7: t("give up"),
  ...modeLegends(t),
  GO: state.phase === "play" && state.count > GO_ABOVE && t("all go"),
});

const beginning = ({ phase }, t) => ({
  OK: phase === "over" ? t("Next game") : t("hold: new match"),
});

/** What is asked of whoever begins a match by keys; null where the table asks for something else. */
export function asksToBegin({ phase, asides: { typed } }, t) {
  if (typed?.what !== "game") return phase === "idle" ? t("Hold OK, then choose a game.") : null;
  if (!typed.rules) return t("Press the key on which the game stands.");
  return typed.dealer === undefined ? t("Press who deals, or OK.") : t("OK begins the match.");
}

const games = (t, rows) => ({
  ...Object.fromEntries(rows.map(({ title }, at) => [at ? String(at + 1) : "A", title])),
  GO: t("the next one"),
});

/** Who deals, and what is entered; nobody draws for it where no card is entered. */
function dealers({ rules, dealer, enters = "cards" }, { players }, t, rows) {
  const count = rows.find(({ key }) => key === rules)?.players ?? 0;
  const numbers = Array.from({ length: count }, (_, at) => String(at + 1));
  const chosen = dealer !== undefined;
  return {
    ...(!chosen && dealerLegends(players.length === count ? players : numbers, t)),
    ...modeLegends(t),
    OK: chosen || enters !== "cards" ? t("Start") : t("draw for the deal"),
  };
}

const SEATS = ["A", "2", "3", "4"];
const ROOM = 14;

/** Digits, for points; a card is no key then. */
export const DIGITS = { A: "1", 10: "0" };

/** By key, as the table goes about it; null where a card is asked for. */
export function withoutCards(state, t) {
  const enters = state.asides.habits?.enters ?? "cards";
  if (isPeggedByHand(state, { enters })) {
    const on = enters === "hands" ? t("To the show") : t("Next deal");
    return { ...DIGITS, J: t("back"), GO: t("other team"), OK: on };
  }
  const tapped = enters !== "cards" && state.phase === "draw" && startEntry(state);
  return tapped ? { ...dealerLegends(state.players, t), OK: t("hold: more") } : null;
}

/** A seat by its key. */
export const dealerLegends = (names, t) =>
  Object.fromEntries(
    names.map((name, seat) => [SEATS[seat], t("{name} deals", { name: short(displayName(t, name)) })]),
  );

/** What a key has room for. */
const short = (name) => (name.length > ROOM ? `${name.slice(0, ROOM - 1).trim()}…` : name);

/** What is entered, as it can be chosen. */
export const modeLegends = (t) => ({
  8: t("every card"),
  9: t("hands only"),
  10: t("points only"),
});

// What is small on the keys where no card is asked for: points, who deals, and the way on.

import { isByHand } from "../game/entry_mode.js";
import { startIn } from "../game/match.js";
import { called } from "../game/teams.js";

const SEATS = ["A", "2", "3", "4"];
const ROOM = 14;

/** Digits, for points; a card is no key then. */
export const DIGITS = { A: "1", 10: "0" };

/** By key, as the table goes about it; null where a card is asked for. */
export function withoutCards(state, words) {
  const enters = state.asides.habits?.enters ?? "cards";
  if (isByHand(state, { enters })) {
    const on = enters === "hands" ? words("To the show") : words("Next deal");
    return { ...DIGITS, J: words("back"), GO: words("other team"), OK: on };
  }
  const tapped = enters !== "cards" && state.phase === "draw" && startIn(state);
  return tapped ? { ...whoDeals(state.players, words), OK: words("hold: more") } : null;
}

/** A seat by its key. */
export const whoDeals = (names, words) =>
  Object.fromEntries(
    names.map((name, seat) => [SEATS[seat], words("{name} deals", { name: short(called(words, name)) })]),
  );

/** What a key has room for. */
const short = (name) => (name.length > ROOM ? `${name.slice(0, ROOM - 1).trim()}…` : name);

/** What is entered, as it can be chosen. */
export const entered = (words) => ({
  8: words("every card"),
  9: words("hands only"),
  10: words("points only"),
});

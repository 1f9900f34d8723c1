// Holds the cards of a count that has just been closed, and the win on a wall, for a moment. A hold is not
// motion, so it applies with reduced motion too.

import { LIMIT, parseCard, pips } from "./cards.js";
import { PACE } from "./timeline.js";

/** True if the latest entry is a card that closed the count, by 31 or as the last one. */
function isClosedByCard({ latest, record, phase, pile, laid }) {
  const last = record.at(-1);
  return (
    ["play", "show"].includes(phase) && pile.length === 0 && laid.length > 0 &&
    !latest.correction && last?.entry === latest.version && last.actions.at(-1)?.do === "play"
  );
}

/** *state* with the closed count still on the felt, `held`; null if there is none or its time is over,
 * *elapsed* milliseconds after the card. */
export function heldCount(state, elapsed) {
  if (elapsed >= PACE.count_held || !isClosedByCard(state)) return null;
  const pile = state.laid.filter(({ count_no: no }) => no === state.laid.at(-1).count_no);
  const count = pile.reduce((sum, { card }) => sum + pips(parseCard(card).rank), 0);
  return { ...state, pile, count, held: true };
}

/** True if the held count was closed by 31. */
export const isMade = ({ held, count }) => held && count === LIMIT;

/** True while a wall shows only the win, including one that was undone and redone. */
export const isWinHeld = (state, elapsed) =>
  state.phase === "over" && state.winner !== null && elapsed < PACE.win_held;

/** True while a win is celebrated, once per win. */
export const isWinNew = (state, elapsed) => isWinHeld(state, elapsed) && !state.latest.correction;

/** Milliseconds until the current hold ends, given *elapsed*; null if there is none. */
export function holdEndsIn(state, elapsed) {
  if (heldCount(state, elapsed)) return Math.ceil(PACE.count_held - elapsed);
  return isWinHeld(state, elapsed) ? Math.ceil(PACE.win_held - elapsed) : null;
}

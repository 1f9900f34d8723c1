// What stays on the screen for a moment though the table has moved on: the count that a card closed,
// and the win on a wall. A hold is no motion, so reduced motion has it too.

import { LIMIT, parseCard, pips } from "./cards.js";
import { PACE } from "./timeline.js";

/** True if the latest entry is a card that closed the count: by 31, or as the last one. */
function isClosedByCard({ latest, record, phase, pile, laid }) {
  const last = record.at(-1);
  return (
    ["play", "show"].includes(phase) && pile.length === 0 && laid.length > 0 &&
    !latest.correction && last?.entry === latest.version && last.actions.at(-1)?.do === "play"
  );
}

/** *state* with the count that was just closed still on the felt, `held`; null *elapsed*
 * milliseconds after the card, when that is over, or where there is none. */
export function heldCount(state, elapsed) {
  if (elapsed >= PACE.count_held || !isClosedByCard(state)) return null;
  const pile = state.laid.filter(({ count_no: no }) => no === state.laid.at(-1).count_no);
  const count = pile.reduce((sum, { card }) => sum + pips(parseCard(card).rank), 0);
  return { ...state, pile, count, held: true };
}

/** True if the count that is held was closed by 31. */
export const isMade = ({ held, count }) => held && count === LIMIT;

/** True while a wall is full of the win; also of one that was taken back, and is there again. */
export const isWinHeld = (state, elapsed) =>
  state.phase === "over" && state.winner !== null && elapsed < PACE.win_held;

/** True while a win is celebrated, which each is once. */
export const isWinNew = (state, elapsed) => isWinHeld(state, elapsed) && !state.latest.correction;

/** In how many milliseconds what is held after *elapsed* ends; null where nothing is. */
export function holdEndsIn(state, elapsed) {
  if (heldCount(state, elapsed)) return Math.ceil(PACE.count_held - elapsed);
  return isWinHeld(state, elapsed) ? Math.ceil(PACE.win_held - elapsed) : null;
}

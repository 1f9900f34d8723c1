// How people at this table go about a match: who counts, what is entered, who had a head start.

import { recall, remember } from "../core/storage.js";

/** The game that habits are good for. */
export const gameOf = (state) =>
  [state.journal, state.rules?.key, state.rules?.muggins].join(" ");

/** Where something else than every card is entered, points are pegged by hand. */
const BY_HAND = { cards: [], hands: ["play"], points: ["cut", "play", "show"] };

/** Whether no card is asked for now. */
export const isByHand = (state, ui) => BY_HAND[ui.enters].includes(state.phase);

/**
 * The habits of the match on the table, or null where nobody told any.
 *
 * The table forgets them when its program ends; a phone that was there before still knows, and tells.
 */
export function habitsOf(state) {
  const told = state.asides.habits;
  if (!told) {
    const known = recall("habits", null);
    return known?.game === gameOf(state) ? known.habits : null;
  }
  const now = { game: gameOf(state), habits: told };
  if (JSON.stringify(recall("habits", null)) !== JSON.stringify(now)) remember("habits", now);
  return told;
}

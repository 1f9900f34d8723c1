// How a table goes about its match: who counts, and what is entered.

import { recall, remember } from "../core/storage.js";

/** The game that habits are good for. */
export const matchKey = (state) =>
  [state.journal, state.rules?.key, state.rules?.muggins].join(" ");

/** Where something else than every card is entered, points are pegged by hand. */
const BY_HAND = { cards: [], hands: ["play"], points: ["cut", "play", "show"] };

/** Whether no card is asked for now. */
export const isPeggedByHand = (state, ui) => BY_HAND[ui.enters].includes(state.phase);

/**
 * The habits of the match on the table, or null where nobody told any.
 *
 * The table forgets them when its program ends; a phone that was there before still knows, and tells.
 */
export function entryModeOf(state) {
  const told = state.asides.habits;
  if (!told) {
    const known = recall("habits", null);
    return known?.game === matchKey(state) ? known.habits : null;
  }
  const now = { game: matchKey(state), habits: told };
  if (JSON.stringify(recall("habits", null)) !== JSON.stringify(now)) remember("habits", now);
  return told;
}

/** Whether a count of this deal came with a claim. */
const claimsMade = (state) =>
  state.record.some((entry) => entry.actions.some((action) => (action.claim ?? null) !== null));

/**
 * Whether people count, so that a claim is asked for: as this table goes about it, else as the
 * rules tell (there is nothing to call muggins for otherwise), else as others have done.
 */
export const playersCount = (state, ui) =>
  ui.habits
    ? ui.habits.counts !== "program"
    : (ui.counts[matchKey(state)] ?? (state.rules.muggins || claimsMade(state)));

/** What this table enters: every card, only the hands, or points alone. */
export const enteredIn = (habits) => habits?.enters ?? "cards";

/** The habits that change from here on, where nobody told any before. */
export const currentMode = (state, ui) =>
  ui.habits ?? { counts: playersCount(state, ui) ? playersMode(state) : "program", enters: "cards" };

/** How people count by these rules. */
export const playersMode = (state) => (state.rules.muggins ? "muggins" : "check");

/** What this device should still know in the next deal of who counts. */
export const rememberedCounts = (state, counts) =>
  state.rules && claimsMade(state) ? { [matchKey(state)]: true, ...counts } : counts;

// How a table goes about its match: who counts, and what is entered.

import { recall, remember } from "../core/storage.js";

/** The match that an entry mode is good for. */
export const matchKey = (state) =>
  [state.journal, state.rules?.key, state.rules?.muggins].join(" ");

/** The entry mode of the match on the table, or null where nobody chose one.
 *
 * The table forgets it when its program ends; a phone that was there before still knows, and
 * tells. */
export function entryModeOf(state) {
  const known = recall("entryMode", null);
  return state.live.entry_mode ?? (known?.game === matchKey(state) ? known.entryMode : null);
}

/** An effect that keeps the entry mode of the table on this device. */
export function rememberEntryMode({ state }) {
  if (!state?.live.entry_mode) return;
  const now = { game: matchKey(state), entryMode: state.live.entry_mode };
  if (JSON.stringify(recall("entryMode", null)) !== JSON.stringify(now)) remember("entryMode", now);
}

/** True if a count of this deal came with a claim. */
const claimsMade = (state) =>
  state.record.some((entry) => entry.actions.some((action) => (action.claim ?? null) !== null));

/** True if people count, so that a claim is asked for: as this table goes about it, else as the
 * rules tell (there is nothing to call muggins for otherwise), else as others have done. */
export const playersCount = (state, ui) =>
  ui.entryMode
    ? ui.entryMode.counted_by !== "program"
    : (ui.countsByMatch[matchKey(state)] ?? (state.rules.muggins || claimsMade(state)));

const PLAYED = ["draw", "cut", "play", "show"];

/** An effect that calls tell(text, isAfter) where a match goes on and somebody chose that others count,
 * or what else is entered. *isAfter*: people count, and the latest count is still the program's. Whether
 * it has muggins is a rule, which is amended before that is chosen. */
export function tellEntryMode(store, tell) {
  let known = {};
  return () => {
    const { state, ui, t } = store;
    if (!state?.rules) return;
    const before = known;
    const now = {
      match: [state.journal, state.rules.key, ...state.players].join(),
      muggins: state.rules.muggins,
      isPlayed: PLAYED.includes(state.phase),
      counted_by: countedByNow(state, ui),
      entered: ui.entered,
      version: state.version,
    };
    const goesOn = before.match === now.match && before.isPlayed && now.isPlayed;
    if (goesOn && !ui.entryMode && before.muggins !== now.muggins) return;
    known = now;
    if (!goesOn || !ui.entryMode) return;
    if (before.counted_by !== known.counted_by)
      tell(t("From now on, {who}.", { who: whoCounts(t, known.counted_by) }),
        before.counted_by === "program" && before.version === now.version);
    else if (before.entered !== known.entered) tell(whatIsEntered(t)[known.entered]);
  };
}

/** Who counts now, as the menu names it: the program, or people, checked or with muggins. */
export const countedByNow = (state, ui) => (playersCount(state, ui) ? playersMode(state) : "program");

export const whoCounts = (t, countedBy) => ({
  program: t("Cribble counts"),
  check: t("you count and Cribble checks"),
  muggins: t("you count, with muggins"),
})[countedBy];

const whatIsEntered = (t) => ({
  cards: t("From now on, we enter every card."),
  hands: t("From now on, we enter hands only."),
  points: t("From now on, we enter points only."),
});

/** The input of this table: every card, only the hands, or points alone. */
export const enteredIn = (mode) => mode?.entered ?? "cards";

/** The entry mode that changes from here on, where nobody chose one before. */
export const currentMode = (state, ui) =>
  ui.entryMode ??
  { counted_by: countedByNow(state, ui), entered: "cards" };

/** The mode in which people count by these rules. */
export const playersMode = (state) => (state.rules.muggins ? "muggins" : "check");

/** The counter of each match, which this device should still know in the next deal. */
export const rememberedCounts = (state, counts) =>
  state.rules && claimsMade(state) ? { [matchKey(state)]: true, ...counts } : counts;

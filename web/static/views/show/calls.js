// Half-entered calls of muggins, which last as long as their claim; one that is too late is reported.

import { undoneEntry } from "../../core/taps.js";

/** A call for muggins by *team* on the hand, or the crib, *of*. */
export const callKey = (of, team) => `${of}-${team}`;

/** Identifies a claim: other points or cards make it another claim. */
export const claimOf = ({ claim, cards, starter }) => [claim, ...cards, starter].join(" ");

/** The calls whose sheet is open here, as {of, team}. */
export const openSheets = ({ calls }) => Object.keys(calls).filter((key) => calls[key].open).map((key) => {
  const [of, team] = key.split("-");
  return { of: of === "crib" ? of : Number(of), team: Number(team) };
});

/** The claims that may still be called, newest first. */
export const openClaims = ({ windows }) => windows.filter(({ open_to }) => open_to.length).reverse();

/** The entries that called muggins on the claim of a hand, or the crib, *of*. */
export const callsOn = ({ record }, { of }) => record.filter(({ called }) => called === of);

/** An effect that drops a half-entered call with its claim: when that is undone, corrected or closed. It is
 * not restored. Older claims are folded after a call. Calls tell(text) if the call was too late. */
export function followCalls(store, tell) {
  let before = null;
  return () => {
    const was = before;
    const { state, t, ui, set } = store;
    before = state;
    if (!state) return;
    const { calls, older } = ui.entry;
    const open = stillOpen(calls, state);
    const gone = Object.keys(calls).filter((key) => !open[key]).map((key) => calls[key]);
    const folds = older && (openClaims(state).length < 2 || (was && calledSince(state, was).length > 0));
    if (gone.length || folds) set({ entry: { ...ui.entry, calls: open, older: older && !folds } });
    const late = was && gone.find((call) => isLate(call, state, was));
    if (late) tell(tooLate(state, t, late.points));
  };
}

function stillOpen(calls, { windows }) {
  const isOpen = ([key, { claim }]) => windows.some((window) =>
    claimOf(window) === claim && window.open_to.some((team) => callKey(window.of, team) === key));
  return Object.fromEntries(Object.entries(calls).filter(isOpen));
}

/** The calls of muggins since *before*. */
const calledSince = ({ record }, { version }) => record.filter(({ entry }) => entry > version)
  .flatMap(({ actions }) => actions).filter((action) => action.do === "muggins");

/** Not reported after an undo or a correction, which explain themselves, or if the same team's call was
 * made elsewhere. */
function isLate({ open, team }, state, before) {
  const { journal, latest, version } = state;
  if (!open || journal !== before.journal || version <= before.version) return false;
  const isCalled = calledSince(state, before).some((one) => one.team === team);
  return !isCalled && !latest.correction && !undoneEntry(state, before);
}

/** "Too late for muggins (4): the next hand is in". */
function tooLate(state, t, n) {
  const name = n === null ? t("Too late for muggins") : t("Too late for muggins ({n})", { n });
  return t("{name}: {why}", { name, why: whatCloses(state, t) });
}

function whatCloses({ phase, record }, t) {
  if (phase === "over") return t("the game is over");
  const { do: done } = record.at(-1)?.actions.at(-1) ?? {};
  if (done === "count") return t("the next hand is in");
  return done === "crib" ? t("the crib is in") : t("the next deal is on");
}

// A correction in progress, and the amend action that it results in.

/** Kinds of correction: replace an entry, insert one before it, or remove it. */
export const INSTEAD = "instead";
export const BEFORE = "before";
export const OUT = "out";

const REPLACED = [
  "draw", "starter", "play", "go", "count", "crib", "muggins", "peg", "start", "rename",
];
const AFTER_CARDS = ["play", "go", "show", "count", "crib"];

/** A new correction of action *number* of *entry*, by default its last one. */
export const newDraft = (entry, number = entry.actions.length - 1) =>
  ({ entry, ...at(entry, number) });

/** One action of an entry; after a correction an entry may have several. */
function at(entry, number) {
  const action = entry.actions[number] ?? null;
  const way = action && !REPLACED.includes(action.do) ? OUT : INSTEAD;
  return { number, ...emptyWay(action, way) };
}

/** The empty choices after switching to another kind of correction. */
function emptyWay(action, way) {
  const kind = action && way === BEFORE ? forgettable(action)[0] : null;
  const now = way === INSTEAD ? action : kind === "peg" ? NO_POINTS : null;
  return { way, kind, action: now, all: false, place: null, typed: null, preview: null };
}

export const withNumber = (draft, number) => ({ ...draft, ...at(draft.entry, number) });

/** Whether points by hand are still to be typed. */
export const NO_POINTS = { do: "peg", team: 0, points: null };

/** The action that is corrected; null if the entry has none left. */
export const currentAction = ({ entry, number }) => entry.actions[number] ?? null;

export const withWay = (draft, way) => ({ ...draft, ...emptyWay(currentAction(draft), way) });

/** The card shown on the pad, as corrected so far; null if there is none. */
export const presentCard = ({ way, place, action }) =>
  (way === INSTEAD ? (place === null ? action?.card : action?.cards?.[place]) : null) ?? null;

/** The available kinds of correction. Nothing can be inserted before the start of a game. */
export function ways(draft) {
  const action = currentAction(draft);
  if (!action) return [INSTEAD];
  return [
    REPLACED.includes(action.do) && INSTEAD,
    !["start", "next"].includes(action.do) && BEFORE,
    !(action.do === "start") && OUT,
  ].filter(Boolean);
}

/** The kinds of action that can be inserted before *action*. */
export const forgettable = (action) =>
  AFTER_CARDS.includes(action.do) ? ["play", "go", "peg"] : ["peg"];

/** The resulting actions of the entry; null if incomplete or unchanged. */
export function wantedActions({ entry, number, way, action }) {
  const actions = [...entry.actions];
  if (way !== OUT && !isComplete(action)) return null;
  if (way === OUT) actions.splice(number, 1);
  else if (way === BEFORE) actions.splice(number, 0, action);
  else actions.splice(Math.max(number, 0), 1, action);
  return JSON.stringify(actions) === JSON.stringify(entry.actions) ? null : actions;
}

/** True if all fields of *action* are set. */
function isComplete(action) {
  if (!action) return false;
  const named = [action.name, ...(action.players ?? [])].filter((text) => text !== undefined);
  return action.points !== 0 && action.points !== null && named.every((text) => text.trim());
}

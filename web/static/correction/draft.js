// A correction that somebody is in the middle of, and the amend that it comes to.

/** Ways to correct an entry: replace it, add a forgotten one before it, or take it out. */
export const INSTEAD = "instead";
export const BEFORE = "before";
export const OUT = "out";

const REPLACED = [
  "draw", "starter", "play", "go", "count", "crib", "muggins", "peg", "start", "rename",
];
const AFTER_CARDS = ["play", "go", "show", "count", "crib"];

/** The correction of action *number* of *entry*, by default its last, before anybody has chosen
 * anything. */
export const newDraft = (entry, number = entry.actions.length - 1) =>
  ({ entry, ...at(entry, number) });

/** One of the actions of an entry, in which several may stand after a correction. */
function at(entry, number) {
  const action = entry.actions[number] ?? null;
  const way = action && !REPLACED.includes(action.do) ? OUT : INSTEAD;
  return { number, ...emptyWay(action, way) };
}

/** The empty choices of a correction that takes another way. */
function emptyWay(action, way) {
  const kind = action && way === BEFORE ? forgettable(action)[0] : null;
  const now = way === INSTEAD ? action : kind === "peg" ? NO_POINTS : null;
  return { way, kind, action: now, all: false, place: null, typed: null, preview: null };
}

export const withNumber = (draft, number) => ({ ...draft, ...at(draft.entry, number) });

/** Points by hand that are still to be typed. */
export const NO_POINTS = { do: "peg", team: 0, points: null };

/** The action that is put right; null where none stands any more. */
export const currentAction = ({ entry, number }) => entry.actions[number] ?? null;

export const withWay = (draft, way) => ({ ...draft, ...emptyWay(currentAction(draft), way) });

/** The card that the pad is about, as it would be now; null where it is about none. */
export const presentCard = ({ way, place, action }) =>
  (way === INSTEAD ? (place === null ? action?.card : action?.cards?.[place]) : null) ?? null;

/** The ways that there are. Nothing comes before the beginning of a game. */
export function ways(draft) {
  const action = currentAction(draft);
  if (!action) return [INSTEAD];
  return [
    REPLACED.includes(action.do) && INSTEAD,
    !["start", "next"].includes(action.do) && BEFORE,
    !(action.do === "start") && OUT,
  ].filter(Boolean);
}

/** The kinds of action that may have been forgotten before *action*. */
export const forgettable = (action) =>
  AFTER_CARDS.includes(action.do) ? ["play", "go", "peg"] : ["peg"];

/** The actions that would stand at the entry; null while that is what stands there already. */
export function wantedActions({ entry, number, way, action }) {
  const actions = [...entry.actions];
  if (way !== OUT && !isComplete(action)) return null;
  if (way === OUT) actions.splice(number, 1);
  else if (way === BEFORE) actions.splice(number, 0, action);
  else actions.splice(Math.max(number, 0), 1, action);
  return JSON.stringify(actions) === JSON.stringify(entry.actions) ? null : actions;
}

/** True if everything of *action* is filled in. */
function isComplete(action) {
  if (!action) return false;
  const named = [action.name, ...(action.players ?? [])].filter((text) => text !== undefined);
  return action.points !== 0 && action.points !== null && named.every((text) => text.trim());
}

/** True if the entry may as well have been a go: a card of the play, or a go already. */
export const mayBeGo = (draft) =>
  draft.way === INSTEAD && ["play", "go"].includes(currentAction(draft)?.do);

export const amendAction = (draft) => ({
  do: "amend", entry: draft.entry.entry,
  actions: wantedActions(draft),
});

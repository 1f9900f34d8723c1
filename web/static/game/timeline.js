// When each line of a count is shown and where the pegs are, by the table's timeline, which the LEDs share.

import { LIMIT, parseCard, pips } from "./cards.js";

/** Timing constants of the program, in milliseconds. */
export const PACE = JSON.parse(document.documentElement.dataset.pace);

const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

/** When this page first received the latest line of *fresh*, in its own clock. */
export function receivedAt(fresh, known) {
  const at = performance.now() - fresh.age_ms;
  const same = known?.journal === fresh.journal && known.version === fresh.version;
  return same ? Math.min(at, known.seenAt) : at;
}

export const elapsedSince = (state) => performance.now() - state.seenAt;

/** Milliseconds since *state* was received, for step-by-step display; infinite with prefers-reduced-motion. */
export const ageOf = (state) =>
  reducedMotion.matches ? Number.POSITIVE_INFINITY : elapsedSince(state);

/** The time up to which a count is shown while someone steps through it; null otherwise. */
export const lessonAge = (state, ui) => lessonNow(state, ui)?.age ?? null;

/** The current line of a count, {of, line, age}: this phone's own, else that of the phone that asked to be
 * shown; null if there is none, or after a win. */
export function lessonNow(state, { lesson }) {
  if (state.phase === "over") return null;
  if (lesson?.version === state.version) return lesson;
  const { line = null } = sharedLesson(state) ?? {};
  const told = state.latest.notices.find(({ lines }) => lines?.[line]?.at_ms !== undefined);
  return told ? { of: told.of, line, age: told.lines[line].at_ms } : null;
}

/** The last millisecond to which pegs move while someone steps through a count. */
export function walksUntil(state, ui) {
  const { of, line } = lessonNow(state, ui) ?? {};
  const told = state.latest.notices.find((one) => one.of === of && one.lines);
  return (told?.lines[line + 1]?.at_ms ?? Number.POSITIVE_INFINITY) - 1;
}

/** True while others are still shown the latest count line by line. */
export const isTelling = (state, ui) => Number.isFinite(walksUntil(state, ui));

/** The shared progress through the latest count; null if there is none. */
export const sharedLesson = ({ version, live }) =>
  live?.at_show?.lesson?.version === version ? live.at_show.lesson : null;

/** Milliseconds until the next line of *state* is shown, given those up to *age*; null after the last. */
export function nextLineIn(state, age = ageOf(state)) {
  const lines = state.latest.notices.flatMap((notice) => notice.lines ?? []);
  const coming = lines.map(({ at_ms }) => at_ms).filter((at) => at > age);
  return coming.length ? Math.max(0, Math.ceil(Math.min(...coming) - ageOf(state))) : null;
}

/** The steps of *team*'s front peg; *known* is its last displayed position, if any. */
export function pathOf(state, team, known) {
  const steps = state.latest.steps.filter((step) => step.team === team);
  const [front] = state.pegs[team];
  if (steps.length > 0 || known === undefined || known === front) return steps;
  const ms = Math.min(Math.abs(front - known) * PACE.step, PACE.walk);
  return [{ start: known, to: front, at_ms: 0, ms }];
}

/** The displayed points of *team* at *age*: a count is shown line by line. */
export function pointsShown(state, team, age) {
  const [front] = state.pegs[team];
  const steps = isCount(state.latest) ? pathOf(state, team) : [];
  if (steps.length === 0) return front;
  return steps.findLast(({ at_ms }) => at_ms <= age)?.to ?? steps[0].start;
}

/** The points of *team* from the latest entry displayed at *age*. */
export const gainShown = ({ latest }, team, age) =>
  latest.steps
    .filter((one) => one.team === team && (!isCount(latest) || one.at_ms <= age))
    .reduce((sum, { start, to }) => sum + to - start, 0);

const isCount = ({ notices }) =>
  notices.some(({ lines }) => lines?.some(({ at_ms }) => at_ms !== undefined));

/** The peg's position *ms* after the entry; the first step is immediate. */
export function pointsAt(steps, ms, front) {
  if (steps.length === 0) return front;
  const begun = steps.findLast(({ at_ms }) => at_ms <= ms);
  if (!begun) return steps[0].start;
  const { start, to, at_ms: at, ms: lasts } = begun;
  if (ms >= at + lasts) return to;
  const holes = 1 + Math.floor(((ms - at) / lasts) * Math.abs(to - start));
  return to > start ? start + holes : start - holes;
}

/** When all movement has ended, in milliseconds. */
export const restsAt = (ways) =>
  Math.max(0, ...ways.flat().map(({ at_ms: at, ms: lasts }) => at + lasts));

/** *state* with the count that a card has just closed still on the felt, `held`; null if its time is over. */
export function heldCount(state, elapsed) {
  const { latest, record, phase, laid } = state;
  const last = record.at(-1);
  const isClosedByCard = ["play", "show"].includes(phase) && state.pile.length === 0 && laid.length > 0 &&
    !latest.correction && last?.entry === latest.version && last.actions.at(-1)?.do === "play";
  if (elapsed >= PACE.count_held || !isClosedByCard) return null;
  const pile = laid.filter(({ count_no: no }) => no === laid.at(-1).count_no);
  const count = pile.reduce((sum, { card }) => sum + pips(parseCard(card).rank), 0);
  return { ...state, pile, count, held: true };
}

/** True if the held count was closed by 31. */
export const isMade = ({ held, count }) => held && count === LIMIT;

/** When a wall shows the win: once the hand that won is told, and has stood for twice the time of a count. */
const winShownAt = ({ latest: { correction, notices } }) => correction ? 0
  : Math.max(0, ...notices.flatMap(({ lines = [] }) => lines).map(({ at_ms = 0 }) => at_ms + 2 * PACE.count_held));

export const isWon = ({ phase, winner }) => phase === "over" && winner !== null;

/** True while a wall shows the hand that won, and not the win yet. */
export const isWinToCome = (state, elapsed) => isWon(state) && elapsed < winShownAt(state);

/** True until a wall no longer shows only the win, including one that was undone and redone. */
export const isWinHeld = (state, elapsed) => isWon(state) && elapsed < winShownAt(state) + PACE.win_held;

/** True while a win is celebrated, once per win. */
export const isWinNew = (state, elapsed) => isWinHeld(state, elapsed) && !state.latest.correction;

/** Milliseconds until the current hold ends, given *elapsed*; null if there is none. */
export function holdEndsIn(state, elapsed) {
  if (heldCount(state, elapsed)) return Math.ceil(PACE.count_held - elapsed);
  if (!isWinHeld(state, elapsed)) return null;
  return Math.ceil(winShownAt(state) + (isWinToCome(state, elapsed) ? 0 : PACE.win_held) - elapsed);
}

// When each line of a count is shown, and where the pegs are by then: the table says so, and the
// lights go by the same times.

/** Times of the program that the page keeps too, in milliseconds. */
export const PACE = JSON.parse(document.documentElement.dataset.pace);

const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

/** The time at which the latest line of *fresh* was first seen by this page, or as *known*. */
export function receivedAt(fresh, known) {
  const at = performance.now() - fresh.age_ms;
  const same = known?.journal === fresh.journal && known.version === fresh.version;
  return same ? Math.min(at, known.seenAt) : at;
}

/** Milliseconds since then. */
export const elapsedSince = (state) => performance.now() - state.seenAt;

/** The same for all that is shown step by step: with prefers-reduced-motion it is shown at once. */
export const ageOf = (state) =>
  reducedMotion.matches ? Number.POSITIVE_INFINITY : elapsedSince(state);

/** The time up to which a count is shown while somebody goes through it line by line, so that scores
 * and verdict wait; null where nobody does. */
export const lessonAge = (state, ui) => lessonNow(state, ui)?.age ?? null;

/** The line of a count that is looked at, {of, line, age}: as this phone goes through it, else as the
 * one does that asked to be shown; null where nobody does. A win waits for nobody. */
export function lessonNow(state, { lesson }) {
  if (state.phase === "over") return null;
  if (lesson?.version === state.version) return lesson;
  const { line = null } = sharedLesson(state) ?? {};
  const told = state.latest.notices.find(({ lines }) => lines?.[line]?.at_ms !== undefined);
  return told ? { of: told.of, line, age: told.lines[line].at_ms } : null;
}

/** The last millisecond of a count for pegs to walk while somebody goes through it line by line. */
export function walksUntil(state, ui) {
  const { of, line } = lessonNow(state, ui) ?? {};
  const told = state.latest.notices.find((one) => one.of === of && one.lines);
  return (told?.lines[line + 1]?.at_ms ?? Number.POSITIVE_INFINITY) - 1;
}

/** What the table knows of somebody who goes through the latest count; null where nobody does. */
export const sharedLesson = ({ version, live }) =>
  live?.at_show?.lesson?.version === version ? live.at_show.lesson : null;

/** In how many milliseconds the next line of *state* is shown, of which all up to *age* are; null
 * once all of them are. One that came due while the page was drawn is shown at once. */
export function nextLineIn(state, age = ageOf(state)) {
  const lines = state.latest.notices.flatMap((notice) => notice.lines ?? []);
  const coming = lines.map(({ at_ms }) => at_ms).filter((at) => at > age);
  return coming.length ? Math.max(0, Math.ceil(Math.min(...coming) - ageOf(state))) : null;
}

/** The parts of the way of *team*'s front peg; *known* is where it was seen last, if it was. */
export function pathOf(state, team, known) {
  const steps = state.latest.steps.filter((step) => step.team === team);
  const [front] = state.pegs[team];
  if (steps.length > 0 || known === undefined || known === front) return steps;
  const ms = Math.min(Math.abs(front - known) * PACE.step, PACE.walk);
  return [{ start: known, to: front, at_ms: 0, ms }];
}

/** The points of *team* as far as they are shown after *age*: a count is shown line by line. */
export function pointsShown(state, team, age) {
  const [front] = state.pegs[team];
  const steps = isCount(state.latest) ? pathOf(state, team) : [];
  if (steps.length === 0) return front;
  return steps.filter(({ at_ms }) => at_ms <= age).at(-1)?.to ?? steps[0].start;
}

/** The holes that *team* walked with the latest entry, as far as they are shown after *age*. */
export const gainShown = ({ latest }, team, age) =>
  latest.steps
    .filter((one) => one.team === team && (!isCount(latest) || one.at_ms <= age))
    .reduce((sum, { start, to }) => sum + to - start, 0);

const isCount = ({ notices }) =>
  notices.some(({ lines }) => lines?.some(({ at_ms }) => at_ms !== undefined));

/** The points at which the peg stands *ms* after the entry; the first step is taken at once. */
export function pointsAt(steps, ms, front) {
  if (steps.length === 0) return front;
  const begun = steps.filter(({ at_ms }) => at_ms <= ms).at(-1);
  if (!begun) return steps[0].start;
  const { start, to, at_ms: at, ms: lasts } = begun;
  if (ms >= at + lasts) return to;
  const holes = 1 + Math.floor(((ms - at) / lasts) * Math.abs(to - start));
  return to > start ? start + holes : start - holes;
}

/** The millisecond after which nothing walks any more. */
export const restsAt = (ways) =>
  Math.max(0, ...ways.flat().map(({ at_ms: at, ms: lasts }) => at + lasts));

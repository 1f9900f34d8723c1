// When each line of a count is shown, and where the pegs are by then.

const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

/** When the latest line of *fresh* came to be seen, on this page's clock; *known* may know better. */
export function receivedAt(fresh, known) {
  const at = performance.now() - fresh.age_ms;
  const same = known?.journal === fresh.journal && known.version === fresh.version;
  return same ? Math.min(at, known.seenAt) : at;
}

/** Milliseconds since then. Whom motion disturbs is told all at once. */
export const ageOf = (state) =>
  reducedMotion.matches ? Number.POSITIVE_INFINITY : performance.now() - state.seenAt;

/**
 * In how many milliseconds the next line of *state* is told, of which all up to *age* are; null once
 * all of them are. One that came due while the page was drawn is told at once.
 */
export function nextLineIn(state, age = ageOf(state)) {
  const lines = state.latest.notices.flatMap((notice) => notice.lines ?? []);
  const coming = lines.map(({ at_ms }) => at_ms).filter((at) => at > age);
  return coming.length ? Math.max(0, Math.ceil(Math.min(...coming) - ageOf(state))) : null;
}

const STEP = 90;
const WALK_AT_MOST = 1400;

const walkTime = (holes) => Math.min(Math.abs(holes) * STEP, WALK_AT_MOST);

/**
 * The way of *team*'s front peg since the latest entry: parts with `start` and `to` in points, and
 * `at` and `lasts` in milliseconds after it. *known* is where the peg was seen last, if it was.
 */
export function pathOf(state, team, known) {
  const [front, back] = state.pegs[team];
  const awards = state.latest.awards.filter((award) => award.team === team);
  const gained = sum(awards);
  if (!gained) return known === undefined || known === front ? [] : [part(known, front, 0)];
  return parts(awards, gained > 0 ? back : front - gained, front);
}

/** Points that are told together are one part; the last part ends where the peg stands now. */
function parts(awards, first, front) {
  const times = [...new Set(awards.map(timeOf))];
  let start = first;
  return times.map((at, place) => {
    const told = awards.filter((award) => timeOf(award) === at);
    const isLast = place === times.length - 1;
    const to = isLast ? front : Math.min(start + sum(told), front);
    const one = part(start, to, at, isLast ? Infinity : times[place + 1] - at);
    start = to;
    return one;
  });
}

/** The points of *team* as far as they are told after *age*: a count is told line by line. */
export function pointsShown(state, team, age) {
  const [front] = state.pegs[team];
  const way = isCount(state.latest) ? pathOf(state, team) : [];
  if (way.length === 0) return front;
  return way.filter(({ at }) => at <= age).at(-1)?.to ?? way[0].start;
}

/** What the latest entry gave *team*, as far as it is told after *age*. */
export const gainShown = ({ latest }, team, age) =>
  sum(latest.awards.filter((one) => one.team === team && (!isCount(latest) || one.at_ms <= age)));

const isCount = ({ notices }) =>
  notices.some(({ lines }) => lines?.some(({ at_ms }) => at_ms !== undefined));

const timeOf = ({ at_ms }) => at_ms;
const sum = (awards) => awards.reduce((points, award) => points + award.points, 0);
const part = (start, to, at, most = Infinity) => ({
  start,
  to,
  at,
  lasts: Math.min(walkTime(to - start), most),
});

/** The points at which the peg stands *ms* after the entry; the first step is taken at once. */
export function pointsAt(way, ms, front) {
  if (way.length === 0) return front;
  const begun = way.filter((one) => one.at <= ms).at(-1);
  if (!begun) return way[0].start;
  const { start, to, at, lasts } = begun;
  if (ms >= at + lasts) return to;
  const steps = 1 + Math.floor(((ms - at) / lasts) * Math.abs(to - start));
  return to > start ? start + steps : start - steps;
}

/** The millisecond after which nothing walks any more. */
export const restsAt = (ways) =>
  Math.max(0, ...ways.flat().map(({ at, lasts }) => at + lasts));

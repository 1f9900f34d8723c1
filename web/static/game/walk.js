// When a front peg stands where: it walks hole by hole, in step with the lights of the board.

const STEP = 90;
const WALK_AT_MOST = 1400;

const walkTime = (holes) => Math.min(Math.abs(holes) * STEP, WALK_AT_MOST);

/**
 * The way of *team*'s front peg since the latest entry: parts with `start` and `to` in points, and
 * `at` and `lasts` in milliseconds after it. *known* is where the peg was seen last, if it was.
 */
export function wayOf(state, team, known) {
  const [front, back] = state.pegs[team];
  const awards = state.latest.awards.filter((award) => award.team === team);
  const gained = sum(awards);
  if (!gained) return known === undefined || known === front ? [] : [part(known, front, 0)];
  return parts(awards, gained > 0 ? back : front - gained, front);
}

/** Points that are told together are one part; the last part ends where the peg stands now. */
function parts(awards, first, front) {
  const times = [...new Set(awards.map(whenTold))];
  let start = first;
  return times.map((at, place) => {
    const told = awards.filter((award) => whenTold(award) === at);
    const isLast = place === times.length - 1;
    const to = isLast ? front : Math.min(start + sum(told), front);
    const one = part(start, to, at, isLast ? Infinity : times[place + 1] - at);
    start = to;
    return one;
  });
}

/** The points of *team* as far as they are told after *age*: a count is told line by line. */
export function pointsTold(state, team, age) {
  const [front] = state.pegs[team];
  const way = isCount(state.latest) ? wayOf(state, team) : [];
  if (way.length === 0) return front;
  return way.filter(({ at }) => at <= age).at(-1)?.to ?? way[0].start;
}

/** What the latest entry gave *team*, as far as it is told after *age*. */
export const gainTold = ({ latest }, team, age) =>
  sum(latest.awards.filter((one) => one.team === team && (!isCount(latest) || one.at_ms <= age)));

const isCount = ({ notices }) =>
  notices.some(({ lines }) => lines?.some(({ at_ms }) => at_ms !== undefined));

const whenTold = ({ at_ms }) => at_ms;
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
export const atRest = (ways) =>
  Math.max(0, ...ways.flat().map(({ at, lasts }) => at + lasts));

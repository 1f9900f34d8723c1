// When each line of a count is told: the table says so, and the lights go by the same times.

const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** When the latest line of *fresh* came to be seen, on this page's clock; *known* may know better. */
export function seenAt(fresh, known) {
  const at = performance.now() - fresh.age_ms;
  const same = known?.journal === fresh.journal && known.version === fresh.version;
  return same ? Math.min(at, known.seenAt) : at;
}

/** Milliseconds since then. Whom motion disturbs is told all at once. */
export const ageOf = (state) =>
  calm.matches ? Number.POSITIVE_INFINITY : performance.now() - state.seenAt;

/**
 * In how many milliseconds the next line of *state* is told, of which all up to *age* are; null once
 * all of them are. One that came due while the page was drawn is told at once.
 */
export function nextLineIn(state, age = ageOf(state)) {
  const lines = state.latest.notices.flatMap((notice) => notice.lines ?? []);
  const coming = lines.map(({ at_ms }) => at_ms).filter((at) => at > age);
  return coming.length ? Math.max(0, Math.ceil(Math.min(...coming) - ageOf(state))) : null;
}

// A count line by line: the cards of each line, and the current line of someone stepping through it.

import { lessonNow } from "./timeline.js";

/** The current line of the count *of* a hand; null if no one steps through it. */
export function lessonLine(state, ui, of) {
  const lesson = lessonNow(state, ui);
  return lesson?.of === of ? lesson.line : null;
}

/** Indices into *cards* for each line of a count. Among cards without suits, lines with equal cards get
 * different combinations. */
export function placesOf(lines, cards) {
  const seen = {};
  return lines.map((line) => {
    const ways = waysTo(line.cards, cards);
    const key = sorted(line.cards);
    seen[key] = (seen[key] ?? -1) + 1;
    return ways[seen[key] % ways.length] ?? [];
  });
}

const sorted = (cards) => [...cards].sort().join(" ");

/** All index sets at which *wanted* occur in *cards*. */
function waysTo(wanted, cards) {
  const sets = cards.reduce((some, _, at) => [...some, ...some.map((one) => [...one, at])], [[]]);
  return sets.filter((one) => sorted(one.map((at) => cards[at])) === sorted(wanted));
}

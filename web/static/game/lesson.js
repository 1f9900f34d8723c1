// A count line by line: which of the cards each line is about, and the line that somebody looks at
// who goes through it at their own pace.

import { lessonNow } from "./timeline.js";

/** The line of the count *of* a hand that is looked at; null where nobody goes through it. */
export function lessonLine(state, ui, of) {
  const lesson = lessonNow(state, ui);
  return lesson?.of === of ? lesson.line : null;
}

/** The places among *cards* of those that each line of a count is about. Cards without suits look
 * alike: lines about the same ones have a way of their own to take them. */
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

/** Every set of places at which *wanted* lie among *cards*. */
function waysTo(wanted, cards) {
  const sets = cards.reduce((some, _, at) => [...some, ...some.map((one) => [...one, at])], [[]]);
  return sets.filter((one) => sorted(one.map((at) => cards[at])) === sorted(wanted));
}

// Counts call by call, each with its cards: shown, folded, and in the history.

import { h } from "../core/dom.js";
import { RANKS, cardFace, parseCard } from "../game/cards.js";
import { placesOf } from "../game/show.js";
import { handName, playerName, unbroken } from "../game/teams.js";
import { countNotices, verdictOn } from "./notices.js";

/** "Ann's hand" or "Ann's crib", even after the next deal has begun. */
export const countName = (state, t, of, seat) => of === "crib"
  ? t("{name}’s crib", { name: playerName(state, t, seat) })
  : handName(state, t, of);

export const foldedCounts = (state, t) =>
  countNotices(state.latest).map((one) => foldedCount(one, state, t, verdictOn(one, state)));

export const foldedCount = (
  { of, seat, total, lines, cards = [], starter }, state, t, verdict = null,
) =>
  h("details.callout.explained", { "data-key": `folded-${of}` },
    verdict && verdict !== state.latest.right
      ? h("summary", verdict)
      : h("summary", handTitle(countName(state, t, of, seat)),
        !verdict && cards.length > 0 && minis([...byRank(cards), starter], t),
        worth(total, verdict && state.latest)),
    scrollingLines(countName(state, t, of, seat), lines, t),
  );

/** Cut after two lines, with the whole name as its title. */
export const handTitle = (name) => h("span.hand-name", { title: name }, unbroken(name));

/** The points of a hand, or *praise* instead, and below it the suits that it assumes. */
export const worth = (total, praise) => praise
  ? h("output.right", { "aria-live": "off" }, praise.right, praise.given && h("small", praise.given))
  : h("output", { "aria-live": "off" }, total);

/** Like countLines, in a box that scrolls, called *name*. */
export const scrollingLines = (name, lines, t, when) => h("div.scrolls", {
  role: "group", tabindex: 0, "aria-label": t("{name}: line by line", { name }),
}, countLines(lines, t, when));

/** A count as shown at *age*, or up to the line *taught*: its worth so far, also as text, the places of the
 * cards of its latest line, and the class of each line. */
export function countSoFar({ lines, total, cards = [], starter }, age, taught = null) {
  const isComing = (line) => (taught === null ? line.at_ms > age : lines.indexOf(line) > taught);
  const now = lines.findLast((line) => !isComing(line));
  const isUnfolding = lines.some(isComing);
  const soFar = isUnfolding ? now?.total ?? 0 : total;
  const isLit = now && (isUnfolding || taught !== null);
  return {
    isUnfolding,
    total: soFar, totalText: isUnfolding ? `${soFar}\u00a0…` : soFar,
    lit: isLit ? placesOf(lines, [...byRank(cards), starter].filter(Boolean))[lines.indexOf(now)] : [],
    lookOf: (line) => (isComing(line) ? "coming" : line === now && "now"),
  };
}

/** The cards of a hand in counting order, and the starter; those at the places *lit* are highlighted. */
export const sortedFaces = (cards, starter, t, lit = []) => [
  byRank(cards).map((card, at) => cardFace(card, t, { kind: lit.includes(at) ? "lit" : "" })),
  starter && cardFace(starter, t, { label: t("Starter"), kind: lit.includes(cards.length) ? "lit" : "" }),
];

/** A count, call by call, each with its worth and the running total: "Pair +2 6"; *when* returns the class of
 * each line. Lines to come already take up space, so that nothing moves. */
export function countLines(lines, t, when = () => null) {
  let total = 0;
  return h("ol.lines", callsOf(lines).map((parts) => {
    const { say, cards } = asCalled(parts, t);
    const looks = parts.map(when);
    const points = parts.reduce((sum, one, at) => sum + (looks[at] === "coming" ? 0 : one.points), 0);
    total += points;
    return h("li", { class: looks[0] === "coming" ? "coming" : looks.find((look) => look === "now") },
      minis(byRank(cards), t),
      h("span.label", unbroken(say)),
      h("small", `+${points}`),
      h("b", total),
    );
  }));
}

/** The lines of a count by call: three or four of a kind replace the pairs that they consist of. */
function callsOf(lines) {
  const sorts = new Map();
  lines.forEach((line, at) => {
    const [one, other, ...more] = line.cards.map((card) => parseCard(card).rank);
    const sort = one === other && !more.length ? one : at;
    sorts.set(sort, [...(sorts.get(sort) ?? []), line]);
  });
  return [...sorts.values()];
}

function asCalled(parts, t) {
  const [first, ...others] = parts;
  if (!others.length) return first;
  const n = parts.length === 3 ? 3 : 4;
  const cards = [...first.cards, ...others.slice(0, n - 2).map(({ cards: [, card] }) => card)];
  return { cards, say: n === 3 ? t("Three of a kind") : t("Four of a kind") };
}

/** A count below the sentence that tells it, unfolded if it is the latest and no show is on. */
export function wholeCount({ of, seat, total, lines }, state, t) {
  const isNew = state.phase !== "show" && countNotices(state.latest).some((one) => one.of === of);
  return h("details.callout.explained", { "data-key": `counted-${of}`, open: isNew },
    h("summary", handTitle(countName(state, t, of, seat)), h("output", { "aria-live": "off" }, total)),
    countLines(lines, t),
  );
}

const minis = (cards, t) =>
  h("span.minis", cards.map((card) => cardFace(card, t, { kind: "mini" })));

/** *cards* in counting order; *cardOf* maps an item to its card. */
export function byRank(cards, cardOf = (card) => card) {
  const place = (item) => RANKS.indexOf(parseCard(cardOf(item)).rank);
  return [...cards].sort((one, other) => place(one) - place(other));
}

// What just happened, told as the table tells it: points, notices, and counts line by line.

import { cardFace } from "../card.js";
import { h } from "../h.js";
import { handName } from "../teams.js";
import { redoButton } from "./undo.js";

/** One sentence for each thing that just happened, said once, for the eyes and the live region. */
export function sentences(state) {
  const { version, notices, righted } = state.latest;
  if (righted) return [righted];
  const last = state.record.at(-1);
  const done = last && last.entry === version ? [last.say] : state.latest.awards.map((a) => a.say);
  return [...new Set([...done, ...notices.map((notice) => notice.say)])];
}

/** In sentences; *spoken* counts among them where they are not explained right below. */
export function told(state, words, ui, { spoken = false } = {}) {
  const lines = spoken ? sentences(state).map((text) => ({ text })) : beside(state, words, ui.age);
  if (!lines.length && !state.redo) return null;
  return h(
    "section.told",
    {
      "aria-label": words("What just happened"),
      "data-key": "told",
      class: lines.length && lines.every(({ later }) => later) && !state.redo ? "told later" : "told",
    },
    lines.map(({ text, later }) => h("p", { class: later && "later" }, text)),
    redoButton(state, words, ui),
  );
}

/**
 * The sentences beside counts that are explained line by line: of the count that is just being told
 * only what was claimed, and the rest *later*, so that no sentence is ahead of the lines.
 */
export function beside(state, words, age) {
  const all = countsIn(state.latest);
  const own = all.find(({ lines }) => lines.some(({ at_ms }) => at_ms !== undefined));
  const last = own && state.record.at(-1);
  const later = Boolean(own?.lines.some(({ at_ms }) => at_ms > age));
  return sentences(state)
    .filter((line) => all.every(({ say }) => say !== line))
    .map((line) => (line === last?.say ? { text: claimed(last, own, state, words) } : { text: line, later }))
    .filter(({ text }) => text);
}

/** What was claimed, where that was not what the hand is worth. */
function claimed({ actions: [{ claim }] }, { of, total }, state, words) {
  if ((claim ?? total) === total) return null;
  const facts = { hand: handName(state, words, of), n: claim };
  return words("{hand}: {n} point claimed|{hand}: {n} points claimed", facts);
}

/** Every count that just became public, with its cards, each line when it is told. */
export const explained = (state, words, ui) => counts(state.latest, state, words, ui.age);

/** The counts that became public with *done*: the latest line, *age* ago, or an old entry. */
export const counts = (done, state, words, age = Number.POSITIVE_INFINITY) =>
  countsIn(done).map((notice) => oneCount(notice, state, words, age));

export const countsIn = ({ notices }) => notices.filter((notice) => notice.what === "counted");

/** The same, in a line each that unfolds. */
export const folded = (state, words) =>
  countsIn(state.latest).map(({ of, total, lines }) =>
    h(
      "details.told.explained",
      { "data-key": `folded-${of}` },
      h("summary", null, handName(state, words, of), h("output", null, total)),
      lineByLine(lines, words, () => null),
    ),
  );

const lineByLine = (lines, words, when) =>
  h(
    "ol.lines",
    null,
    lines.map((line) => oneLine(line, words, when(line))),
  );

/** A count, one line for each combination, with the running total. */
function oneCount({ of, total, lines }, state, words, age) {
  const isComing = ({ at_ms }) => at_ms > age;
  const now = lines.filter((line) => !isComing(line)).at(-1);
  return h(
    "section.told.explained",
    {
      "data-key": `counted-${of}`,
      class: lines.some(isComing) ? "told explained telling" : "told explained",
    },
    h(
      "h2",
      null,
      handName(state, words, of),
      h("output", null, lines.some(isComing) ? (now?.total ?? 0) : total),
    ),
    lineByLine(lines, words, (line) => (isComing(line) ? "coming" : line === now && "now")),
  );
}

/** A line that is still to come has its place already, so that nothing moves when it is told. */
const oneLine = ({ say, total, cards }, words, when) =>
  h(
    "li",
    { class: when },
    h(
      "span.minis",
      null,
      cards.map((card) => cardFace(card, words, { kind: "mini" })),
    ),
    h("span", null, say),
    h("b", null, total),
  );

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
  const shown = spoken ? [] : countsIn(state.latest).map((notice) => notice.say);
  const lines = sentences(state).filter((line) => !shown.includes(line));
  if (!lines.length && !state.redo) return null;
  return h(
    "section.told",
    { "aria-label": words("What just happened"), "data-key": "told" },
    lines.map((line) => h("p", null, line)),
    redoButton(state, words, ui),
  );
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

// What just happened, told as the table tells it: points, notices, and counts line by line.

import { cardFace } from "../card.js";
import { h } from "../h.js";
import { handName } from "../teams.js";
import { redoButton } from "./undo.js";

/** One sentence for each thing that just happened, said once, for the eyes and the live region. */
export function sentences(state, words) {
  const { version, notices } = state.latest;
  const last = state.record.at(-1);
  if (state.redo && notices.length === 0 && state.latest.awards.length === 0) {
    return [words("Taken back: {what}", { what: state.redo.say })];
  }
  const done = last && last.entry === version ? [last.say] : state.latest.awards.map((a) => a.say);
  return [...new Set([...done, ...notices.map((notice) => notice.say)])];
}

/** In sentences; *spoken* counts among them where they are not explained right below. */
export function told(state, words, ui, { spoken = false } = {}) {
  const shown = spoken ? [] : countsIn(state.latest).map((notice) => notice.say);
  const lines = sentences(state, words).filter((line) => !shown.includes(line));
  if (!lines.length && !state.redo) return null;
  return h(
    "section.told",
    { "aria-label": words("What just happened"), "data-key": "told" },
    lines.map((line) => h("p", null, line)),
    redoButton(state, words, ui),
  );
}

/** Every count that just became public, line by line with its cards. */
export const explained = (state, words) => counts(state.latest, state, words);

/** The counts that became public with *done*: the latest line, or an entry of the record. */
export const counts = (done, state, words) =>
  countsIn(done).map((notice) => oneCount(notice, state, words));

export const countsIn = ({ notices }) => notices.filter((notice) => notice.what === "counted");

/** A count, one line for each combination, with the running total. */
const oneCount = ({ of, total, lines }, state, words) =>
  h(
    "section.told.explained",
    { "data-key": `counted-${of}` },
    h("h2", null, handName(state, words, of), h("output", null, total)),
    h(
      "ol.lines",
      null,
      lines.map((line) => oneLine(line, words)),
    ),
  );

const oneLine = ({ say, total, cards }, words) =>
  h(
    "li",
    null,
    h(
      "span.minis",
      null,
      cards.map((card) => cardFace(card, words, { kind: "mini" })),
    ),
    h("span", null, say),
    h("b", null, total),
  );

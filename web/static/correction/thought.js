// What a correction would change, before it stands: scores, entries told otherwise or dropped.

import { h } from "../core/dom.js";
import { teamName } from "../game/teams.js";
import { wanted } from "./draft.js";

const MOST = 6;

/** Whether it may stand: the table thought about it, as it is now, and it is possible. */
export const isReady = ({ thought }) => thought?.status === 200;

export function thought(state, words, ui) {
  const { draft } = ui.mending;
  if (!wanted(draft)) return null;
  return h(
    "section.told.thought",
    { "aria-live": "polite", "data-key": "thought", "aria-label": words("What this changes") },
    lines(state, words, ui, draft.thought),
  );
}

function lines(state, words, ui, thought) {
  if (!thought) return h("p", null, words("One moment…"));
  const { status, told, breaks } = thought;
  if (status === 0) return unanswered(words, ui);
  if (status !== 200) return h("p", null, told.refused);
  return [
    breaks && h("p", null, breaks.refused),
    told.withheld ? withheld(words) : changes(state, words, told),
  ];
}

const unanswered = (words, ui) => [
  h("p", null, words("The table did not answer.")),
  h("button.text", { onclick: () => ui.mending.ask() }, words("Ask again")),
];

const withheld = (words) =>
  h(
    "p",
    null,
    words("What this changes is told once it stands: nobody is to know it sooner than the table."),
  );

const changes = (state, words, told) => [
  h(
    "p.marks",
    null,
    told.scores.map((score, team) => mark(state, words, team, told.before[team], score)),
  ),
  told.dropped.length > 0 && [
    h("p", null, words("Dropped:")),
    list(words, told.dropped, ({ say }) => h("s", null, say)),
  ],
  told.changed.length > 0 && list(words, told.changed, otherwise),
  h("p", null, told.prompt),
];

/** A team's score before and after. */
const mark = (state, words, team, before, after) =>
  h(
    "span",
    { class: `mark team-${team}` },
    h("b", null, teamName(state, words, team)),
    " ",
    before === after ? before : `${before} → ${after}`,
  );

const otherwise = ({ was, say }) => [h("s", null, was), " ", h("span", null, say)];

function list(words, entries, one) {
  const more = entries.length - MOST;
  return h(
    "ul",
    null,
    entries.slice(0, MOST).map((entry) => h("li", null, one(entry))),
    more > 0 && h("li", null, words("and {n} more|and {n} more", { n: more })),
  );
}

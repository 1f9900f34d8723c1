// The view of one corrected entry: the editor, the preview, and the button that saves it.

import { h } from "../core/dom.js";
import { enteredIn } from "../game/match.js";
import { actionLabel, teamName } from "../game/teams.js";
import { chip, loading } from "../views/controls.js";
import { BEFORE, INSTEAD, NO_POINTS, OUT, currentAction, forgettable, wantedActions, ways } from "./draft.js";
import { editor, reasonField } from "./editors.js";

export function correctionView(now, t, ui, act) {
  const { draft } = ui;
  if (!draft) return loading(t);
  const state = draft.past?.state ?? now;
  return h("main.scroll.correct",
    h("h2", { tabindex: -1 }, draft.entry.say),
    h("small", t("Entry {n}", { n: draft.entry.entry })),
    actionChips(state, t, ui, act),
    wayChips(t, ui, act),
    draft.way === BEFORE && kindChips(t, ui, act),
    editor(state, t, ui, act),
    draft.ofHand && draft.way === INSTEAD && h("p.quiet", t("This card was played: the play changes too.")),
    previewView(state, t, ui, act),
    reasonField(t, ui, act),
    correctionBar(t, ui, act),
  );
}

/** A chip for each action, if an earlier correction left several in the entry. */
function actionChips(state, t, ui, act) {
  const { entry, number } = ui.draft;
  if (entry.actions.length < 2) return null;
  return group(
    t("Which one?"),
    entry.actions.map((action, at) =>
      chip(actionLabel(action, state, t) ?? t("Entry {n}", { n: at + 1 }), at === number, () =>
        act.chooseAction(at),
      ),
    ),
  );
}

function wayChips(t, ui, act) {
  const { draft } = ui;
  if (ways(draft).length < 2) return null;
  const names = { [INSTEAD]: t("Edit"), [BEFORE]: t("Add one before"), [OUT]: t("Delete") };
  return group(
    t("What’s wrong?"),
    ways(draft).map((way) => chip(names[way], way === draft.way, () => act.chooseWay(way))),
  );
}

function kindChips(t, ui, act) {
  const { draft } = ui;
  const kinds = forgettable(currentAction(draft));
  if (kinds.length < 2) return null;
  const names = { play: t("A card"), go: t("Go"), peg: t("Points") };
  const fresh = { play: null, go: { do: "go" }, peg: NO_POINTS };
  return group(
    t("What’s missing?"),
    kinds.map((kind) =>
      chip(names[kind], kind === draft.kind && Boolean(draft.action || kind === "play"), () =>
        act.editDraft({ kind, action: fresh[kind], typed: null }),
      ),
    ),
  );
}

const group = (label, chips) =>
  h("div.chips.even", { role: "group", "aria-label": label, "data-key": label }, chips);

function correctionBar(t, ui, act) {
  const { draft } = ui;
  const drops = draft.preview?.breaks || draft.preview?.answer?.dropped?.length;
  return h("div.bar",
    h("button.second", { onclick: () => act.back() }, t("Keep as is")),
    h("button.prime", {
        class: drops ? "prime drops" : "prime",
        disabled: !wantedActions(draft) || draft.preview?.status !== 200,
        onclick: () => act.saveCorrection(),
      },
      drops ? t("Save and remove what follows")
        : { [BEFORE]: t("Add it"), [OUT]: t("Delete it") }[draft.way] ?? t("Save the change"),
    ),
  );
}

const MAX_ENTRIES = 6;

function previewView(state, t, ui, act) {
  const { draft } = ui;
  if (!wantedActions(draft)) return null;
  return h("section.callout.effects",
    { "aria-live": "polite", "data-key": "effects", "aria-label": t("What this changes") },
    previewLines(state, t, ui, act, draft.preview),
  );
}

function previewLines(state, t, ui, act, preview) {
  if (!preview) return h("p", t("One moment…"));
  const { status, answer, breaks, amend } = preview;
  if (status === 0) {
    return [
      h("p", t("No answer from the table.")),
      h("button.text", { onclick: () => act.preview() }, t("Ask again")),
    ];
  }
  if (status !== 200) return h("p", answer.refused);
  return [
    breaks && h("p", breaks.refused),
    amend.without && h("p", t("A go that no longer fits there is left out.")),
    answer.withheld ? withheldText(state, t) : changeLines(state, t, ui, answer),
  ];
}

/** Why consequences are withheld: decided by the current claims only, so that nothing leaks. */
const withheldText = ({ windows }, t) => h("p", windows.length > 0
  ? t("You’ll see the effect after saving. No hints while muggins is open.")
  : t("You’ll see the effect after saving. No looking ahead."));

const changeLines = (state, t, ui, answer) => [
  h("p.marks",
    answer.scores.map((score, team) => h("span", { class: `mark team-${team}` },
      h("b", teamName(state, t, team)), " ",
      answer.before[team] === score ? score : `${answer.before[team]} → ${score}`)),
  ),
  answer.dropped.length > 0 && [
    h("p", t("Removed:")),
    entryList(t, answer.dropped, ({ say }) => h("s", say)),
  ],
  answer.changed.length > 0 && entryList(t, answer.changed, changedEntry(ui.draft)),
  enteredIn(state) !== "points" && state.asks !== "points" && h("p", answer.prompt),
];

/** An entry before and after; shown once if only something is added, or if the new text contains the old. */
const changedEntry = ({ way, entry }) => ({ was, say }) =>
  (way === BEFORE && was === entry.say) || say.startsWith(was) || say.endsWith(was)
    ? h("span", say)
    : [h("s", was), " ", h("span", say)];

function entryList(t, entries, one) {
  const more = entries.length - MAX_ENTRIES;
  return h("ul",
    entries.slice(0, MAX_ENTRIES).map((entry) => h("li", one(entry))),
    more > 0 && h("li", t("and {n} more|and {n} more", { n: more })),
  );
}

// How an entry should have been: another card, other cards, points, names, or another beginning.

import { cardFace, knownCards, without } from "../game/cards.js";
import { h } from "../core/dom.js";
import { teamName } from "../game/teams.js";
import { chip, stepper } from "../views/chips.js";
import { field, textField } from "../views/controls.js";
import { cannotBe, key, pad } from "../views/play/pad.js";
import { BEFORE, OUT, current } from "./draft.js";
import { handEditor } from "./hand.js";
import { startEditor } from "./match.js";

const EDITORS = {
  draw: cardEditor,
  starter: cardEditor,
  play: cardEditor,
  go: cardEditor,
  count: handEditor,
  crib: handEditor,
  muggins: callEditor,
  peg: pegEditor,
  start: startEditor,
  rename: nameEditor,
};

export function editor(state, words, ui) {
  const { way, kind, action } = ui.mending.draft;
  if (way === OUT) return null;
  const edits = EDITORS[kind ?? action?.do] ?? cardEditor;
  return edits(state, words, ui);
}

/** Another card; in the play it may have been a go, too. */
function cardEditor(state, words, ui) {
  const { draft } = ui.mending;
  const old = current(draft);
  const inPlay = draft.way === BEFORE || ["play", "go"].includes(old?.do);
  const seen = isOfNow(state, draft) ? without(knownCards(state), replaced(draft, old)) : [];
  const was = draft.action?.do === "play" ? draft.action : { do: "play" };
  const one = inPlay ? was : draft.action;
  if (isChosen(draft, old)) return chosen(words, ui);
  return h(
    "div.editor",
    null,
    h("p", null, words("Which card was it?")),
    pad(words, ui, {
      barred: (card) => cannotBe(card, seen, words),
      onPick: (card) => ui.mending.pick({ kind: draft.kind && "play", action: { ...one, card } }),
      keys: inPlay && draft.kind === null ? goKeys(words, ui) : [],
    }),
  );
}

const isOfNow = (state, { entry }) => state.record.some((one) => one.entry === entry.entry);

const replaced = ({ way }, old) => (way !== BEFORE && old?.card ? [old.card] : []);

/** Once it is there, the pad makes room for what it would change. */
const isChosen = ({ way, action }, old) =>
  Boolean(action?.card ?? action?.do === "go") &&
  (way === BEFORE || JSON.stringify(action) !== JSON.stringify(old));

function chosen(words, ui) {
  const { draft } = ui.mending;
  const { action } = draft;
  const again = { action: draft.way === BEFORE ? null : current(draft) };
  return h(
    "div.picked",
    null,
    action.card ? cardFace(action.card, words) : h("b", null, goName(action, words)),
    draft.kind !== "go" &&
      h("button.text", { onclick: () => ui.mending.pick(again) }, words("Choose another")),
  );
}

const goName = ({ all }, words) => (all ? words("Nobody can") : words("Go"));

const goKeys = (words, ui) =>
  [
    [words("Go"), "go", { do: "go" }],
    [words("Nobody can"), "go all", { do: "go", all: true }],
  ].map(([name, kind, action]) =>
    key(name, { kind, ui, onPress: () => ui.mending.pick({ action }) }),
  );

function callEditor(state, words, ui) {
  const { action } = ui.mending.draft;
  return points(words, {
    label: words("Points that were missed"),
    value: action.points,
    onChange: (n) => ui.mending.change({ action: { ...action, points: n } }),
  });
}

const points = (words, asked) =>
  h("div.editor", null, h("p", null, words("How many points was it?")), stepper(words, asked));

/** Points by hand: for whom, forward or back, how many, and why. */
function pegEditor(state, words, ui) {
  const { action } = ui.mending.draft;
  const { team, points: n, reason } = action;
  const back = n < 0 || ui.mending.draft.back === true;
  const give = (changes) => ui.mending.change({ action: { ...action, ...changes } });
  const turn = (to) => ui.mending.change({ back: to, action: { ...action, points: turned(n, to) } });
  return h(
    "div.editor",
    null,
    h(
      "div.chips",
      { role: "group", "aria-label": words("Team") },
      state.scores.map((_, one) =>
        chip(teamName(state, words, one), one === team, () => give({ team: one })),
      ),
    ),
    stepper(words, {
      label: words("Points"),
      value: n === null ? null : Math.abs(n),
      onChange: (size) => give({ points: turned(size, back) }),
    }),
    h("div.chips", null, chip(words("Backward"), back, turn)),
    field(
      words("Why (if you like)"),
      textField(reason ?? "", (text) => give({ reason: text || undefined })),
    ),
  );
}

const turned = (n, back) => (n === null ? null : back ? -Math.abs(n) : Math.abs(n));

function nameEditor(state, words, ui) {
  const { action } = ui.mending.draft;
  return h(
    "div.editor.form",
    null,
    field(
      words("Player {n}", { n: action.seat + 1 }),
      textField(action.name, (name) => ui.mending.change({ action: { ...action, name } })),
    ),
  );
}

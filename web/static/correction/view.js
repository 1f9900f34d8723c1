// One entry being put right: how it should be, what that would change, and the tap that does it.

import { fewWords } from "../game/labels.js";
import { h } from "../core/dom.js";
import { chip } from "../views/chips.js";
import { BEFORE, INSTEAD, OUT, current, forgettable, wanted, ways } from "./draft.js";
import { editor } from "./editors.js";
import { isReady, thought } from "./thought.js";

export function correctView(state, words, ui) {
  const { draft } = ui.mending;
  if (!draft) return h("main.scroll", null, h("p", null, words("One moment…")));
  return h(
    "main.scroll.correct",
    null,
    h("h2", { tabindex: -1 }, draft.entry.say),
    h("small", null, words("Entry {n}", { n: draft.entry.entry })),
    among(state, words, ui),
    wayChips(words, ui),
    draft.way === BEFORE && kinds(words, ui),
    editor(state, words, ui),
    thought(state, words, ui),
    bar(words, ui),
  );
}

/** Which of several actions that stand at the entry since an earlier correction. */
function among(state, words, ui) {
  const { entry, number } = ui.mending.draft;
  if (entry.actions.length < 2) return null;
  return group(
    words("Which of them?"),
    entry.actions.map((action, at) =>
      chip(fewWords(action, state, words) ?? words("Entry {n}", { n: at + 1 }), at === number, () =>
        ui.mending.turn(at),
      ),
    ),
  );
}

function wayChips(words, ui) {
  const { draft } = ui.mending;
  if (ways(draft).length < 2) return null;
  const names = {
    [INSTEAD]: words("Correct"),
    [BEFORE]: words("Forgotten before"),
    [OUT]: words("Take out"),
  };
  return group(
    words("What is wrong?"),
    ways(draft).map((way) => chip(names[way], way === draft.way, () => ui.mending.way(way))),
  );
}

function kinds(words, ui) {
  const { draft } = ui.mending;
  const names = { play: words("A card"), go: words("Go"), peg: words("Points") };
  const fresh = { play: null, go: { do: "go" }, peg: { do: "peg", team: 0, points: null } };
  return group(
    words("What was forgotten?"),
    forgettable(current(draft)).map((kind) =>
      chip(names[kind], kind === draft.kind && Boolean(draft.action || kind === "play"), () =>
        ui.mending.pick({ kind, action: fresh[kind] }),
      ),
    ),
  );
}

const group = (label, chips) =>
  h("div.chips.even", { role: "group", "aria-label": label, "data-key": label }, chips);

function bar(words, ui) {
  const { draft } = ui.mending;
  const drops = draft.thought?.breaks || draft.thought?.told?.dropped?.length;
  return h(
    "div.bar",
    null,
    h("button.second", { onclick: () => ui.open("history") }, words("Leave as it is")),
    h(
      "button.prime",
      { disabled: !wanted(draft) || !isReady(draft), onclick: () => ui.mending.stand() },
      drops ? words("Put it right and drop what follows") : words("Put it right"),
    ),
  );
}


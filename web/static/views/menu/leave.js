// The question before a deal or a game is left: everybody at the table plays it.

import { h } from "../../core/dom.js";
import { sheetTitle } from "../controls.js";

/** By what is entered then: the phases in which it can be, the question, and its answer. */
const LEAVING = (t) => ({
  deal: [["cut", "play", "show"], t("Skip this deal?"), t("Skip it")],
  abandon: [["draw", "cut", "play", "show"], t("Call off this game?"), t("Call it off")],
});

export function leaveView(state, t, ui, act) {
  const [asked] = ui.asked;
  const [phases, question, answer] = LEAVING(t)[asked];
  return h("main.scroll.counts",
    sheetTitle(question),
    h("p", t("Undo brings it back.")),
    h("div.two",
      h("button.second", { onclick: () => act.back() }, t("Keep playing")),
      phases.includes(state.phase) &&
        h("button.prime", { onclick: () => act.submitAndClose({ do: asked }) }, answer),
    ),
  );
}

// Setting up a match: which game, who counts, what is entered, who sits where; the rest is folded.

import { h } from "../../core/dom.js";
import { entryModeIn, startAction } from "../../game/match.js";
import { sheetTitle } from "../controls.js";
import { assignmentView } from "./assignment.js";
import { familyChoices, familyForm } from "./families.js";
import { drawView } from "./draw.js";
import { gameFields, modeFields } from "./game.js";
import { extraFields } from "./options.js";
import { seatFields } from "./seating.js";

/** The sheet, for the page that loads it. */
export const install = () => ({ views: { setup: setupView, draw: drawView }, actions: {} });

function setupView(state, t, ui, act) {
  if (!ui.me.scorer) return idleView(state, t, ui, act);
  if (!ui.rulebook) return h("main.scroll", h("p.prompt", t("One moment…")));
  const row = ui.rulebook.rules[ui.setup.rules];
  return h("main.scroll.form.setup",
    assignmentView(state, t, ui, act),
    sheetTitle(t("A new match")),
    familyChoices(t, ui, act),
    gameFields(t, ui, act, row),
    modeFields(t, ui, act, row),
    seatFields(t, ui, act, row),
    extraFields(t, ui, act, row),
    familyForm(t, ui, act, row),
    h("div.bar",
      h("button.prime.wide",
        { onclick: () => act.startMatch(startAction(ui.setup, row, t), entryModeIn(ui.setup)) },
        t("Start"),
      ),
    ),
  );
}

const idleView = (state, t, ui, act) => h("main.nobody",
  assignmentView(state, t, ui, act),
  h("img", { src: "/board.svg", alt: "", width: 366, height: 106 }),
  h("h2", t("No game yet")),
  h("p", t("It will show up here as soon as one starts.")),
);

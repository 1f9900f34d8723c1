// Sitting down: which game, who counts, what is entered, who sits where; the rest folded away.

import { h } from "../../core/dom.js";
import { habitsIn, startOf } from "../../game/match.js";
import { familyChoices, familyKeeping } from "./families.js";
import { nobodyYet } from "./nobody.js";
import { gameFields } from "./game.js";
import { habitFields } from "./habits.js";
import { moreFields } from "./options.js";
import { placeFields } from "./seating.js";
import { sheetTitle } from "../sheet.js";

export function setupView(state, words, ui) {
  if (!ui.me.scorer) return nobodyYet(words);
  if (!ui.rows) return h("main.scroll", null, h("p.prompt", null, words("One moment…")));
  const row = ui.rows.rules[ui.setup.rules];
  return h(
    "main.scroll.form.setup",
    null,
    sheetTitle(words("A new match")),
    familyChoices(words, ui),
    gameFields(words, ui, row),
    habitFields(words, ui),
    placeFields(words, ui, row),
    moreFields(words, ui, row),
    familyKeeping(words, ui, row),
    h(
      "div.bar",
      null,
      h(
        "button.prime.wide",
        { onclick: () => ui.start(startOf(ui.setup, row, words), habitsIn(ui.setup)) },
        words("Start"),
      ),
    ),
  );
}

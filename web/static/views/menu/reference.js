// What one looks up: the rules in force, and the shortcuts of a keyboard.

import { h } from "../../core/dom.js";
import { sheetTitle } from "../controls.js";
import { skunkLines } from "../setup/options.js";

export function rulesView(state, t, ui) {
  if (!ui.rulebook || !ui.rulesSheet) return h("main.scroll", null, h("p", null, t("One moment…")));
  const { rules } = state;
  return h(
    "main.scroll.sheet",
    null,
    sheetTitle(rules.title),
    h("p.quiet", null, ui.rulebook.rules[rules.key].about),
    ui.rulesSheet.map(section),
    h(
      "details",
      null,
      h("summary", null, t("Every option")),
      h(
        "dl.facts",
        null,
        fact(t("Cards dealt"), rules.dealt),
        fact(t("Cards kept"), rules.hand),
        ui.rulebook.options.map((option) =>
          fact(option.title, optionText(rules[option.name], option, t)),
        ),
      ),
    ),
  );
}

const section = ({ title, lines }) =>
  h(
    "section",
    { "data-key": title },
    h("h3", null, title),
    h(
      "ul",
      null,
      lines.map((line) => h("li", null, line)),
    ),
  );

const fact = (title, value) => [h("dt", null, title), h("dd", null, value)];

function optionText(value, option, t) {
  if (value === null) return "–";
  if (option.kind === "skunks") return skunkLines(value, t);
  if (option.kind === "truth") return value ? t("yes") : t("no");
  if (option.kind === "one_of") return option.values.find((one) => one.value === value).title;
  return value;
}

export const shortcutsView = (state, t) =>
  h(
    "main.scroll",
    null,
    sheetTitle(t("Playing with a keyboard")),
    h(
      "dl.keyhelp",
      null,
      shortcuts(t).map(([typed, what]) => [
        h("dt", null, typed.map((one) => h("kbd", null, one))),
        h("dd", null, what),
      ]),
    ),
    h("p", null, t("Letters can be switched off in the settings.")),
  );

const shortcuts = (t) => [
  [["A", "2", "…", "9", t.rank("J"), t.rank("Q"), t.rank("K")], t("that rank")],
  [["0", "T"], t("ten")],
  [["Shift + S", "H", "D", "C"], t("spades, hearts, diamonds, clubs for the next card")],
  [["G"], t("Go")],
  [["N"], t("Nobody can lay a card")],
  [["U"], t("Undo")],
  [["Shift + U"], t("Redo")],
  [["← ↑ ↓ →"], t("from key to key")],
  [["Enter"], t("the green or coloured button at the bottom")],
  [["Escape"], t("Back to the table")],
];

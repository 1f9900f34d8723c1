// Reference: the rules in force, and keyboard shortcuts.

import { h } from "../../core/dom.js";
import { questionHelp } from "../../device/ask_aloud.js";
import { fact, loading, sheetTitle } from "../controls.js";
import { skunkLines } from "../setup/options.js";

export function rulesView(state, t, ui) {
  if (!ui.rulebook || !ui.rulesSheet) return loading(t);
  const { rules } = state;
  return h("main.scroll.sheet",
    sheetTitle(rules.title),
    h("p.quiet", ui.rulebook.rules[rules.key].about),
    ui.rulesSheet.map(section),
    h("details",
      h("summary", t("Every option")),
      h("dl.facts",
        fact(t("Cards dealt"), rules.dealt),
        fact(t("Cards kept"), rules.hand),
        ui.rulebook.options.map((option) =>
          fact(option.title, optionText(rules[option.name], option, rules, t)),
        ),
      ),
    ),
  );
}

const section = ({ title, lines }) =>
  h("section", { "data-key": title }, h("h3", title), h("ul", lines.map((line) => h("li", line))));

function optionText(value, option, rules, t) {
  if (value === null) return "–";
  if (option.kind === "skunks") return skunkLines(value, rules, t);
  if (option.kind === "targets") return value.join(" – ") || t("the same for all");
  if (option.kind === "truth") return value ? t("yes") : t("no");
  if (option.kind === "one_of") return option.values.find((one) => one.value === value).title;
  return value;
}

export const shortcutsView = (state, t) => h("main.scroll",
  sheetTitle(t("Playing with a keyboard")),
  h("dl.keyhelp",
    shortcuts(t).map(([typed, what]) => [
      h("dt", typed.map((one) => h("kbd", one))),
      h("dd", what),
    ]),
  ),
  h("p", t("You can turn letters off in the settings.")),
);

const shortcuts = (t) => [
  [["A", "2", "…", "9", t.rank("J"), t.rank("Q"), t.rank("K")], t("that rank")],
  [["0", "T"], t("ten")],
  [["Shift + S", "H", "D", "C"], t("spades, hearts, diamonds, clubs for the next card")],
  [["G"], t("Go")],
  [["N"], t("Nobody can play")],
  [["U"], t("Undo")],
  [["Shift + U"], t("Redo")],
  ...questionHelp(t),
  [["← ↑ ↓ →"], t("from key to key")],
  [["Enter"], t("the green or coloured button at the bottom")],
  [["Escape"], t("Back to the table")],
];

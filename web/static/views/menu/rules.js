// The rules in force, and the names of the players.

import { h } from "../../core/dom.js";
import { skunkLines } from "../../game/teams.js";
import { fact, field, goesOn, loading, sheetTitle, textField } from "../controls.js";

export function rulesView(state, t, ui, act) {
  if (!ui.rulebook || !ui.rulesSheet) return loading(t);
  const { rules } = state;
  return h("main.scroll.sheet",
    sheetTitle(rules.title),
    h("p.quiet", ui.rulebook.rules[rules.key].about),
    ui.me.scorer && h("details", { "data-key": "names" },
      h("summary", t("Names")),
      state.players.map((name, seat) => nameField(t, ui, act, name, seat)),
    ),
    ui.rulesSheet.map(section),
    h("details",
      h("summary", t("Every option")),
      h("dl.values",
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

function nameField(t, ui, act, name, seat) {
  const typed = ui.names[seat] ?? name;
  const rename = async () => {
    if (await act.submit({ do: "rename", seat, name: typed.trim() })) {
      act.set({ names: { ...ui.names, [seat]: undefined } });
    }
  };
  return h("div.naming", { "data-key": `name-${seat}` },
    field(t("Player\u00a0{n}", { n: seat + 1 }),
      textField(typed, (text) => act.set({ names: { ...ui.names, [seat]: text } }), goesOn),
    ),
    h("button.second", { disabled: typed.trim() === name || !typed.trim(), onclick: rename },
      t("Rename"),
    ),
  );
}

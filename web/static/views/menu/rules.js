// The rules in force, and the names of the players.

import { h } from "../../core/dom.js";
import { field, goesOn, loading, sheet, textField } from "../controls.js";

export function rulesView(state, t, ui, act) {
  if (!ui.rulebook || !ui.rulesSheet) return loading(t);
  const { rules } = state;
  return sheet("main.scroll.sheet", rules.title,
    h("p.quiet", ui.rulebook.rules[rules.key].about),
    ui.me.scorer && h("details", { "data-key": "names" },
      h("summary", t("Names")),
      state.players.map((name, seat) => {
        const typed = ui.names[seat] ?? name;
        const type = (text) => act.set({ names: { ...ui.names, [seat]: text } });
        const rename = async () =>
          (await act.submit({ do: "rename", seat, name: typed.trim() })) && type(undefined);
        return h("div.naming", { "data-key": `name-${seat}` },
          field(t("Player\u00a0{n}", { n: seat + 1 }), textField(typed, type, goesOn)),
          h("button.second", { disabled: typed.trim() === name || !typed.trim(), onclick: rename }, t("Rename")),
        );
      }),
    ),
    ui.rulesSheet.map(({ title, lines }) =>
      h("section", { "data-key": title }, h("h3", title), h("ul", lines.map((line) => h("li", line))))),
  );
}

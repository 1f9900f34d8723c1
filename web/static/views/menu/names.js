// Renaming the players.

import { h } from "../../core/dom.js";
import { field, goesOn, sheetTitle, textField } from "../controls.js";

export const namesView = (state, t, ui, act) => h("main.scroll.form",
  sheetTitle(t("Names")),
  state.players.map((name, seat) => oneName(t, ui, act, name, seat)),
);

function oneName(t, ui, act, name, seat) {
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

// Other names for the players, at any time.

import { h } from "../../core/dom.js";
import { field, textField } from "../controls.js";
import { sheetTitle } from "../sheet.js";

export function namesView(state, words, ui) {
  return h(
    "main.scroll.form",
    null,
    sheetTitle(words("Names")),
    state.players.map((name, seat) => oneName(words, ui, name, seat)),
  );
}

function oneName(words, ui, name, seat) {
  const typed = ui.names[seat] ?? name;
  const rename = async () => {
    if (await ui.act({ do: "rename", seat, name: typed.trim() })) {
      ui.set({ names: { ...ui.names, [seat]: undefined } });
    }
  };
  return h(
    "div.naming",
    { "data-key": `name-${seat}` },
    field(
      words("Player {n}", { n: seat + 1 }),
      textField(typed, (text) => ui.set({ names: { ...ui.names, [seat]: text } })),
    ),
    h(
      "button.second",
      { disabled: typed.trim() === name || !typed.trim(), onclick: rename },
      words("Rename"),
    ),
  );
}

// Cutting for the deal: each player in the draw shows a card, in any order.

import { cardFace } from "../../game/cards.js";
import { h } from "../../core/dom.js";
import { dealerView, isTapped } from "./dealer.js";
import { darkNote } from "../status.js";
import { cannotBe, pad } from "./pad.js";
import { told } from "../notices.js";
import { undoKey } from "./undo.js";

export function drawView(state, words, ui) {
  if (isTapped(state, ui)) return dealerView(state, words, ui);
  const drawer = ui.entry.seat ?? state.drawing[0];
  return h(
    "main",
    null,
    h(
      "div.above",
      null,
      told(state, words, ui),
      h("p.prompt", null, state.prompt),
      h(
        "div.drawers",
        { role: "group", "aria-label": words("Players") },
        state.players.map((name, seat) => place(state, words, ui, seat, seat === drawer)),
      ),
      darkNote(words, ui),
    ),
    ui.me.scorer &&
      pad(words, ui, {
        barred: (card) => cannotBe(card, thisRound(state), words),
        onPick: (card) => ui.act({ do: "draw", seat: drawer, card }),
        keys: [undoKey(state, words, ui)],
      }),
  );
}

/** The cards that lie open together: those of the latest round. */
function thisRound(state) {
  const round = Math.max(...state.drawn.map((cards) => cards.length));
  return state.drawn.flatMap((cards) => cards.slice(round - 1, round));
}

function place(state, words, ui, seat, on) {
  const due = state.drawing.includes(seat);
  const may = ui.me.scorer && due;
  return h(
    may ? "button" : "div",
    {
      class: `drawer${on && due ? " on" : ""}`,
      "data-key": `drawer-${seat}`,
      "aria-pressed": may ? on : null,
      onclick: may ? () => ui.enter({ seat }) : null,
    },
    h("b", null, state.players[seat]),
    h(
      "span.minis",
      null,
      state.drawn[seat].map((card) => cardFace(card, words, { kind: "mini" })),
    ),
    due && h("small", null, words("to draw")),
  );
}

// First dealer: by drawing cards or by a tap.

import { h } from "../../core/dom.js";
import { cardFace } from "../../game/cards.js";
import { dealerAction } from "../../game/match.js";
import { pegMark, playerName, teamOf } from "../../game/teams.js";
import { lettersNote, notices, promptLine } from "../notices.js";
import { actionBar, pad, undoKey, whyImpossible } from "../play/pad.js";

export function drawView(state, t, ui, act, lazy) {
  if (state.asks === "dealer") return dealerView(state, t, ui, act);
  const drawer = ui.entry.seat ?? state.drawing[0];
  return h("main",
    h("div.above",
      notices(state, t, ui, act),
      promptLine(state),
      h("div.drawers", { role: "group", "aria-label": t("Players") },
        state.players.map((name, seat) => drawerChip(state, t, ui, act, seat, seat === drawer)),
      ),
      lazy.headStart?.(state, t, ui, act) || lettersNote(t, ui, act),
    ),
    ui.me.scorer &&
      pad(t, ui, act, {
        barred: (card) => whyImpossible(card, thisRound(state), t),
        onPick: (card) => act.submit({ do: "draw", seat: drawer, card }),
        keys: [undoKey(state, t, act)],
      }),
  );
}

/** The face-up cards of the latest round. */
function thisRound(state) {
  const round = Math.max(...state.drawn.map((cards) => cards.length));
  return state.drawn.flatMap((cards) => cards.slice(round - 1, round));
}

function drawerChip(state, t, ui, act, seat, on) {
  const due = state.drawing.includes(seat);
  const may = ui.me.scorer && due;
  return h(may ? "button" : "div", {
      class: `drawer${on && due ? " on" : ""}`,
      "data-key": `drawer-${seat}`,
      "aria-pressed": may ? on : null,
      onclick: may ? () => act.editEntry({ seat }) : null,
    },
    h("b", playerName(state, t, seat)),
    h("span.minis", state.drawn[seat].map((card) => cardFace(card, t, { kind: "mini" }))),
    due && h("small", state.drawn[seat].length ? t("again") : t("to draw")),
  );
}

const dealerView = (state, t, ui, act) => h("main",
  h("div.above",
    notices(state, t, ui, act),
    h("p.prompt", t("Who deals?")),
    h("p.about", t("Cut the deck, then tap who deals.")),
    state.players.length > state.scores.length && h("p.about", t("Partners sit face to face.")),
    h("div.drawers", { role: "group", "aria-label": t("Players") },
      state.players.map((name, seat) =>
        h(ui.me.scorer ? "button" : "div", {
            class: `drawer team-${teamOf(state, seat)}`,
            "data-key": `dealer-${seat}`,
            onclick: ui.me.scorer ? () => act.submit(dealerAction(state, seat)) : null,
          },
          pegMark(teamOf(state, seat)),
          h("b", name),
        ),
      ),
    ),
    lettersNote(t, ui, act),
  ),
  actionBar(state, t, ui, act),
);

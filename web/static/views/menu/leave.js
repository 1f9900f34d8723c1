// The confirmation before a deal or game is abandoned, since it affects all players.

import { h } from "../../core/dom.js";
import { playerName } from "../../game/teams.js";
import { chip, sheetTitle } from "../controls.js";

/** By action: the phases in which it is possible, the question, and its answer. */
const LEAVING = (t) => ({
  deal: [["cut", "play", "show"], t("Skip this deal?"), t("Skip it")],
  misdeal: [["cut", "play"], t("Misdeal?"), t("Deal again")],
  abandon: [["draw", "cut", "play", "show"], t("Call off this game?"), t("Call it off")],
});

export function leaveView(state, t, ui, act) {
  const [asked] = ui.asked;
  const [phases, question, answer] = LEAVING(t)[asked];
  const isPossible = phases.includes(state.phase);
  const leave = (more) => act.submitAndClose({ do: asked, ...more });
  return h("main.scroll.counts",
    sheetTitle(question),
    asked === "misdeal" && isPossible && whatGoesBack(state, t),
    asked === "deal" && h("p", t("The points of this deal stay.")),
    h("p", t("Undo brings it back.")),
    h("div.two",
      h("button.second", { onclick: () => act.back() }, t("Keep playing")),
      isPossible && h("button.prime", { onclick: () => leave() }, answer),
    ),
    asked === "deal" && isPossible && h("section", { "data-key": "dealers" },
      h("h3", t("Dealt out of turn? Choose who deals")),
      h("div.chips", state.players.map((_, dealer) =>
        chip(playerName(state, t, dealer), false, () => leave({ dealer })))),
    ),
  );
}

function whatGoesBack(state, t) {
  const n = state.rules.misdeal;
  return h("p",
    t("The pegs go back to where they were before the play, and {name} deals again.",
      { name: playerName(state, t, state.dealer) }),
    n > 0 && [" ", state.rules.teams.length > 2
      ? t("Then the others get {n} point each.|Then the others get {n} points each.", { n })
      : t("Then the other side gets {n} point.|Then the other side gets {n} points.", { n })],
  );
}

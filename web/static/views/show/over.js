// The game is over: who won, by how much, what it counts, and what comes next.

import { h } from "../../core/dom.js";
import { currentMode } from "../../game/entry_mode.js";
import { rematchAction } from "../../game/match.js";
import { playersOf, verdict } from "../../game/teams.js";
import { tableRows } from "../controls.js";
import { latestCounts, notices } from "../notices.js";
import { actionBar } from "../play/undo.js";

export const overView = (state, t, ui, act) => h("main.scroll",
  h("h2.winner", verdict(t, state.winner !== null && playersOf(state, state.winner))),
  standings(state, t),
  notices(state, t, ui, act),
  latestCounts(state, t, ui),
  ui.me.scorer &&
    state.winner === null &&
    h("p.about", t("Left by mistake? Undo brings the game back.")),
  ui.me.scorer && newMatches(state, t, ui, act),
  actionBar(state, t, ui, act,
    h("button.prime", { "aria-keyshortcuts": "Enter", onclick: () => act.submit({ do: "next" }) },
      t("Next game"),
    ),
  ),
);

/** Next game goes on with this match; these begin another one. */
function newMatches(state, t, ui, act) {
  const mode = currentMode(state, ui);
  return h("div.two",
    h("button.second", {
      "data-key": "rematch",
      disabled: !ui.rulebook,
      onclick: () => act.startMatch(rematchAction(state, ui.rulebook, mode), mode),
    }, t("Rematch: all as before")),
    h("button.second",
      { "data-key": "new-match", disabled: !ui.rulebook, onclick: () => act.open("setup") },
      t("New match with other rules or players"),
    ),
  );
}

const standings = (state, t) => h("table.standings",
  tableRows([t("Players"), t("Points"), t("Games won")],
    state.scores.map((score, team) => [
      playersOf(state, team).join(" · "),
      score,
      state.games[team],
    ]),
  ),
);

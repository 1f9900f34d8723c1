// The game is over: who won, by how much, what it counts, and what comes next.

import { h } from "../../core/dom.js";
import { currentMode } from "../../game/entry_mode.js";
import { rematchAction } from "../../game/match.js";
import { displayName, playersOf } from "../../game/teams.js";
import { tableRows } from "../controls.js";
import { latestCounts, notices } from "../notices.js";
import { actionBar } from "../play/undo.js";

export function overView(state, t, ui, act) {
  return h(
    "main.scroll",
    null,
    h("h2.winner", null, verdict(state, t)),
    standings(state, t),
    notices(state, t, ui, act),
    latestCounts(state, t, ui),
    ui.me.scorer &&
      state.winner === null &&
      h("p.about", null, t("Left by mistake? Undo brings the game back.")),
    ui.me.scorer && newMatches(state, t, ui, act),
    actionBar(
      state,
      t,
      ui,
      act,
      h("button.prime", { "aria-keyshortcuts": "Enter", onclick: () => act.submit({ do: "next" }) }, t("Next game")),
    ),
  );
}

/** Next game goes on with this match; these begin another one. */
function newMatches(state, t, ui, act) {
  const habits = currentMode(state, ui);
  return h(
    "div.two",
    null,
    h(
      "button.second",
      {
        "data-key": "rematch",
        disabled: !ui.rulebook,
        onclick: () => act.startMatch(rematchAction(state, ui.rulebook, habits), habits),
      },
      t("Rematch: all as before"),
    ),
    h(
      "button.second",
      { "data-key": "new-match", disabled: !ui.rulebook, onclick: () => act.open("setup") },
      t("New match with other rules or players"),
    ),
  );
}

function verdict(state, t) {
  if (state.winner === null) return t("The game was left without a winner");
  const names = playersOf(state, state.winner).map((name) => displayName(t, name));
  return names.length === 1
    ? t("{name} wins!", { name: names[0] })
    : t("{one} and {other} win!", { one: names[0], other: names[1] });
}

function standings(state, t) {
  return h(
    "table.standings",
    null,
    tableRows(
      [t("Players"), t("Points"), t("Games won")],
      state.scores.map((score, team) => [
        playersOf(state, team).join(" · "),
        score,
        state.games[team],
      ]),
    ),
  );
}

// The game is over: who won, by how much, what it counts, and what comes next.

import { h } from "../../core/dom.js";
import { currentMode } from "../../game/entry_mode.js";
import { capitalised } from "../../game/labels.js";
import { rematchAction } from "../../game/match.js";
import { resultOf, verdict } from "../../game/result.js";
import { playersOf } from "../../game/teams.js";
import { tableRows } from "../controls.js";
import { latestCounts, notices } from "../notices.js";
import { actionBar } from "../play/undo.js";

export const overView = (state, t, ui, act) => h("main.scroll",
  h("h2.winner",
    verdict(t, state.winner !== null && playersOf(state, state.winner), state.decided),
  ),
  state.winner !== null && h("p.quiet.result", resultText(state, t)),
  standings(state, t),
  notices(state, t, ui, act),
  latestCounts(state, t, ui),
  ui.me.scorer &&
    state.winner === null &&
    h("p.about", t("Called off by mistake? Undo brings it back.")),
  ui.me.scorer && newMatches(state, t, ui, act),
  actionBar(state, t, ui, act,
    state.decided
      ? rematchButton(state, t, ui, act, "prime")
      : h("button.prime", { "aria-keyshortcuts": "Enter", onclick: () => act.submit({ do: "next" }) },
          t("Next game"),
        ),
  ),
);

/** Next game goes on with this match, unless it is decided; these begin another one. */
const newMatches = (state, t, ui, act) =>
  h("div.two",
    !state.decided && rematchButton(state, t, ui, act, "second"),
    h("button.second",
      { "data-key": "new-match", disabled: !ui.rulebook, onclick: () => act.open("setup") },
      t("New match with other rules or players"),
    ),
  );

function rematchButton(state, t, ui, act, kind) {
  const mode = currentMode(state, ui);
  return h(`button.${kind}`, {
    "data-key": "rematch",
    disabled: !ui.rulebook,
    onclick: () => act.startMatch(rematchAction(state, ui.rulebook, mode), mode),
  }, t("Rematch"));
}

/** "By 31 · skunk (below 91) · 3 game points": the sentence of the skunk is among what happened. */
function resultText({ rules, spread, record }, t) {
  const skunk = record.flatMap(({ notices }) => notices).find(({ what }) => what === "skunk");
  const result = { wins: rules.wins, spread, skunk: null, games: skunk?.games ?? rules.game };
  return capitalised(resultOf(result, t, rules.game > 1).filter(Boolean).join(" · "));
}

/** In a match over so many games those that were won, whatever each was worth. */
function standings(state, t) {
  const { best_of: bestOf, game } = state.rules;
  const columns = [
    (bestOf > 0 || game === 1) && [t("Games won"), bestOf > 0 ? state.wins : state.games],
    game > 1 && [t("Game points"), state.games],
  ].filter(Boolean);
  return h("table.standings",
    tableRows([t("Players"), t("Points"), ...columns.map(([title]) => title)],
      state.scores.map((score, team) => [
        playersOf(state, team).join(" · "),
        score,
        ...columns.map(([, games]) => games[team]),
      ]),
    ),
  );
}

// The game is over: who won, by how much, what it counts, and what comes next.

import { h } from "../../core/dom.js";
import { rematchOf } from "../../game/match.js";
import { called, playersOf } from "../../game/teams.js";
import { habitsSoFar } from "../../core/ui.js";
import { columns } from "../columns.js";
import { explained, told } from "../notices.js";
import { bar } from "../play/undo.js";

export function overView(state, words, ui) {
  return h(
    "main.scroll",
    null,
    h("h2.winner", null, verdict(state, words)),
    standings(state, words),
    told(state, words, ui),
    explained(state, words, ui),
    ui.me.scorer &&
      state.winner === null &&
      h("p.about", null, words("Left by mistake? Undo brings the game back.")),
    ui.me.scorer && newMatches(state, words, ui),
    bar(
      state,
      words,
      ui,
      h("button.prime", { "aria-keyshortcuts": "Enter", onclick: () => ui.act({ do: "next" }) }, words("Next game")),
    ),
  );
}

/** Next game goes on with this match; these begin another one. */
function newMatches(state, words, ui) {
  const habits = habitsSoFar(state, ui);
  return h(
    "div.two",
    null,
    h(
      "button.second",
      {
        "data-key": "rematch",
        disabled: !ui.rows,
        onclick: () => ui.start(rematchOf(state, ui.rows, habits), habits),
      },
      words("Rematch: all as before"),
    ),
    h(
      "button.second",
      { "data-key": "new-match", disabled: !ui.rows, onclick: () => ui.open("setup") },
      words("New match with other rules or players"),
    ),
  );
}

function verdict(state, words) {
  if (state.winner === null) return words("The game was left without a winner");
  const names = playersOf(state, state.winner).map((name) => called(words, name));
  return names.length === 1
    ? words("{name} wins!", { name: names[0] })
    : words("{one} and {other} win!", { one: names[0], other: names[1] });
}

function standings(state, words) {
  return h(
    "table.standings",
    null,
    columns(
      [words("Players"), words("Points"), words("Games won")],
      state.scores.map((score, team) => [
        playersOf(state, team).join(" · "),
        score,
        state.games[team],
      ]),
    ),
  );
}

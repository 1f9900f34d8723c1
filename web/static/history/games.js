// Every finished game, newest first: who played, how it ended, when and how long it was.

import { h } from "../core/dom.js";
import { sheetTitle } from "../views/sheet.js";
import { howLong, list, nameOf, teamOfGame, when } from "./saying.js";

export function gamesView(state, words, ui) {
  const { games, isAll } = ui.past;
  return h(
    "main.scroll",
    null,
    sheetTitle(words("Past games")),
    h(
      "div.pair",
      null,
      h("button.second", { onclick: () => ui.look("players") }, words("Players and averages")),
      h("button.second", { onclick: () => ui.look("quiz") }, words("Quiz")),
    ),
    games === null && h("p", null, words("One moment…")),
    games?.length === 0 && h("p.prompt", null, words("No game is finished yet")),
    h(
      "ol.games",
      null,
      games?.map((game) => h("li", { "data-key": nameOf(game) }, one(game, words, ui))),
    ),
    games?.length > 0 &&
      !isAll &&
      h("button.second", { onclick: () => ui.past.older() }, words("Older games")),
    ui.me.scorer &&
      h(
        "a.second.save",
        { href: `/api/v1/export?lang=${words.lang}`, download: true },
        words("Save the whole journal"),
      ),
  );
}

function one(game, words, ui) {
  return h(
    "button.item",
    { onclick: () => ui.look("game", nameOf(game)) },
    h(
      "span.sides",
      null,
      game.scores.map((score, team) =>
        h(
          "span",
          { class: team === game.winner ? "won" : null },
          teamOfGame(game, words, team),
          " ",
          h("b", null, score),
          team === game.winner && h("span.unseen", null, " ", words("won")),
        ),
      ),
    ),
    h("small", null, about(game, words, ui)),
  );
}

/** "Six-card cribbage · 20 Nov 2026, 20:14 · 34 min · skunk". */
export const about = (game, words, ui) =>
  list([
    ui.rows?.rules[game.key]?.title,
    when(game, words),
    howLong(game, words),
    game.skunk !== null && words("skunk"),
    game.winner === null && words("left"),
  ]);

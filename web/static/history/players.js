// Everybody who finished a game here: games won, skunks, averages, and the best hand ever.

import { h } from "../core/dom.js";
import { sheetTitle } from "../views/sheet.js";
import { cardsOf } from "./game.js";
import { average } from "./saying.js";

export function playersView(state, words, ui) {
  const { players } = ui.past;
  return h(
    "main.scroll.past",
    null,
    sheetTitle(words("Players and averages")),
    players === null && h("p", null, words("One moment…")),
    players?.length === 0 && h("p.prompt", null, words("No game is finished yet")),
    players?.map((player) => one(player, words, ui)),
    players?.length > 0 &&
      h("p.quiet", null, words("Points as they were pegged: a claim stands, whatever it missed.")),
    h("button.second", { onclick: () => ui.look("games") }, words("All games")),
  );
}

const one = (player, words, ui) =>
  h(
    "section.player",
    { "data-key": player.name },
    h("h3", null, player.name),
    h(
      "dl.facts",
      null,
      fact(words("Games won"), words("{won} of {games}", player)),
      fact(words("Skunks given and taken"), `${player.skunks_given} · ${player.skunks_taken}`),
      fact(words("Average hand"), average(player.hand_points, player.hands, words)),
      fact(words("Average crib"), average(player.crib_points, player.cribs, words)),
      fact(words("Pegging in a deal"), average(player.pegged, player.plays, words)),
    ),
    player.best_hand && best(words("Best hand"), player.best_hand, words, ui),
    player.best_crib && best(words("Best crib"), player.best_crib, words, ui),
  );

const fact = (title, value) => [h("dt", null, title), h("dd", null, value)];

const best = (title, { game, shown }, words, ui) =>
  h(
    "button.item.top",
    { onclick: () => ui.look("game", game) },
    h("span", null, title, " ", h("b", null, shown.points)),
    cardsOf(shown, words),
  );

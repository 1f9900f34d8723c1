// Everybody who finished a game here: games won, skunks, averages, and the best hand ever.

import { h } from "../core/dom.js";
import { sheetTitle } from "../views/controls.js";
import { cardsOf } from "./game.js";
import { average } from "./games.js";

export function playersView(state, t, ui) {
  const { players } = ui.past;
  return h(
    "main.scroll.past",
    null,
    sheetTitle(t("Players and averages")),
    players === null && h("p", null, t("One moment…")),
    players?.length === 0 && h("p.prompt", null, t("No game is finished yet")),
    players?.map((player) => playerSection(player, t, ui)),
    players?.length > 0 &&
      h("p.quiet", null, t("Points as they were pegged: a claim stands, whatever it missed.")),
    h("button.second", { onclick: () => ui.look("games") }, t("All games")),
  );
}

const playerSection = (player, t, ui) =>
  h(
    "section.player",
    { "data-key": player.name },
    h("h3", null, player.name),
    h(
      "dl.facts",
      null,
      fact(t("Games won"), t("{won} of {games}", player)),
      fact(t("Skunks given and taken"), `${player.skunks_given} · ${player.skunks_taken}`),
      fact(t("Average hand"), average(player.hand_points, player.hands, t)),
      fact(t("Average crib"), average(player.crib_points, player.cribs, t)),
      fact(t("Pegging in a deal"), average(player.pegged, player.plays, t)),
    ),
    player.best_hand && bestCount(t("Best hand"), player.best_hand, t, ui),
    player.best_crib && bestCount(t("Best crib"), player.best_crib, t, ui),
  );

const fact = (title, value) => [h("dt", null, title), h("dd", null, value)];

const bestCount = (title, { game, shown }, t, ui) =>
  h(
    "button.item.top",
    { onclick: () => ui.look("game", game) },
    h("span", null, title, " ", h("b", null, shown.points)),
    cardsOf(shown, t),
  );

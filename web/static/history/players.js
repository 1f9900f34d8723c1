// Everybody who finished a game here: games won, skunks, averages, and the best hand ever.

import { h } from "../core/dom.js";
import { signedPoints } from "../game/labels.js";
import { fact, sheetTitle } from "../views/controls.js";
import { cardsOf } from "./game.js";
import { average } from "./games.js";

export function playersView(state, t, ui, act) {
  const { players } = ui.history;
  return h("main.scroll.past",
    sheetTitle(t("Players and averages")),
    players === null && h("p", t("One moment…")),
    players?.length === 0 && h("p.prompt", t("No game is finished yet")),
    players?.map((player) => playerSection(player, t, ui, act)),
    players?.length > 0 &&
      h("p.quiet", t("Points as they were pegged: a claim stands, whatever it missed.")),
    h("button.second", { onclick: () => act.open("games") }, t("All games")),
  );
}

const playerSection = (player, t, ui, act) => h("section.player", { "data-key": player.name },
  h("h3", player.name),
  h("dl.facts",
    fact(t("Games won"), t("{won} of {games}", player)),
    fact(t("Spread"), signed(player.spread)),
    fact(t("Skunks given and taken"), `${player.skunks_given} · ${player.skunks_taken}`),
    fact(t("Average hand"), average(player.hand_points, player.hands, t)),
    fact(t("Average crib"), average(player.crib_points, player.cribs, t)),
    fact(t("Pegging in a deal"), average(player.pegged, player.plays, t)),
  ),
  player.best_hand && bestCount(t("Best hand"), player.best_hand, t, act),
  player.best_crib && bestCount(t("Best crib"), player.best_crib, t, act),
);

const signed = (points) => (points > 0 ? `+${points}` : signedPoints(points));

const bestCount = (title, { game, shown }, t, act) =>
  h("button.item.top", { onclick: () => act.open("game", game) },
    h("span", title, " ", h("b", shown.points)),
    cardsOf(shown, t),
  );

// One finished game: how the scores went, the best hands, everybody's averages, the last deal.

import { cardFace } from "../game/cards.js";
import { h } from "../core/dom.js";
import { called } from "../game/teams.js";
import { columns } from "../views/columns.js";
import { sheetTitle } from "../views/sheet.js";
import { chart, chartTable } from "./chart.js";
import { about } from "./games.js";
import { average, nameOf } from "./saying.js";

const BEST = 3;

export function gameView(state, words, ui) {
  const told = ui.past.game;
  if (!told) return h("main.scroll", null, h("p", null, words("One moment…")));
  const { game } = told;
  return h(
    "main.scroll.past",
    null,
    sheetTitle(verdict(game, words)),
    h("p.quiet", null, about(game, words, ui)),
    h(
      "button.prime.wide",
      { onclick: () => ui.look("replay", nameOf(game)) },
      words("See it again, entry by entry"),
    ),
    chart(told, words),
    averages(game, words),
    bestOf(told, words),
    h("details", null, h("summary", null, words("Score by deal")), chartTable(told, words)),
    h("details", null, h("summary", null, words("The last deal")), lastDeal(told)),
    h(
      "div.pair",
      null,
      h("button.second", { onclick: () => ui.look("games") }, words("All games")),
      ui.me.scorer &&
        h(
          "a.second.save",
          { href: `/api/v1/games/${nameOf(game)}/export?lang=${words.lang}`, download: true },
          words("Save this game"),
        ),
    ),
  );
}

function verdict(game, words) {
  if (game.winner === null) return words("The game was left without a winner");
  const names = game.teams[game.winner].map((seat) => called(words, game.players[seat]));
  return names.length === 1
    ? words("{name} wins!", { name: names[0] })
    : words("{one} and {other} win!", { one: names[0], other: names[1] });
}

const averages = (game, words) =>
  h(
    "table.figures",
    null,
    h("caption", null, words("On average")),
    columns(
      [words("Player"), words("Hand"), words("Crib"), words("Pegging")],
      game.figures.map((one, seat) => [
        game.players[seat],
        average(one.hand_points, one.hands, words),
        average(one.crib_points, one.cribs, words),
        average(one.pegged, one.plays, words),
      ]),
    ),
  );

function bestOf({ game, sheet }, words) {
  const top = (shown) => [...shown].sort((one, other) => other.points - one.points).slice(0, BEST);
  const hands = top(sheet.shown.filter(({ of }) => of !== "crib"));
  const cribs = top(sheet.shown.filter(({ of }) => of === "crib"));
  return [
    best(words("Best hands"), hands, game, words),
    best(words("Best cribs"), cribs, game, words),
  ];
}

const best = (title, shown, game, words) =>
  shown.length > 0 &&
  h(
    "section.best",
    { "data-key": title },
    h("h3", null, title),
    h(
      "ol",
      null,
      shown.map((one) =>
        h(
          "li",
          null,
          h("b", null, one.points),
          h("span", null, game.players[one.seat], h("small", null, words("Deal {n}", { n: one.deal }))),
          cardsOf(one, words),
        ),
      ),
    ),
  );

/** The cards of a hand, and the starter a little apart. */
export const cardsOf = ({ cards, starter }, words) =>
  h(
    "span.minis",
    null,
    cards.map((card) => cardFace(card, words, { kind: "mini" })),
    starter && h("span.beside", null, cardFace(starter, words, { kind: "mini" })),
  );

const lastDeal = ({ last_deal: entries }) =>
  h(
    "ol.record",
    null,
    entries.map(({ entry, say }) => h("li", { "data-key": `entry-${entry}` }, h("p", null, say))),
  );


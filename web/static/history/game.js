// One finished game: the score by deal, the best hands, everybody's averages, the last deal.

import { h } from "../core/dom.js";
import { cardFace } from "../game/cards.js";
import { verdict } from "../game/result.js";
import { loading, sheetTitle, tableRows } from "../views/controls.js";
import { average, gameName, gameSummary, teamOfGame } from "./games.js";

const BEST = 3;

export function gameView(state, t, ui, act) {
  const finished = ui.history.game;
  if (!finished) return loading(t);
  const { game } = finished;
  return h("main.scroll.past",
    sheetTitle(verdict(t, game.teams[game.winner]?.map((seat) => game.players[seat]))),
    h("p.quiet", gameSummary(game, t, ui)),
    h("button.prime.wide", { onclick: () => act.open("replay", gameName(game)) },
      t("Replay, entry by entry"),
    ),
    chart(finished, t),
    averages(game, t),
    bestOf(finished, t),
    h("details", h("summary", t("Score by deal")), chartTable(finished, t)),
    h("details", h("summary", t("The last deal")), lastDeal(finished)),
    h("div.pair",
      h("button.second", { onclick: () => act.open("games") }, t("All games")),
      ui.me.scorer && h("a.second.save",
        { href: `/api/v1/games/${gameName(game)}/export?lang=${t.lang}`, download: true },
        t("Save this game"),
      ),
    ),
  );
}

const averages = (game, t) => h("table.figures",
  h("caption", t("On average")),
  tableRows([t("Player"), t("Hand"), t("Crib"), t("Pegging")],
    game.figures.map((one, seat) => [
      game.players[seat],
      average(one.hand_points, one.hands, t),
      average(one.crib_points, one.cribs, t),
      average(one.pegged, one.plays, t),
    ]),
  ),
);

function bestOf({ game, sheet }, t) {
  const top = (shown) => [...shown].sort((one, other) => other.points - one.points).slice(0, BEST);
  const counted = sheet.shown.filter(({ passed }) => !passed);
  const hands = top(counted.filter(({ of }) => of !== "crib"));
  const cribs = top(counted.filter(({ of }) => of === "crib"));
  return [best(t("Best hands"), hands, game, t), best(t("Best cribs"), cribs, game, t)];
}

const best = (title, shown, game, t) =>
  shown.length > 0 &&
  h("section.best", { "data-key": title },
    h("h3", title),
    h("ol",
      shown.map((one) => h("li",
        h("b", one.points),
        h("span", game.players[one.seat], h("small", t("Deal {n}", { n: one.deal }))),
        cardsOf(one, t),
      )),
    ),
  );

/** The cards of a hand, and the starter a little apart. */
export const cardsOf = ({ cards, starter }, t) => h("span.minis",
  cards.map((card) => cardFace(card, t, { kind: "mini" })),
  starter && h("span.beside", cardFace(starter, t, { kind: "mini" })),
);

const lastDeal = ({ last_deal: entries }) => h("ol.record",
  entries.map(({ entry, say }) => h("li", { "data-key": `entry-${entry}` }, h("p", say))),
);

const [WIDE, HIGH] = [340, 190];
const EDGE = { left: 30, right: 14, top: 10, bottom: 22 };
const MARKS = [
  (x, y) => h("circle", { cx: x, cy: y, r: 4 }),
  (x, y) => h("rect", { x: x - 3.6, y: y - 3.6, width: 7.2, height: 7.2 }),
  (x, y) => h("path", { d: `M${x} ${y - 5}l4.6 8h-9.2z` }),
];

/** The scores at the beginning and after every deal, by team. */
const scoresByDeal = ({ sheet }) => [sheet.began, ...sheet.deals.map((one) => one.scores)];

function chart(finished, t) {
  const { game } = finished;
  const rows = scoresByDeal(finished);
  const across = (deal) =>
    EDGE.left + ((WIDE - EDGE.left - EDGE.right) * deal) / Math.max(rows.length - 1, 1);
  const up = (score) =>
    HIGH - EDGE.bottom - ((HIGH - EDGE.top - EDGE.bottom) * score) / game.target;
  return h("figure.chart",
    h("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": chartLabel(finished, t) },
      chartGrid(game, rows, across, up),
      game.teams.map((_, team) => chartLine(rows, team, across, up)),
    ),
    h("figcaption",
      game.teams.map((_, team) =>
        h("span", { class: `team-${team}` }, legendMark(team), teamOfGame(game, t, team)),
      ),
    ),
  );
}

const chartLabel = ({ game }, t) =>
  t("Score by deal: {scores}", {
    scores: game.scores.map((score, team) => `${teamOfGame(game, t, team)} ${score}`).join(", "),
  });

function chartGrid({ target, skunk }, rows, across, up) {
  const step = Math.ceil((rows.length - 1) / 8) || 1;
  const deals = rows.map((_, deal) => deal).filter((deal) => deal % step === 0);
  return h("g.grid",
    [0, 30, 60, 90, 120, 150, 180]
      .filter((score) => score < target - 8)
      .concat(target)
      .map((score) => [
        h("line", { x1: EDGE.left, x2: WIDE - EDGE.right, y1: up(score), y2: up(score) }),
        h("text", { x: EDGE.left - 5, y: up(score) + 4, "text-anchor": "end" }, score),
      ]),
    deals.map((deal) => h("text", { x: across(deal), y: HIGH - 6, "text-anchor": "middle" }, deal)),
    skunk !== null &&
      h("line.skunk", { x1: EDGE.left, x2: WIDE - EDGE.right, y1: up(skunk), y2: up(skunk) }),
  );
}

function chartLine(rows, team, across, up) {
  const points = rows.map((scores, deal) => [across(deal), up(scores[team])]);
  return h("g.line", { class: `line team-${team}` },
    h("path", { d: `M${points.map((point) => point.join(" ")).join("L")}` }),
    points.map(([x, y]) => MARKS[team](x, y)),
  );
}

const legendMark = (team) =>
  h("svg", { viewBox: "0 0 12 12", "aria-hidden": "true" }, MARKS[team](6, 6));

/** The same in figures. */
const chartTable = (finished, t) => h("table.figures.by-deal",
  h("caption", t("Score by deal")),
  tableRows(
    [t("Deal"), ...finished.game.teams.map((_, team) => teamOfGame(finished.game, t, team))],
    scoresByDeal(finished).map((scores, deal) => [deal, ...scores]),
  ),
);

// The score by deal: a line for each team, told apart by colour, mark and name; and as a table.

import { h } from "../core/dom.js";
import { columns } from "../views/columns.js";
import { teamOfGame } from "./saying.js";

const [WIDE, HIGH] = [340, 190];
const EDGE = { left: 30, right: 14, top: 10, bottom: 22 };
const MARKS = [
  (x, y) => h("circle", { cx: x, cy: y, r: 4 }),
  (x, y) => h("rect", { x: x - 3.6, y: y - 3.6, width: 7.2, height: 7.2 }),
  (x, y) => h("path", { d: `M${x} ${y - 5}l4.6 8h-9.2z` }),
];

/** The scores at the beginning and after every deal, by team. */
const scoresByDeal = ({ sheet }) => [sheet.began, ...sheet.deals.map((one) => one.scores)];

export function chart(told, words) {
  const { game } = told;
  const rows = scoresByDeal(told);
  const across = (deal) =>
    EDGE.left + ((WIDE - EDGE.left - EDGE.right) * deal) / Math.max(rows.length - 1, 1);
  const up = (score) =>
    HIGH - EDGE.bottom - ((HIGH - EDGE.top - EDGE.bottom) * score) / game.target;
  return h(
    "figure.chart",
    null,
    h(
      "svg",
      { viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": spoken(told, words) },
      grid(game, rows, across, up),
      game.teams.map((_, team) => line(rows, team, across, up)),
    ),
    h(
      "figcaption",
      null,
      game.teams.map((_, team) =>
        h("span", { class: `team-${team}` }, sample(team), teamOfGame(game, words, team)),
      ),
    ),
  );
}

const spoken = ({ game }, words) =>
  words("Score by deal: {scores}", {
    scores: game.scores.map((score, team) => `${teamOfGame(game, words, team)} ${score}`).join(", "),
  });

function grid({ target, skunk }, rows, across, up) {
  const step = Math.ceil((rows.length - 1) / 8) || 1;
  const deals = rows.map((_, deal) => deal).filter((deal) => deal % step === 0);
  return h(
    "g.grid",
    null,
    [0, 30, 60, 90, 120, 150, 180]
      .filter((score) => score < target - 8)
      .concat(target)
      .map((score) => [
        h("line", { x1: EDGE.left, x2: WIDE - EDGE.right, y1: up(score), y2: up(score) }),
        h("text", { x: EDGE.left - 5, y: up(score) + 4, "text-anchor": "end" }, score),
      ]),
    deals.map((deal) =>
      h("text", { x: across(deal), y: HIGH - 6, "text-anchor": "middle" }, deal),
    ),
    skunk !== null &&
      h("line.skunk", { x1: EDGE.left, x2: WIDE - EDGE.right, y1: up(skunk), y2: up(skunk) }),
  );
}

function line(rows, team, across, up) {
  const points = rows.map((scores, deal) => [across(deal), up(scores[team])]);
  return h(
    "g.line",
    { class: `line team-${team}` },
    h("path", { d: `M${points.map((point) => point.join(" ")).join("L")}` }),
    points.map(([x, y]) => MARKS[team](x, y)),
  );
}

const sample = (team) =>
  h("svg", { viewBox: "0 0 12 12", "aria-hidden": "true" }, MARKS[team](6, 6));

/** The same in figures. */
export const chartTable = (told, words) =>
  h(
    "table.figures.by-deal",
    null,
    h("caption", null, words("Score by deal")),
    columns(
      [words("Deal"), ...told.game.teams.map((_, team) => teamOfGame(told.game, words, team))],
      scoresByDeal(told).map((scores, deal) => [deal, ...scores]),
    ),
  );

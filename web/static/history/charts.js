// Charts: each team's score after every deal of a game; bars with names; columns. Each number is also text.

import { h } from "../core/dom.js";
import { teamOfGame } from "./games.js";

const [WIDE, HIGH] = [340, 190];
const EDGE = { left: 36, right: 14, top: 16, bottom: 22 };
const MARKS = [
  (x, y) => h("circle", { cx: x, cy: y, r: 4 }),
  (x, y) => h("rect", { x: x - 3.6, y: y - 3.6, width: 7.2, height: 7.2 }),
  (x, y) => h("path", { d: `M${x} ${y - 5}l4.6 8h-9.2z` }),
  (x, y) => h("path", { d: `M${x} ${y - 5}l5 5l-5 5l-5-5z` }),
  (x, y) => h("path", { d: `M${x} ${y + 5}l4.6-8h-9.2z` }),
];

/** The scores at the start and after every deal, by team. */
export const scoresByDeal = ({ sheet }) => [sheet.began, ...sheet.deals.map((one) => one.scores)];

/** A line per team through *rows*, the scores at the start and after every deal, with room for four deals at
 * least. With *par*, the points that a player makes in a deal on average, it has room for a whole game. */
export function chart(game, rows, t, par = null) {
  const deals = Math.max(rows.length - 1, par ? Math.ceil(game.target / par) : 4);
  const across = (deal) => EDGE.left + ((WIDE - EDGE.left - EDGE.right) * deal) / deals;
  const up = (score) =>
    HIGH - EDGE.bottom - ((HIGH - EDGE.top - EDGE.bottom) * score) / game.target;
  const scores = rows.at(-1).map((score, team) => `${teamOfGame(game, t, team)} ${score}`).join(", ");
  return h("figure.chart", { "data-key": "chart" },
    h("svg", {
        viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": t("Score by deal: {scores}", { scores }),
      },
      chartGrid(game, deals, across, up, t),
      par && parLine(across(0), up(0), across(game.target / par), up(game.target)),
      game.teams.map((_, team) => {
        const points = rows.map((scores, deal) => [across(deal), up(scores[team])]);
        return h("g.line", { class: `line team-${team}` },
          h("path", { d: `M${points.map((point) => point.join(" ")).join("L")}` }),
          points.map(([x, y]) => MARKS[team](x, y)),
        );
      }),
    ),
    h("figcaption",
      game.teams.map((_, team) =>
        h("span", { class: `team-${team}` }, legendMark(MARKS[team](6, 6)), teamOfGame(game, t, team)),
      ),
      par && h("span", legendMark(parLine(0, 6, 12, 6)), t("Par: {n} a deal each", { n: par })),
    ),
  );
}

const parLine = (x1, y1, x2, y2) => h("line.par", { x1, y1, x2, y2 });

function chartGrid({ target, skunk }, deals, across, up, t) {
  const step = Math.ceil(deals / 8);
  return h("g.grid",
    [0, 30, 60, 90, 120, 150, 180]
      .filter((score) => score < target - 8 && (skunk === null || !score || Math.abs(score - skunk) > 8))
      .concat(target)
      .map((score) => [
        h("line", { x1: EDGE.left, x2: WIDE - EDGE.right, y1: up(score), y2: up(score) }),
        h("text", { x: EDGE.left - 5, y: up(score) + 4, "text-anchor": "end" }, score),
      ]),
    Array.from({ length: Math.floor(deals / step) }, (_, at) => step * (at + 1)).map((deal) =>
      h("text", { x: across(deal), y: HIGH - 6, "text-anchor": "middle" },
        deal === step ? t("Deal {n}", { n: deal }) : deal)),
    skunk !== null && [
      h("line.skunk", { x1: EDGE.left, x2: WIDE - EDGE.right, y1: up(skunk), y2: up(skunk) }),
      h("text", { x: EDGE.left - 5, y: up(skunk) + 4, "text-anchor": "end" }, skunk),
      // On the left, where no score has reached that height.
      h("text", { x: EDGE.left + 4, y: up(skunk) - 5 }, t("Skunk")),
    ],
  );
}

const legendMark = (mark) => h("svg", { viewBox: "0 0 12 12", "aria-hidden": "true" }, mark);

/** One bar for each of {name, value, text}, scaled to the longest. */
export function bars(title, rows) {
  const most = Math.max(...rows.map(({ value }) => value)) || 1;
  return h("figure.bars", { "data-key": title },
    h("figcaption", title),
    h("dl",
      rows.map(({ name, value, text }) => [
        h("dt", name),
        h("dd",
          h("svg", { viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" },
            h("rect", { width: (100 * value) / most, height: 10 }),
          ),
          h("span", text),
        ),
      ]),
    ),
  );
}

/** One column for each of {name, value}. */
export function columns(title, steps) {
  const most = Math.max(...steps.map(({ value }) => value)) || 1;
  const wide = WIDE / steps.length;
  const words = steps.map(({ name, value }) => `${name}: ${value}`).join(", ");
  return h("figure.chart", { "data-key": title },
    h("figcaption", title),
    h("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": `${title}: ${words}` },
      steps.map(({ name, value }, at) => {
        const tall = ((HIGH - EDGE.top - EDGE.bottom) * value) / most;
        const middle = wide * (at + 0.5);
        return h("g",
          h("rect", {
            x: wide * at + 2, y: HIGH - EDGE.bottom - tall, width: wide - 4, height: tall,
          }),
          value > 0 && h("text", { x: middle, y: HIGH - EDGE.bottom - tall - 4,
            "text-anchor": "middle" }, value),
          h("text", { x: middle, y: HIGH - 5, "text-anchor": "middle" }, name),
        );
      }),
    ),
  );
}

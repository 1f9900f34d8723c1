// A small board with one straight track per side and animated pegs.

import { h } from "../core/dom.js";

const WIDTH = 244;
const LANE = 14;

/** The board of a table in *state*; the pegs are animated in css/club/wall.css. */
export function smallBoard(t, { target, pegs, players, scores }) {
  const x = (points) => 8 + (Math.min(points, target) * (WIDTH - 16)) / target;
  const skunk = target - 30;
  return h("svg.street", {
      viewBox: `0 0 ${WIDTH} ${LANE * pegs.length + 4}`, role: "img",
      "aria-label": t("Board: {pegs}", { pegs: spoken(players, scores) }),
    },
    marks(x, target, pegs.length),
    h("line.skunk", { x1: x(skunk), x2: x(skunk), y1: 1, y2: LANE * pegs.length + 3 }),
    pegs.map(([front, back], team) => {
      const y = LANE * (team + 0.5) + 2;
      return h("g", { class: `team-${team}`, "data-key": `team-${team}` },
        h("line.lane", { x1: x(0), x2: x(target), y1: y, y2: y }),
        h("circle.back", { cx: x(back), cy: y, r: 3.4 }),
        h("circle.front", { cx: x(front), cy: y, r: 5 }),
      );
    }),
  );
}

const spoken = (players, scores) => scores.map((score, team) => `${players[team]} ${score}`).join("; ");

/** A hole every five points, and a line every thirty. */
function marks(x, target, teams) {
  const fives = Array.from({ length: Math.floor(target / 5) }, (_, at) => 5 * (at + 1));
  return fives.map((points) => points % 30
    ? Array.from({ length: teams }, (_, team) =>
      h("circle.hole", { cx: x(points), cy: LANE * (team + 0.5) + 2, r: 1.1 }))
    : h("line.thirty", { x1: x(points), x2: x(points), y1: 2, y2: LANE * teams + 2 }));
}

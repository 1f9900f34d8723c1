// The pegs on a plain board: rows of sixty holes, there and back, a lane for each team.

import { h } from "../h.js";
import { playersOf } from "../teams.js";

const ROW = 60;
const PITCH = 6;
const LANE = 9;
const BETWEEN_ROWS = 5;
const MARGIN = 10;

/** Where the signs of the teams lie on their pegs, as on the scores: nothing, a cross, a bar. */
const SIGNS = [null, "M-2-2L2 2M-2 2L2-2", "M-2.5 0H2.5"];

export function board(state, words) {
  const teams = state.scores.length;
  const rows = Math.max(1, Math.round(state.rules.target / ROW));
  const high = rows * (teams * LANE + BETWEEN_ROWS);
  return h(
    "svg.board",
    {
      viewBox: `0 0 ${(ROW + 1) * PITCH + 2 * MARGIN} ${high + BETWEEN_ROWS}`,
      role: "img",
      "aria-label": words("Board: {pegs}", { pegs: spoken(state) }),
    },
    state.scores.map((_, team) => [
      Array.from({ length: rows }, (_none, row) => lane(row, team, teams)),
      h("circle.hole", at(placeOf(state.rules.target, state, rows), team, teams, 2.2)),
    ]),
    state.pegs.map(([front, back], team) => [
      peg("back", back, team, state, rows),
      peg("front", front, team, state, rows),
    ]),
  );
}

const spoken = (state) =>
  state.pegs
    .map(([front, back], team) => `${playersOf(state, team).join(", ")} ${front} (${back})`)
    .join("; ");

function lane(row, team, teams) {
  const y = depth(row, team, teams);
  const ends = { x1: x(row, 0), x2: x(row, ROW - 1), y1: y, y2: y };
  return [
    h("line.lane", { ...ends, class: `lane team-${team}` }),
    h("line.holes", { ...ends, "stroke-dasharray": `0 ${PITCH}` }),
  ];
}

/** Row and column of a hole. 0 lies before the first hole, the game hole behind the last. */
function placeOf(hole, state, rows) {
  if (hole <= 0) return { row: 0, column: -1 };
  const row = Math.min(Math.floor((hole - 1) / ROW), rows - 1);
  return { row, column: Math.min(hole - 1 - row * ROW, ROW) };
}

/** Every other row runs back. */
const x = (row, column) => MARGIN + PITCH * (1 + (row % 2 ? ROW - 1 - column : column));
const depth = (row, team, teams) =>
  BETWEEN_ROWS + LANE / 2 + row * (teams * LANE + BETWEEN_ROWS) + team * LANE;

const at = ({ row, column }, team, teams, r) => ({
  cx: x(row, column),
  cy: depth(row, team, teams),
  r,
});

function peg(kind, hole, team, state, rows) {
  const place = at(
    placeOf(hole, state, rows),
    team,
    state.scores.length,
    kind === "front" ? 4.5 : 3,
  );
  return h(
    "g",
    { class: `${kind} team-${team}` },
    h("circle", place),
    kind === "front" &&
      SIGNS[team] &&
      h("path", { d: SIGNS[team], transform: `translate(${place.cx} ${place.cy})` }),
  );
}

// The board, told in a sentence for those who do not see it. The pegs on it move by themselves.

import { h } from "../core/dom.js";
import { playersOf } from "../game/teams.js";

export const board = (state, words, ui) =>
  h("div.board", {
    "data-own": true,
    "data-key": "board",
    role: "img",
    "aria-label": words("Board: {pegs}", { pegs: spoken(state, words, ui.board) }),
  });

const spoken = (state, words, board) =>
  state.pegs.map((pegs, team) => oneTeam(state, words, board, team, pegs)).join("; ");

function oneTeam(state, words, board, team, [front, back]) {
  const pegs = `${playersOf(state, team).join(", ")} ${front} (${back})`;
  const laps = board?.game?.laps ?? 1;
  if (laps === 1) return pegs;
  const [, n] = board.game.stands[front] ?? [0, laps];
  return `${pegs}, ${words("lap {n} of {laps}", { n, laps })}`;
}

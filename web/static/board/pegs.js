// The pegs on the drawn board, animated when the score changes.

import { h } from "../core/dom.js";
import { ageOf, pathOf, pointsAt, restsAt } from "../game/timeline.js";
import { mount, standOf } from "./board.js";

/** Minimum diameter of a front peg's head in pixels, however small the board is. */
const HEAD = 12;
const DRAWN_HEAD = 1.18;
/** Radius of the dark rim around a peg, needed on a track of the same colour. */
const RIM = { front: 0.72, back: 0.54 };

/** show(place, board, state, until) updates the pegs in the element *place*; animation pauses at *until*
 * milliseconds. */
export function pegRenderer() {
  let now = { version: null, board: null, place: null, seen: [] };
  let next = null;

  function show(place, board, state, until) {
    if (!place || !board) return;
    if (now.board !== board || now.place !== place) now = { ...now, ...laid(place, board) };
    if (!board.game) return;
    if (now.version !== snapshotKey(state)) now = { ...now, ...startWalks(state, now) };
    Object.assign(now, { state, until });
    draw();
  }

  function draw() {
    cancelAnimationFrame(next);
    const age = ageOf(now.state);
    const ms = Math.min(age, now.until);
    now.seen = now.state.pegs.map(([front], team) => pointsAt(now.ways[team], ms, front));
    now.layer.replaceChildren(...standing(now));
    if (age < now.until && ms < restsAt(now.ways)) next = requestAnimationFrame(draw);
  }

  addEventListener("resize", () => now.ways && draw());
  return show;
}

const snapshotKey = ({ journal, version }) => `${journal} ${version}`;
const laid = (place, board) => ({ place, board, layer: mount(board, place) });

/** Starts the animation; a peg already shown for the same table moves on from its position. */
function startWalks(state, { version, seen }) {
  const known = version?.split(" ")[0] === state.journal ? seen : [];
  return {
    version: snapshotKey(state),
    ways: state.pegs.map((_, team) => pathOf(state, team, known[team])),
  };
}

function standing({ board, place, state: { pegs }, seen }) {
  const size = headSize(board, place);
  const back = pegs.map(([, points], team) => peg("back", points, team, board, size));
  const front = seen.map((points, team) => peg("front", points, team, board, size));
  return [...spread(back, board), ...spread(front, board)].map(({ x, y, kind, team, lap, isHome }) =>
    h("g", { "data-peg": `${kind}-${team}`, transform: `translate(${x} ${y}) scale(${size})` },
      h("circle", { r: RIM[kind] * Math.min(board.pitch, board.lane) }),
      h("use", { href: `#${kind}-${team}` }),
      kind === "front" && !isHome && lap > 1 && lapMark(lap, board.pitch),
    ),
  );
}

/** Pegs are drawn larger than their holes by this factor. */
function headSize({ size, pitch, lane }, place) {
  const scale = Math.min(place.clientWidth / size[0], place.clientHeight / size[1]) || 1;
  return Math.max(1, HEAD / (DRAWN_HEAD * Math.min(pitch, lane) * scale));
}

function peg(kind, points, team, { game, tracks }) {
  const track = tracks[game.tracks[team]];
  const [hole, lap] = standOf(game, team, points);
  const isHome = points >= game.goals[team];
  const [x, y] = hole ? track.holes[hole - 1] : track.starts[kind === "front" ? 0 : 1];
  return { kind, team, lap, isHome, x, y };
}

/** Offsets pegs that share a hole. */
const spread = (pegs, { pitch }) => pegs.map((one, place) => {
  const before = pegs.slice(0, place).filter(({ x, y }) => x === one.x && y === one.y).length;
  return { ...one, x: one.x + 0.6 * before * pitch, y: one.y + 0.3 * before * pitch };
});

/** Label beside a peg's head with its lap, unless it has finished. */
function lapMark(lap, pitch) {
  const at = 0.62 * pitch;
  return h("g.lap", { transform: `translate(${at} ${-at})` },
    h("circle", { r: 0.42 * pitch }),
    h("text", { "font-size": 0.7 * pitch, dy: 0.25 * pitch }, lap),
  );
}

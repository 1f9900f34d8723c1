// The pegs on the drawn board. They stand where the table says, and walk when that changes.

import { h } from "../core/dom.js";
import { ageOf, pathOf, pointsAt, restsAt } from "../game/timeline.js";
import { mount, standOf } from "./board.js";

/** Pixels: how wide the head of a front peg is at least, however small the board is drawn. */
const HEAD = 12;
const DRAWN_HEAD = 1.18;
/** The radius of the dark rim around a peg, which a track of its own colour would hide. */
const RIM = { front: 0.72, back: 0.54 };

/** show(place, board, state, until) keeps the pegs in the element *place*, from one state to the next;
 * past the millisecond *until* they wait. */
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

/** Start the walks; a peg that was seen at the same table walks on from there. */
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

/** The factor by which pegs are drawn larger than their holes. */
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

/** Pegs that share a hole lean away from each other. */
const spread = (pegs, { pitch }) => pegs.map((one, place) => {
  const before = pegs.slice(0, place).filter(({ x, y }) => x === one.x && y === one.y).length;
  return { ...one, x: one.x + 0.6 * before * pitch, y: one.y + 0.3 * before * pitch };
});

/** In which lap a peg is, beside its head; one that is home has run them all. */
function lapMark(lap, pitch) {
  const at = 0.62 * pitch;
  return h("g.lap", { transform: `translate(${at} ${-at})` },
    h("circle", { r: 0.42 * pitch }),
    h("text", { "font-size": 0.7 * pitch, dy: 0.25 * pitch }, lap),
  );
}

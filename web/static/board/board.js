// The board as drawn by the server, its description for screen readers, and the pegs on it.

import { get, resource } from "../core/api.js";
import { h, patchChildren } from "../core/dom.js";
import { playersOf } from "../game/teams.js";
import { ageOf, pathOf, pointsAt, restsAt } from "../game/timeline.js";

/** Screens with a column for a board in portrait orientation, as in css/layout.css. */
export const roomy = matchMedia("(min-width: 47em) and (min-height: 40em)");
export const upright = matchMedia("(orientation: portrait)");
export const wayOf = (screen) => (screen.matches ? "portrait" : "landscape");

/** The board of the current game in *store*, in either orientation; keeps drawings for rotating back. */
export function boardResource(store, way = () => "landscape", after = null) {
  const kept = new Map();
  return resource({
    key: () => {
      const game = store.state && boardKey(store.state);
      return game && `${way()} ${game}`;
    },
    load: async (key) => {
      const board = kept.get(key) ?? (await loadBoard({ of: "page", way: way(), lang: store.t.lang }));
      if (!board || !isBoardFor(board, store.state)) return null;
      if (kept.size > 3) kept.clear();
      kept.set(key, board);
      return board;
    },
    onLoad: (board) => store.set({ board }),
    onDrop: () => store.set({ board: null }),
    after,
  });
}

/** Fetches the board *of* the "page" or the "strip" in an orientation, for the current game or a finished
 * *game*; null if the request failed. */
export async function loadBoard({ of, way, lang, game = null }) {
  const { status, body } = await get("board", lang, { of, way, ...(game && { game }) });
  if (status !== 200) return null;
  try {
    const answer = await fetch(body.drawing);
    if (!answer.ok) return null;
    const drawn = new DOMParser().parseFromString(await answer.text(), "image/svg+xml");
    return { ...body, art: document.importNode(drawn.documentElement, true) };
  } catch {
    return null;
  }
}

const boardKey = ({ journal, rules, live: { settings_tag } }) =>
  rules &&
  JSON.stringify([
    journal, rules.shape, rules.target, rules.target_by_team, rules.teams, rules.skunks, settings_tag,
  ]);

/** True if *board* matches the game in *state*; the two are fetched separately. */
const isBoardFor = ({ game, misfit }, { pegs, rules }) =>
  misfit !== null ||
  (game !== null && game.tracks.length === pegs.length && game.stands.length === rules.target + 1);

/** The hole and lap of a peg of *team* at *points*, at most at the goal. */
export const standOf = ({ stands, goals, ends }, team, points) =>
  points < goals[team] ? stands[points] : ends[team];

/** Makes the drawing fill *place* and returns its layer for moving parts. */
export function mount({ art }, place) {
  art.setAttribute("aria-hidden", "true");
  art.removeAttribute("role");
  place.replaceChildren(art);
  // A drawing keeps one layer, whichever element it fills.
  return art.querySelector(":scope > .moving") ?? art.appendChild(h("g.moving"));
}

export const boardView = (state, t, ui, opens = null) => h(opens ? "button.board" : "div.board", {
  "data-own": true, "data-key": "board", role: opens ? null : "img", onclick: opens,
  "aria-label": t("Board: {pegs}", {
    pegs: state.pegs.map((_, team) => pegsOf(state, t, ui.board?.game, team)).join("; "),
  }),
});

function pegsOf(state, t, game, team) {
  const [front, back] = state.pegs[team];
  const pegs = `${playersOf(state, t, team).join(", ")} ${front} (${back})`;
  const { laps = 1 } = game ?? {};
  if (laps === 1) return pegs;
  const [, n] = standOf(game, team, front);
  return [pegs, t("lap {n} of {laps}", { n, laps })].join(", ");
}

/** Minimum diameter of a front peg's head in pixels, however small the board is. */
const HEAD = 12;
const DRAWN_HEAD = 1.18;
/** Radius of the dark rim around a peg, needed on a track of the same colour. */
const RIM = { front: 0.72, back: 0.54 };

/** show(place, board, state, until) updates the pegs in *place*; animation pauses at *until* milliseconds. */
export function pegRenderer() {
  let now = { board: null, place: null, seen: [] };
  let next = null;
  // Measured at layout: reading the size while rendering would lay out the page once more.
  const measure = new ResizeObserver(([{ contentRect }]) => {
    now.room = contentRect;
    draw();
  });

  function show(place, board, state, until) {
    if (!place || !board) return;
    if (now.board !== board || now.place !== place) {
      now = { ...now, place, board, layer: mount(board, place), room: null };
      measure.disconnect();
      measure.observe(place);
    }
    if (!board.game) return;
    const isSameTable = now.state?.journal === state.journal;
    // A peg already shown for the same table moves on from its position.
    if (!isSameTable || now.state.version !== state.version)
      now.ways = state.pegs.map((_, team) => pathOf(state, team, isSameTable ? now.seen[team] : undefined));
    Object.assign(now, { state, until });
    draw();
  }

  function draw() {
    cancelAnimationFrame(next);
    if (!now.ways || !now.room) return;
    const age = ageOf(now.state);
    const ms = Math.min(age, now.until);
    now.seen = now.state.pegs.map(([front], team) => pointsAt(now.ways[team], ms, front));
    patchChildren(now.layer, h("g", standing(now)));
    if (age < now.until && ms < restsAt(now.ways)) next = requestAnimationFrame(draw);
  }

  return show;
}

function standing({ board, room, state: { pegs }, seen }) {
  const { size: [wide, high], pitch, lane } = board;
  const scale = Math.min(room.width / wide, room.height / high) || 1;
  const size = Math.max(1, HEAD / (DRAWN_HEAD * Math.min(pitch, lane) * scale));
  const back = pegs.map(([, points], team) => peg("back", points, team, board));
  const front = seen.map((points, team) => peg("front", points, team, board));
  return [...spread(back, board), ...spread(front, board)].map(({ x, y, kind, team, lap, isHome }) =>
    h("g", { "data-peg": `${kind}-${team}`, transform: `translate(${x} ${y}) scale(${size})` },
      h("circle", { r: RIM[kind] * Math.min(pitch, lane) }),
      h("use", { href: `#${kind}-${team}` }),
      kind === "front" && !isHome && lap > 1 && h("g.lap", {
          transform: `translate(${0.62 * pitch} ${-0.62 * pitch})`,
        },
        h("circle", { r: 0.42 * pitch }),
        h("text", { "font-size": 0.7 * pitch, dy: 0.25 * pitch }, lap),
      ),
    ),
  );
}

function peg(kind, points, team, { game, tracks }) {
  const track = tracks[game.tracks[team]];
  const [hole, lap] = standOf(game, team, points);
  const isHome = points >= game.goals[team];
  const [x, y] = hole ? track.holes[hole - 1] : track.starts[kind === "front" ? 0 : 1];
  return { kind, team, lap, isHome, x, y };
}

const spread = (pegs, { pitch }) => pegs.map((one, place) => {
  const before = pegs.slice(0, place).filter(({ x, y }) => x === one.x && y === one.y).length;
  return { ...one, x: one.x + 0.6 * before * pitch, y: one.y + 0.3 * before * pitch };
});

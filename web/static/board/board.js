// The board as drawn by the server, and its description for screen readers.

import { get } from "../core/api.js";
import { h } from "../core/dom.js";
import { resource } from "../core/resource.js";
import { playersOf } from "../game/teams.js";

/** Screens with a column for a board in portrait orientation, as in css/layout.css. */
export const roomy = matchMedia("(min-width: 47em) and (min-height: 40em)");
export const wayOf = (screen) => (screen.matches ? "portrait" : "landscape");

/** Returns the board of the current game in *store*, in either orientation; caches drawings, so that
 * rotating back costs nothing. */
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
  const art = await picture(body.drawing);
  return art && { ...body, art };
}

async function picture(address) {
  try {
    const answer = await fetch(address);
    if (!answer.ok) return null;
    const drawn = new DOMParser().parseFromString(await answer.text(), "image/svg+xml");
    return document.importNode(drawn.documentElement, true);
  } catch {
    return null;
  }
}

/** Identifies everything about a game that its board depends on. */
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
  return art.querySelector(":scope > .moving") ?? art.appendChild(layerOf(art));
}

/** A drawing keeps one layer, whichever element it fills. */
function layerOf({ namespaceURI }) {
  const layer = document.createElementNS(namespaceURI, "g");
  layer.classList.add("moving");
  return layer;
}

/** The board; a button if it *opens* something. */
export const boardView = (state, t, ui, opens = null) => h(opens ? "button.board" : "div.board", {
  "data-own": true, "data-key": "board", role: opens ? null : "img", onclick: opens,
  "aria-label": t("Board: {pegs}", { pegs: spoken(state, t, ui.board) }),
});

const spoken = (state, t, boardView) =>
  state.pegs.map((pegs, team) => oneTeam(state, t, boardView, team, pegs)).join("; ");

function oneTeam(state, t, boardView, team, [front, back]) {
  const pegs = `${playersOf(state, t, team).join(", ")} ${front} (${back})`;
  const laps = boardView?.game?.laps ?? 1;
  if (laps === 1) return pegs;
  const [, n] = standOf(boardView.game, team, front);
  return [pegs, t("lap {n} of {laps}", { n, laps })].join(", ");
}

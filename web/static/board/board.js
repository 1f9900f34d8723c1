// The board as the server draws it: where its holes are, and its picture, to be put on the page.

import { get } from "../core/api.js";

const AGAIN_AFTER = 2000;

/** The board on which the game of *store* is drawn, lying or standing, asked for until it came. */
export async function needBoard(store, way = "landscape") {
  const game = boardOf(store.state);
  const wanted = game && `${way} ${game}`;
  if (!wanted || store.ui.boardAsked === wanted) return;
  Object.assign(store.ui, { boardAsked: wanted, board: null });
  const board = await loadBoard({ of: "page", way, lang: store.words.lang });
  if (store.ui.boardAsked !== wanted) return;
  if (board && isFor(board, store.state)) return store.set({ board });
  store.ui.boardAsked = null;
  // Whoever draws asks again for what is wanted by then.
  setTimeout(() => store.set({}), AGAIN_AFTER);
}

/**
 * The board *of* the "page" or the "strip", lying or standing, for the game on the table or a
 * finished *game*; null where no answer came.
 */
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

/** The game that a board is drawn for: one that it goes on with looks the same. */
const boardOf = ({ journal, rules, asides: { settings } }) =>
  rules &&
  JSON.stringify([journal, rules.shape, rules.target, rules.teams, rules.skunks, settings]);

/** Whether *board* is the one for the game of *state*: both came by ways of their own. */
const isFor = ({ game, misfit }, { pegs, rules }) =>
  misfit !== null ||
  (game !== null && game.tracks.length === pegs.length && game.stands.length === rules.target + 1);

/** Makes the picture fill *place*, and hands back its layer for what moves on it. */
export function unroll({ art }, place) {
  art.setAttribute("aria-hidden", "true");
  art.removeAttribute("role");
  place.replaceChildren(art);
  return art.querySelector(":scope > .moving") ?? art.appendChild(layerOf(art));
}

/** A picture keeps its one layer, whichever place it fills. */
function layerOf({ namespaceURI }) {
  const layer = document.createElementNS(namespaceURI, "g");
  layer.classList.add("moving");
  return layer;
}

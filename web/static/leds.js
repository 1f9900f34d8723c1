// The LED page: shows the strip's output for those without one or elsewhere.

import { followLights, ledsView, loadLedBoard } from "./board/leds.js";
import { resource } from "./core/api.js";
import { patch } from "./core/dom.js";
import { loadLanguage } from "./core/i18n.js";
import { recall, remember } from "./core/storage.js";

const upright = matchMedia("(orientation: portrait)");
const way = () => (upright.matches ? "portrait" : "landscape");
const seen = { t: null, link: "starting", board: null, strip: null, boardId: null };
let shown = document.querySelector("#page").firstElementChild;

function set(changes) {
  Object.assign(seen, changes);
  if (!seen.t) return;
  shown = patch(shown, ledsView(seen, { setLanguage }));
  live.draw();
  board.sync();
}

/** The board in the orientation that fits this screen. */
const board = resource({
  key: () => seen.boardId && `${way()} ${seen.boardId}`,
  load: () => loadLedBoard({ way: way(), lang: seen.t.lang }),
  onLoad: (drawn) => set({ board: drawn }),
});

async function translate(lang) {
  const t = await loadLanguage(lang);
  document.title = t("The lights");
  set({ t });
}

async function setLanguage(lang) {
  remember("lang", lang);
  await translate(lang);
  live.refresh();
}

const live = followLights({
  lang: () => seen.t.lang,
  place: () => shown.querySelector(".lit"),
  board: () => seen.board,
  onChange: ({ strip, board: boardId }) => set({ strip, boardId }),
  onLink: (link) => {
    const isBack = link === "live" && seen.link === "reconnecting";
    set({ link });
    if (isBack) board.refresh();
  },
});

upright.addEventListener("change", () => set({}));
await translate(recall("lang", document.documentElement.lang));
live.refresh();

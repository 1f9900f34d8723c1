// The page for a wall, a kiosk or a tablet on the table: it follows by itself, whatever happens.

import { needBoard } from "./board/board.js";
import { pegRenderer } from "./board/pegs.js";
import { followTable, screenData } from "./core/data.js";
import { patch } from "./core/dom.js";
import { loadTranslator } from "./core/i18n.js";
import { recall, remember } from "./core/storage.js";
import { makeStore } from "./core/store.js";
import { wakeLock } from "./device/wakelock.js";
import { followReplay } from "./history/shown.js";
import { kioskView } from "./views/kiosk.js";

/** A game that is seen again asks for what it asked then. */
const EVERY_CARD = { enters: "cards" };

const root = document.querySelector("#page");
const upright = matchMedia("(orientation: portrait)");
const peg = pegRenderer();
const asked = new URLSearchParams(location.search);
let shown = root.firstElementChild;

const store = makeStore({
  onChange: ({ state, t, ui }) => {
    const again = state && replayed.now();
    const seen = again?.state ?? state;
    shown = patch(shown, kioskView(seen, t, { ...ui, ...(again && EVERY_CARD), ...again }));
    if (!state) return;
    host.heed(state.asides);
    needBoard(store, upright.matches ? "portrait" : "landscape");
    peg(shown.querySelector(".board"), again?.board ?? ui.board, seen);
  },
  onNews: () => {},
});

const wayOf = () => (upright.matches ? "portrait" : "landscape");
const replayed = followReplay(store, wayOf);
const host = screenData(store);

const live = followTable(store, host);

Object.assign(store.ui, {
  inviting: asked.has("join") || recall("inviting", false),
  invite: () => {
    remember("inviting", !store.ui.inviting);
    store.set({ inviting: !store.ui.inviting });
  },
  fill: document.fullscreenEnabled && (() => document.documentElement.requestFullscreen()),
});
upright.addEventListener("change", () => store.set({}));

const { lang, dataset } = document.documentElement;
const spoken = asked.has("lang") ? lang : recall("lang", lang);
store.t = await loadTranslator(spoken, dataset.letters || (spoken === "fr" ? "VDR" : "JQK"));
document.documentElement.lang = spoken;
document.title = store.t("Cribbage");
live.refresh();
wakeLock(() => {})(true);

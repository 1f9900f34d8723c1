// The page for a wall, a kiosk or a tablet on the table: it follows by itself, whatever happens.

import { get } from "./api.js";
import { waking } from "./awake.js";
import { wear } from "./colours.js";
import { recall, remember } from "./device.js";
import { needBoard } from "./drawing.js";
import { follow } from "./live.js";
import { patch } from "./patch.js";
import { pegging } from "./pegs.js";
import { seeingAgain } from "./seenagain.js";
import { makeStore } from "./store.js";
import { kioskView } from "./view/kiosk.js";
import { loadWords } from "./words.js";

const AGAIN_AFTER = 2000;

const root = document.querySelector("#page");
const upright = matchMedia("(orientation: portrait)");
const peg = pegging();
const asked = new URLSearchParams(location.search);
const known = { settings: null, rights: null };
let shown = root.firstElementChild;

const store = makeStore({
  onChange: ({ state, words, ui }) => {
    const again = state && replayed.now();
    const seen = again?.state ?? state;
    shown = patch(shown, kioskView(seen, words, { ...ui, ...again }));
    if (!state) return;
    heed(state.asides);
    needBoard(store, upright.matches ? "portrait" : "landscape");
    peg(shown.querySelector(".board"), again?.board ?? ui.board, seen);
  },
  onNews: () => {},
});

const wayOf = () => (upright.matches ? "portrait" : "landscape");
const replayed = seeingAgain(store, wayOf);

/** What the host set, and what this screen may, are asked for when they change. */
function heed({ settings, rights }) {
  if (settings !== known.settings) {
    known.settings = settings;
    asking("settings", ({ colours }) => wear(colours), () => (known.settings = null));
  }
  if (rights !== known.rights) {
    known.rights = rights;
    meet();
  }
}

async function asking(path, heard, missed) {
  const { status, body } = await get(path, store.words.lang);
  if (status === 200) return heard(body);
  return setTimeout(() => {
    missed();
    store.set({});
  }, AGAIN_AFTER);
}

/** A newer server has newer files. */
function meet() {
  asking(
    "me",
    (me) => {
      if (!import.meta.url.includes(me.page)) location.reload();
      store.set({ me, rights: known.rights });
    },
    () => (known.rights = null),
  );
}

const live = follow({
  lang: () => store.words.lang,
  onState: store.hear,
  onLink: (link) => {
    const back = link === "live" && store.ui.link === "reconnecting";
    if (back) Object.assign(known, { settings: null, rights: null });
    store.set({ link, ...(back && { boardAsked: null }) });
  },
});

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
store.words = await loadWords(spoken, dataset.letters || (spoken === "fr" ? "VDR" : "JQK"));
document.documentElement.lang = spoken;
document.title = store.words("Cribbage");
live.refresh();
waking(() => {})(true);

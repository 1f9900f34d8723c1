// The page of the sixteen keys: a keypad for whoever has none, which presses what a keypad presses.

import { get } from "./core/api.js";
import { waking } from "./device/wakelock.js";
import { recall, remember } from "./core/storage.js";
import { loadBoard, needBoard } from "./board/board.js";
import { followedBy, heeding } from "./core/heeding.js";
import { holding } from "./input/holding.js";
import { follow } from "./core/live.js";
import { patch } from "./core/patch.js";
import { pegging } from "./board/pegs.js";
import { presser } from "./core/pressing.js";
import { makeStore } from "./core/store.js";
import { readFrame } from "./board/leds.js";
import { lighting } from "./board/striplights.js";
import { typedSaid } from "./device/typedsaid.js";
import { keysView } from "./views/keypad.js";
import { nameOf } from "./views/legends.js";
import { aloud } from "./views/said.js";
import { typedNow } from "./views/typed.js";
import { loadWords } from "./core/i18n.js";

const AGAIN_AFTER = 2000;
const FLASH = 600;

const root = document.querySelector("#page");
const spoken = document.querySelector("#spoken");
const peg = pegging();
const light = lighting();
const lit = { asked: null, board: null, frame: [] };
let shown = root.firstElementChild;
let flash = null;
let before = null;

const say = (text) => {
  spoken.textContent = text;
};
const hearTyped = typedSaid(say);

const store = makeStore({
  onChange: ({ state, words, ui }) => {
    if (isPast(ui.told, state)) ui.told = null;
    if (state?.typed) before = state;
    const dropped = !state?.typed && before?.version === state?.version && before?.asides.typed;
    shown = patch(shown, keysView(state, words, { ...ui, dropped, lit: lit.frame.length > 0 }));
    hearTyped(typedNow(state, words));
    light(shown.querySelector(".lit"), lit.board, lit.frame);
    if (!state) return;
    host.heed(state.asides);
    needBoard(store);
    peg(shown.querySelector(".board"), ui.board, state);
  },
  onNews: (state) => say(aloud(state, store.words)),
});

const host = heeding(store);

const live = followedBy(store, host);

const lights = follow({
  path: "strip",
  polled: null,
  lang: () => store.words.lang,
  onState: ({ frame, board }) => {
    lit.frame = readFrame(frame);
    if (board !== lit.asked) unrollLights(board);
    store.set({});
  },
  onLink: () => {},
});

const press = presser({
  lang: () => store.words.lang,
  saw: () => ({ seen: store.state.version, half: Boolean(store.state.typed) }),
  onHeard: (key, { heard, why, ...state }) => {
    const { words } = store;
    const refused = heard === "refused" && (why ?? words("{key}: not now", { key: nameOf(key, words) }));
    // With its first entry a phone without a name gets a number.
    if (heard === "done" && !store.ui.me.signs) host.anew();
    store.hear(state);
    told(key, refused ? { text: refused } : null);
  },
  onTold: (what) => told(null, what),
});

/** What was told of a key is past once anybody went on; what was not answered stays until it is. */
function isPast(what, state) {
  if (!what?.text) return false;
  return what.version !== state.version || what.typed !== state.typed;
}

/** Why *key* was refused, for eyes and ears; the key flashes. */
function told(key, what) {
  clearTimeout(flash);
  if (what?.text) say(what.text);
  const { version, typed } = store.state;
  store.set({ told: what && { ...what, version, typed }, refused: what && key });
  flash = setTimeout(() => store.set({ refused: null }), FLASH);
}

async function dress(lang) {
  const letters = recall("letters", document.documentElement.dataset.letters || (lang === "fr" ? "VDR" : "JQK"));
  const words = await loadWords(lang, letters);
  document.documentElement.lang = lang;
  document.title = words("Keypad");
  store.dress(words);
  needRows(lang);
}

/** The games by their numbers. */
async function needRows(lang) {
  const { status, body } = await get("rules", lang);
  if (lang !== store.words.lang) return;
  if (status === 200) store.set({ rows: body.rules });
  else setTimeout(() => needRows(store.words.lang), AGAIN_AFTER);
}

/** The board in which the lights stand, as the game appears on it. */
async function unrollLights(asked) {
  lit.asked = asked;
  const board = await loadBoard({ of: "strip", way: "landscape", lang: store.words.lang });
  if (lit.asked !== asked) return;
  if (!board) return setTimeout(() => lit.asked === asked && unrollLights(asked), AGAIN_AFTER);
  lit.board = board;
  return store.set({});
}

Object.assign(store.ui, {
  press,
  speak: async (lang) => {
    remember("lang", lang);
    await dress(lang);
    live.refresh();
  },
});
await dress(recall("lang", document.documentElement.lang));
holding((key) => store.state && store.ui.me.scorer && press(key));
live.refresh();
lights.refresh();
waking(() => {})(true);

// The page of the sixteen keys: a keypad for whoever has none, which presses what a keypad presses.

import { loadBoard, needBoard } from "./board/board.js";
import { decodeFrame, ledRenderer } from "./board/leds.js";
import { pegRenderer } from "./board/pegs.js";
import { get } from "./core/api.js";
import { followTable, screenData } from "./core/data.js";
import { patch } from "./core/dom.js";
import { loadTranslator } from "./core/i18n.js";
import { follow } from "./core/live.js";
import { keyQueue } from "./core/queue.js";
import { recall, remember } from "./core/storage.js";
import { makeStore } from "./core/store.js";
import { announceTyped } from "./device/accessibility.js";
import { wakeLock } from "./device/wakelock.js";
import { listenForKeys } from "./input/touch.js";
import { typedOnKeypad } from "./views/header.js";
import { keypadView, spokenMessages } from "./views/keypad.js";
import { keyName } from "./views/legends.js";

const AGAIN_AFTER = 2000;
const FLASH = 600;

const root = document.querySelector("#page");
const spoken = document.querySelector("#spoken");
const peg = pegRenderer();
const light = ledRenderer();
const lit = { asked: null, board: null, frame: [] };
let shown = root.firstElementChild;
let flash = null;
let before = null;

const say = (text) => {
  spoken.textContent = text;
};
const hearTyped = announceTyped(say);

const store = makeStore({
  onChange: ({ state, t, ui }) => {
    if (isPast(ui.told, state)) ui.told = null;
    if (state?.typed) before = state;
    const dropped = !state?.typed && before?.version === state?.version && before?.asides.typed;
    shown = patch(shown, keypadView(state, t, { ...ui, dropped, lit: lit.frame.length > 0 }));
    hearTyped(typedOnKeypad(state, t));
    light(shown.querySelector(".lit"), lit.board, lit.frame);
    if (!state) return;
    host.heed(state.asides);
    needBoard(store);
    peg(shown.querySelector(".board"), ui.board, state);
  },
  onNews: (state) => say(spokenMessages(state, store.t)),
});

const host = screenData(store);

const live = followTable(store, host);

const lights = follow({
  path: "strip",
  polled: null,
  lang: () => store.t.lang,
  onState: ({ frame, board }) => {
    lit.frame = decodeFrame(frame);
    if (board !== lit.asked) unrollLights(board);
    store.set({});
  },
  onLink: () => {},
});

const press = keyQueue({
  lang: () => store.t.lang,
  saw: () => ({ seen: store.state.version, half: Boolean(store.state.typed) }),
  onHeard: (key, { heard, why, ...state }) => {
    const { t } = store;
    const refused = heard === "refused" && (why ?? t("{key}: not now", { key: keyName(key, t) }));
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
  const t = await loadTranslator(lang, letters);
  document.documentElement.lang = lang;
  document.title = t("Keypad");
  store.dress(t);
  needRows(lang);
}

/** The games by their numbers. */
async function needRows(lang) {
  const { status, body } = await get("rules", lang);
  if (lang !== store.t.lang) return;
  if (status === 200) store.set({ rows: body.rules });
  else setTimeout(() => needRows(store.t.lang), AGAIN_AFTER);
}

/** The board in which the lights stand, as the game appears on it. */
async function unrollLights(asked) {
  lit.asked = asked;
  const board = await loadBoard({ of: "strip", way: "landscape", lang: store.t.lang });
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
listenForKeys((key) => store.state && store.ui.me.scorer && press(key));
live.refresh();
lights.refresh();
wakeLock(() => {})(true);

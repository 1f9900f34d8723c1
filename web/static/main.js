// The page on the phone: follows the table, draws what it sees, sends what people tap.

import { get, post, put } from "./api.js";
import { recall, remember } from "./device.js";
import { doer } from "./doing.js";
import { follow } from "./live.js";
import { patch } from "./patch.js";
import { atFirst, countsKept, entryAt, gameOf } from "./ui.js";
import { page } from "./view/page.js";
import { sentences } from "./view/told.js";
import { loadWords } from "./words.js";

const root = document.querySelector("#page");
const spoken = document.querySelector("#spoken");

let state = null;
let words = null;
let shown = root.appendChild(document.createElement("div"));

const ui = { ...atFirst(), invitation: invitation(), sheet: location.pathname === "/join" ? "join" : null };

function invitation() {
  const [, code] = location.pathname.match(/^\/j\/([^/]+)$/) ?? [];
  return code === undefined ? null : decodeURIComponent(code);
}

function draw() {
  if (!words) return;
  if (state) ui.entry = entryAt(ui.entry, state);
  shown = patch(shown, page(state, words, ui));
}

function set(changes) {
  Object.assign(ui, changes);
  draw();
}

/** Whether *fresh* is at least as new as what is shown; a new connection always knows better. */
function isNews(fresh, first) {
  if (first || !state || fresh.journal !== state.journal || fresh.lang !== state.lang) return true;
  return fresh.version > state.version || (fresh.version === state.version && fresh.pulse >= state.pulse);
}

function onState(fresh, first = false) {
  if (!isNews(fresh, first)) return;
  const before = state;
  state = fresh;
  ui.counts = countsKept(state, ui.counts);
  if (before && before.version !== state.version) moved(before);
  draw();
  if (state.phase === "idle") needRows();
}

/** Something was entered, here or elsewhere: say it, and leave the sheet that began a match. */
function moved(before) {
  spoken.textContent = sentences(state, words).join(" ");
  if (ui.sheet === "setup" && before.phase === "over" && state.phase !== "over") ui.sheet = null;
}

async function needRows() {
  if (ui.rows?.lang === words.lang) return;
  const { status, body } = await get("rules", words.lang);
  if (status !== 200) return;
  const rules = Object.fromEntries(body.rules.map((row) => [row.key, row]));
  set({ rows: { ...body, rules, lang: words.lang } });
}

async function meet() {
  const { status, body } = await get("me", words.lang);
  if (status !== 200) return;
  // A newer server has newer files: this page would not understand it.
  if (!import.meta.url.includes(body.page)) location.reload();
  set({ me: body });
}

const live = follow({
  lang: () => words.lang,
  onState,
  onLink: (link) => {
    const back = link === "live" && ui.link === "reconnecting";
    set({ link });
    if (back) meet();
  },
});

const act = doer({
  lang: () => words.lang,
  seen: () => state.version,
  onBusy: (busy) => set({ busy }),
  onState,
  onStale: (fresh) => {
    onState(fresh);
    live.refresh();
  },
  onTold: (told) => set({ told: told && { ...told, drop: dropping(told) } }),
});

/** What would still put an entry right that later ones do not allow. */
function dropping({ code, asked }) {
  if (code !== "no_longer_holds") return null;
  return () => ui.amend({ ...asked, drop_rest: true });
}

/** A match begun here counts as was chosen here, and the table's rules tell the other phones. */
const startCounts = () => ({ ...ui.counts, [gameOf(state)]: ui.setup.counts !== "program" });

async function join(code) {
  const { status, body } = await post("join", { code: code.trim().toUpperCase() }, words.lang);
  if (status !== 200) {
    set({ told: { text: body?.refused } });
  } else if (ui.invitation) {
    location.replace("/");
  } else {
    set({ me: body, sheet: null, told: null, code: "" });
  }
}

async function speak(lang) {
  remember("lang", lang);
  document.cookie = `cribble_lang=${lang}; path=/; max-age=31536000; samesite=lax`;
  await dress(lang);
  live.refresh();
  if (ui.rows) needRows();
}

/** Put on the words of *lang*, with the letters that this device wants on its cards. */
async function dress(lang) {
  words = await loadWords(lang, recall("letters", lang === "fr" ? "VDR" : "JQK"));
  document.documentElement.lang = lang;
  document.title = words("Cribbage");
  draw();
}

Object.assign(ui, {
  set,
  act,
  join,
  speak,
  enter: (changes) => set({ entry: { ...ui.entry, ...changes } }),
  tell: (text) => set({ told: { text } }),
  hush: () => set({ told: null }),
  open: (sheet) => {
    set({ sheet, told: null, correcting: null });
    if (sheet === "rules" || sheet === "setup") needRows();
    root.querySelector(".middle h2")?.focus();
  },
  openPoints: (team) => set({ sheet: "points", told: null, points: { team, typed: "", reason: "" } }),
  prepare: (changes) => set({ setup: { ...ui.setup, ...changes } }),
  start: async (action) => {
    ["rules", "names", "counts"].forEach((name) => remember(name, ui.setup[name]));
    if (await act(action)) set({ sheet: null, counts: startCounts() });
  },
  actAndClose: async (action) => (await act(action)) && set({ sheet: null }),
  amend: async (action) => (await act(action)) && set({ correcting: null }),
  letter: (letters) => {
    remember("letters", letters);
    dress(words.lang);
  },
  nameDevice: async () => {
    const { status, body } = await put("me", { name: ui.device.trim() }, words.lang);
    set(status === 200 ? { me: body } : { told: { text: body?.refused } });
  },
  leaveInvitation: () => location.replace("/"),
});

await dress(recall("lang", document.documentElement.lang));
live.refresh();
meet();

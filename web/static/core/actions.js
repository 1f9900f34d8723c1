// What a tap can lead to, apart from what it enters at the table.

import { currentMode } from "../game/entry_mode.js";
import { saveLastMatch, setupFrom, typedNames } from "../game/match.js";
import { get, post, put } from "./api.js";
import { loadTranslator } from "./i18n.js";
import { correctionLoader, historyLoader } from "./lazy.js";
import { recall, remember } from "./storage.js";

const AGAIN_AFTER = 2000;

/** The verbs that views find on `ui`; *store* is the page's, act(action) asks the table. */
export function makeActions(store, { act, live }) {
  const { set, ui } = store;
  return {
    set,
    act: (action) => {
      const kept = act(action);
      // Suit and seat are chosen for one card; the next may be tapped before the table has this one.
      if (action.do === "play") set({ entry: { ...ui.entry, suit: "", seat: null } });
      return kept;
    },
    actAndClose: async (action) => (await act(action)) && set({ sheet: null }),
    mend: correctionLoader(store, act),
    enter: (changes) => set({ entry: { ...ui.entry, ...changes } }),
    tell: (text) => set({ told: { text } }),
    hush: () => set({ told: null }),
    open: (sheet) => open(store, sheet),
    look: historyLoader(store),
    openPoints: (team) =>
      set({ sheet: "points", told: null, points: { team, typed: "", reason: "" } }),
    prepare: (changes) => set({ setup: { ...ui.setup, ...changes } }),
    start: (action, habits) => start(store, act, action, habits),
    keepHabits: (changes) => setEntryMode(store, changes),
    join: (code) => join(store, code),
    leaveInvitation: () => location.replace("/"),
    nameDevice: () => renameDevice(store),
    /** Keep *changes* of what this phone is in the middle of beyond this evening. */
    rememberHere: (changes) => {
      Object.entries(changes).forEach(([name, value]) => remember(name, value));
      set(changes);
    },
    letter: (letters) => {
      remember("letters", letters);
      setLanguage(store, store.t.lang);
    },
    speak: async (lang) => {
      remember("lang", lang);
      document.cookie = `cribble_lang=${lang}; path=/; max-age=31536000; samesite=lax`;
      await setLanguage(store, lang);
      live.refresh();
      if (ui.rows) loadRulebook(store);
      if (ui.sections) loadRulesSheet(store);
    },
  };
}

/** Put on the words of *lang*, with the letters that this phone, or the host, wants on the cards. */
export async function setLanguage(store, lang) {
  const usual = document.documentElement.dataset.letters || (lang === "fr" ? "VDR" : "JQK");
  const t = await loadTranslator(lang, recall("letters", usual));
  document.documentElement.lang = lang;
  document.title = t("Cribbage");
  store.dress(t);
}

/**
 * Ask who this phone is, until the table says so: one that keeps score would only watch till then.
 * A newer server has newer files: this page would not understand it.
 */
export async function loadMe(store) {
  const { status, body } = await get("me", store.t.lang);
  if (status !== 200) {
    setTimeout(() => loadMe(store), AGAIN_AFTER);
    return;
  }
  if (!import.meta.url.includes(body.page)) location.reload();
  const { ui, t } = store;
  const lost = lostRight(ui.me, body, t);
  store.set({ me: body, ...(lost && { told: { text: lost } }) });
}

/** What to say where a right was taken back; null where none was. */
function lostRight(before, now, t) {
  if (before.scorer && !now.scorer) {
    return t(
      "The join code was renewed, so this phone only watches now. Ask at the table for the new code to keep score again.",
    );
  }
  if (before.host && !now.host) {
    return t("The host's PIN was changed, so this phone is no longer the host's.");
  }
  return null;
}

/** The rows of rules and their options, in this phone's language; asked for until they came. */
export async function loadRulebook(store) {
  const { lang } = store.t;
  if (store.ui.rowsAsked === lang) return;
  store.ui.rowsAsked = lang;
  const { status, body } = await get("rules", lang);
  if (status !== 200) {
    store.ui.rowsAsked = null;
    setTimeout(() => loadRulebook(store), AGAIN_AFTER);
    return;
  }
  const rules = Object.fromEntries(body.rules.map((row) => [row.key, row]));
  store.set({ rows: { ...body, rules } });
}

/** The rules of this game in short sentences, in this phone's language. */
export async function loadRulesSheet(store) {
  store.set({ sections: null });
  const { status, body } = await get("rules/sheet", store.t.lang);
  store.set({ sections: status === 200 ? body.sections : [] });
}

function open(store, sheet) {
  if (location.pathname !== "/") history.replaceState(null, "", "/");
  if (sheet === "setup") refillSetup(store);
  store.set({ sheet, told: null });
  if (sheet === "setup") loadRulebook(store);
  document.querySelector(".middle h2[tabindex]")?.focus();
}

/** Those who just played are the first to be asked whether they play again, as they just did. */
function refillSetup({ state, ui, t }) {
  if (!state.rules || !ui.rows) return;
  // A start may have been put right: what is on the table is what was played.
  const played = [...new Set([state.rules.key, ...ui.setup.played])];
  const last = setupFrom(state, ui.rows, currentMode(state, ui), t);
  ui.setup = { ...ui.setup, ...last, played, kept: null };
}

/** A match begun here is counted and entered as was chosen here: the table tells other phones. */
async function start(store, act, action, habits) {
  const names = typedNames(action.players, store.t);
  const { played, known } = store.ui.setup;
  const first = (fresh, old, most) => [...new Set([...fresh, ...old])].filter(Boolean).slice(0, most);
  store.ui.setup = {
    ...store.ui.setup,
    played: first([action.rules], played, 8),
    known: first(names, known, 24),
  };
  remember("played", store.ui.setup.played);
  remember("known", store.ui.setup.known);
  remember("rules", action.rules);
  remember("names", names);
  remember("counts", habits.counts);
  remember("enters", habits.enters);
  saveLastMatch(store.ui, action, habits);
  if (await act(action, { habits })) store.set({ sheet: null });
}

/** People go about it in another way from here on. */
async function setEntryMode(store, changes) {
  const habits = { ...currentMode(store.state, store.ui), ...changes };
  store.set({ habits, enters: habits.enters });
  const { status, body } = await put("habits", habits, store.t.lang);
  if (status !== 200) store.set({ told: { text: body?.refused } });
}

/**
 * The table forgets the habits of a match when its program ends: the first phone that keeps score
 * and still knows them tells them again, so that a phone that comes later asks for the same.
 */
export function sendEntryMode({ state, ui, t }) {
  if (state.asides.habits || !ui.habits || !ui.me.scorer || ui.habitsTold) return;
  ui.habitsTold = true;
  put("habits", ui.habits, t.lang);
}

async function join(store, code) {
  const { status, body } = await post(
    "join",
    { code: code.trim().toUpperCase() },
    store.t.lang,
  );
  if (status !== 200) return store.set({ told: { text: body?.refused } });
  if (store.ui.invitation) return location.replace("/");
  return store.set({ me: body, sheet: null, told: null, code: "" });
}

async function renameDevice(store) {
  const { status, body } = await put("me", { name: store.ui.device.trim() }, store.t.lang);
  store.set(status === 200 ? { me: body } : { told: { text: body?.refused } });
}

// Everything that a tap can lead to, beside what it enters at the table.

import { get, post, put } from "./api.js";
import { recall, remember } from "./storage.js";
import { keepLast } from "../game/families.js";
import { looker } from "./lazy.js";
import { mender } from "./mending.js";
import { setupOf, typedNames } from "../game/match.js";
import { habitsSoFar } from "./ui.js";
import { loadWords } from "./i18n.js";

const AGAIN_AFTER = 2000;

/** The verbs that views find on `ui`; *store* is the page's, act(action) asks the table. */
export function verbs(store, { act, live }) {
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
    mend: mender(store, act),
    enter: (changes) => set({ entry: { ...ui.entry, ...changes } }),
    tell: (text) => set({ told: { text } }),
    hush: () => set({ told: null }),
    open: (sheet) => open(store, sheet),
    look: looker(store),
    openPoints: (team) =>
      set({ sheet: "points", told: null, points: { team, typed: "", reason: "" } }),
    prepare: (changes) => set({ setup: { ...ui.setup, ...changes } }),
    start: (action, habits) => start(store, act, action, habits),
    keepHabits: (changes) => keepHabits(store, changes),
    join: (code) => join(store, code),
    leaveInvitation: () => location.replace("/"),
    nameDevice: () => nameDevice(store),
    /** Keep *changes* of what this phone is in the middle of beyond this evening. */
    rememberHere: (changes) => {
      Object.entries(changes).forEach(([name, value]) => remember(name, value));
      set(changes);
    },
    letter: (letters) => {
      remember("letters", letters);
      dress(store, store.words.lang);
    },
    speak: async (lang) => {
      remember("lang", lang);
      document.cookie = `cribble_lang=${lang}; path=/; max-age=31536000; samesite=lax`;
      await dress(store, lang);
      live.refresh();
      if (ui.rows) needRows(store);
      if (ui.sections) needSections(store);
    },
  };
}

/** Put on the words of *lang*, with the letters that this phone, or the host, wants on the cards. */
export async function dress(store, lang) {
  const usual = document.documentElement.dataset.letters || (lang === "fr" ? "VDR" : "JQK");
  const words = await loadWords(lang, recall("letters", usual));
  document.documentElement.lang = lang;
  document.title = words("Cribbage");
  store.dress(words);
}

/**
 * Ask who this phone is, until the table says so: one that keeps score would only watch till then.
 * A newer server has newer files: this page would not understand it.
 */
export async function meet(store) {
  const { status, body } = await get("me", store.words.lang);
  if (status !== 200) {
    setTimeout(() => meet(store), AGAIN_AFTER);
    return;
  }
  if (!import.meta.url.includes(body.page)) location.reload();
  const { ui, words } = store;
  const lost = lostRight(ui.me, body, words);
  store.set({ me: body, ...(lost && { told: { text: lost } }) });
}

/** What to say where a right was taken back; null where none was. */
function lostRight(before, now, words) {
  if (before.scorer && !now.scorer) {
    return words(
      "The join code was renewed, so this phone only watches now. Ask at the table for the new code to keep score again.",
    );
  }
  if (before.host && !now.host) {
    return words("The host's PIN was changed, so this phone is no longer the host's.");
  }
  return null;
}

/** The rows of rules and their options, in this phone's language; asked for until they came. */
export async function needRows(store) {
  const { lang } = store.words;
  if (store.ui.rowsAsked === lang) return;
  store.ui.rowsAsked = lang;
  const { status, body } = await get("rules", lang);
  if (status !== 200) {
    store.ui.rowsAsked = null;
    setTimeout(() => needRows(store), AGAIN_AFTER);
    return;
  }
  const rules = Object.fromEntries(body.rules.map((row) => [row.key, row]));
  store.set({ rows: { ...body, rules } });
}

/** The rules of this game in short sentences, in this phone's language. */
export async function needSections(store) {
  store.set({ sections: null });
  const { status, body } = await get("rules/sheet", store.words.lang);
  store.set({ sections: status === 200 ? body.sections : [] });
}

function open(store, sheet) {
  if (location.pathname !== "/") history.replaceState(null, "", "/");
  if (sheet === "setup") seatAgain(store);
  store.set({ sheet, told: null });
  if (sheet === "setup") needRows(store);
  document.querySelector(".middle h2[tabindex]")?.focus();
}

/** Those who just played are the first to be asked whether they play again, as they just did. */
function seatAgain({ state, ui, words }) {
  if (!state.rules || !ui.rows) return;
  // A start may have been put right: what is on the table is what was played.
  const played = [...new Set([state.rules.key, ...ui.setup.played])];
  const last = setupOf(state, ui.rows, habitsSoFar(state, ui), words);
  ui.setup = { ...ui.setup, ...last, played, kept: null };
}

/** A match begun here is counted and entered as was chosen here: the table tells other phones. */
async function start(store, act, action, habits) {
  const names = typedNames(action.players, store.words);
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
  keepLast(store.ui, action, habits);
  if (await act(action, { habits })) store.set({ sheet: null });
}

/** People go about it in another way from here on. */
async function keepHabits(store, changes) {
  const habits = { ...habitsSoFar(store.state, store.ui), ...changes };
  store.set({ habits, enters: habits.enters });
  const { status, body } = await put("habits", habits, store.words.lang);
  if (status !== 200) store.set({ told: { text: body?.refused } });
}

/**
 * The table forgets the habits of a match when its program ends: the first phone that keeps score
 * and still knows them tells them again, so that a phone that comes later asks for the same.
 */
export function tellHabits({ state, ui, words }) {
  if (state.asides.habits || !ui.habits || !ui.me.scorer || ui.habitsTold) return;
  ui.habitsTold = true;
  put("habits", ui.habits, words.lang);
}

async function join(store, code) {
  const { status, body } = await post(
    "join",
    { code: code.trim().toUpperCase() },
    store.words.lang,
  );
  if (status !== 200) return store.set({ told: { text: body?.refused } });
  if (store.ui.invitation) return location.replace("/");
  return store.set({ me: body, sheet: null, told: null, code: "" });
}

async function nameDevice(store) {
  const { status, body } = await put("me", { name: store.ui.device.trim() }, store.words.lang);
  store.set(status === 200 ? { me: body } : { told: { text: body?.refused } });
}

// What the page knows: the table's state, the translations, and what this device is in the middle of.

import { enteredIn, entryModeOf, rememberedCounts } from "../game/entry_mode.js";
import { markOwnDevice } from "../game/labels.js";
import { ageOf, nextLineIn, receivedAt } from "../game/timeline.js";
import { recall } from "./storage.js";

/**
 * Holds state, words and ui, and calls onChange(store) after each change, and when a line is told.
 *
 * onNews(state, before) is called first when something was entered at the table, here or elsewhere.
 */
export function makeStore({ onChange, onNews }) {
  let nextLine = null;
  const store = { state: null, t: null, ui: initialUi(), set, dress, hear };

  function set(changes) {
    Object.assign(store.ui, changes);
    if (changes.me) sign();
    changed();
  }

  /** Who this phone is may come to be known later than what it did. */
  function sign() {
    if (!store.state) return;
    store.state.latest = markOwnDevice(store.state.latest, store.ui.me, store.t);
  }

  function dress(t) {
    store.t = t;
    changed();
  }

  /** A snapshot; *first* begins a connection, and is true whatever was known before. */
  function hear(fresh, first = false) {
    // An answer that was on its way while this phone changed its language.
    if (fresh.lang !== store.t.lang) return;
    if (!first && !isNews(fresh, store.state)) return;
    const before = store.state;
    store.state = { ...fresh, seenAt: receivedAt(fresh, before) };
    sign();
    store.ui.counts = rememberedCounts(fresh, store.ui.counts);
    store.ui.habits = entryModeOf(fresh);
    store.ui.enters = enteredIn(store.ui.habits);
    if (before && before.version !== fresh.version) onNews(store.state, before);
    changed();
  }

  function changed() {
    if (!store.t) return;
    if (store.state) {
      store.ui.entry = entryFor(store.ui.entry, store.state);
      store.ui.age = ageOf(store.state);
    }
    onChange(store);
    tellOn();
  }

  function tellOn() {
    clearTimeout(nextLine);
    const wait = store.state && nextLineIn(store.state, store.ui.age);
    if (wait !== null) nextLine = setTimeout(changed, wait);
  }

  return store;
}

/** Whether *fresh* is at least as new as *known*, or of another table, or in other words. */
function isNews(fresh, known) {
  if (!known || fresh.journal !== known.journal || fresh.lang !== known.lang) return true;
  if (fresh.version !== known.version) return fresh.version > known.version;
  return fresh.pulse >= known.pulse;
}

/** A half-made entry. `key` says to what moment of the table it belongs. */
const NOTHING_ENTERED = {
  key: "",
  suit: "",
  seat: null,
  cards: [],
  again: false,
  flush: 0,
  nobs: false,
  claim: null,
  typed: "",
  calls: {},
  older: false,
};

/** What the page knows beside the state of the table, before anybody has touched it. */
export const initialUi = () => ({
  me: { scorer: false, access: "code" },
  link: "starting",
  busy: false,
  told: null,
  age: 0,
  sheet: null,
  invites: "score",
  rows: null,
  entry: NOTHING_ENTERED,
  setup: {
    rules: recall("rules", "cribble"),
    names: recall("names", []),
    counts: recall("counts", "program"),
    enters: recall("enters", "cards"),
    dealer: "",
    options: {},
    scores: [],
    captains: [],
    moving: null,
    family: null,
    familyName: "",
    kept: null,
    played: recall("played", []),
    known: recall("known", []),
  },
  families: recall("families", []),
  points: { team: 0, typed: "", reason: "" },
  rowsAsked: null,
  board: null,
  boardAsked: null,
  names: {},
  code: "",
  counts: {},
  habits: null,
  habitsTold: false,
  enters: "cards",
  speech: recall("speech", false),
  buzz: recall("buzz", true),
  digits: recall("digits", false),
  shortcuts: recall("shortcuts", true),
  awake: null,
  darkTold: recall("darkTold", false),
  settings: null,
  saved: null,
  pin: "",
  devices: null,
  renewing: false,
});

/**
 * The moment that a half-made entry belongs to: the same card, draw or hand is still asked for.
 *
 * Points pegged by hand on another phone must not wipe out the cards half typed for the crib.
 */
function momentOf(state) {
  const deal = [state.journal, state.game, state.deal, state.phase];
  return [...deal, ...(ASKED[state.phase]?.(state) ?? [])].join(" ");
}

const ASKED = {
  draw: ({ drawn }) => drawn.flat(),
  play: ({ laid, gone, turn }) => [laid.length, gone.length, turn],
  show: ({ counting }) => [counting.of],
};

/** The entry for this moment: what was begun for another one is forgotten. */
export function entryFor(entry, state) {
  const key = momentOf(state);
  return entry.key === key
    ? { ...entry, calls: stillOpen(entry.calls, state), older: entry.older && hasOlder(state) }
    : { ...NOTHING_ENTERED, key };
}

/** A call for muggins by *team* on the hand, or the crib, *of*. */
export const callKey = (of, team) => `${of}-${team}`;

/** A call that was made, here or elsewhere, is begun anew should it be undone. */
function stillOpen(calls, state) {
  const open = state.windows.flatMap(({ of, open_to }) => open_to.map((team) => callKey(of, team)));
  return Object.fromEntries(Object.entries(calls).filter(([key]) => open.includes(key)));
}

/** Whether more than one claim may be called. */
const hasOlder = (state) => state.windows.filter(({ open_to }) => open_to.length).length > 1;

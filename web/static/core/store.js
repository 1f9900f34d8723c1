// What the page knows: the table's state, the words, and what this phone is in the middle of.

import { habitsOf } from "../game/entry_mode.js";
import { signedHere } from "../game/signed.js";
import { ageOf, nextLineIn, seenAt } from "../game/timeline.js";
import { atFirst, countsKept, entersOf, entryAt } from "./ui.js";

/**
 * Holds state, words and ui, and calls onChange(store) after each change, and when a line is told.
 *
 * onNews(state, before) is called first when something was entered at the table, here or elsewhere.
 */
export function makeStore({ onChange, onNews }) {
  let nextLine = null;
  const store = { state: null, words: null, ui: atFirst(), set, dress, hear };

  function set(changes) {
    Object.assign(store.ui, changes);
    if (changes.me) sign();
    changed();
  }

  /** Who this phone is may come to be known later than what it did. */
  function sign() {
    if (!store.state) return;
    store.state.latest = signedHere(store.state.latest, store.ui.me, store.words);
  }

  function dress(words) {
    store.words = words;
    changed();
  }

  /** A snapshot; *first* begins a connection, and is true whatever was known before. */
  function hear(fresh, first = false) {
    // An answer that was on its way while this phone changed its language.
    if (fresh.lang !== store.words.lang) return;
    if (!first && !isNews(fresh, store.state)) return;
    const before = store.state;
    store.state = { ...fresh, seenAt: seenAt(fresh, before) };
    sign();
    store.ui.counts = countsKept(fresh, store.ui.counts);
    store.ui.habits = habitsOf(fresh);
    store.ui.enters = entersOf(store.ui.habits);
    if (before && before.version !== fresh.version) onNews(store.state, before);
    changed();
  }

  function changed() {
    if (!store.words) return;
    if (store.state) {
      store.ui.entry = entryAt(store.ui.entry, store.state);
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

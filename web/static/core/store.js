// The page's state: the table, the translations, and the local UI.

import { withCounting } from "../game/match.js";
import { markOwnDevice } from "../game/teams.js";
import { ageOf, elapsedSince, holdEndsIn, lessonAge, nextLineIn, receivedAt } from "../game/timeline.js";
import { recall } from "./storage.js";

/** Holds plain data: the `state` of the table, the translations `t`, and `ui`, the local state of this
 * device.
 *
 * Subscribers run in order after each change and may change more: then all run again. onEntry(state,
 * before) is called for every entry at the table, made here or elsewhere. */
export function makeStore({ onEntry = () => {} } = {}) {
  const subscribed = [];
  let nextLine = null;
  let isRunning = false;
  let isStale = false;
  const subscribe = (effect) => subscribed.push(effect);
  const store = { state: null, t: null, ui: initialUi(), set, translate, hear, together, subscribe };

  function set(changes) {
    // A sheet has its own pad; clear the chosen suit.
    if ("sheet" in changes && changes.sheet !== store.ui.sheet)
      store.ui.entry = { ...store.ui.entry, ...ANY_CARD };
    Object.assign(store.ui, changes);
    if (changes.me) sign();
    changed();
  }

  function sign() {
    if (!store.state) return;
    store.state.latest = markOwnDevice(store.state.latest, store.ui.me, store.t);
  }

  function translate(t) {
    store.t = t;
    changed();
  }

  /** Takes a snapshot; *first* starts a connection and replaces any known state. */
  function hear(fresh, first = false) {
    // Ignore an answer in the previous language.
    if (fresh.lang !== store.t.lang) return;
    if (!first && !isNews(fresh, store.state)) return;
    const before = store.state;
    store.state = { ...fresh, seenAt: receivedAt(fresh, before) };
    sign();
    changed();
    if (before && before.version !== fresh.version) onEntry(store.state, before);
  }

  /** Runs *change*, then the subscribers once, whatever it set. */
  function together(change) {
    const wasRunning = isRunning;
    isRunning = true;
    try {
      return change();
    } finally {
      isRunning = wasRunning;
      changed();
    }
  }

  function changed() {
    if (!store.t) return;
    isStale = true;
    if (isRunning) return;
    isRunning = true;
    try {
      while (isStale) {
        isStale = false;
        derive(store);
        subscribed.forEach((effect) => effect(store));
      }
    } finally {
      isRunning = false;
    }
    waitForLine();
  }

  function waitForLine() {
    clearTimeout(nextLine);
    const { age, replay } = store.ui;
    const waits = [
      store.state && lessonAge(store.state, store.ui) === null ? nextLineIn(store.state, age) : null,
      store.state && holdEndsIn(store.state, store.ui.elapsed),
      replay?.state ? nextLineIn(replay.state, replay.age) : null,
    ].filter((wait) => wait !== null);
    if (waits.length) nextLine = setTimeout(changed, Math.min(...waits));
  }

  return store;
}

/** Sheets that close once the start of the game is undone, on any phone. */
const OF_A_GAME = ["points", "history", "entries", "correct", "rules", "mode", "deal", "concede", "leave",
  "board", "who"];

function derive({ state, ui }) {
  if (ui.replay?.state) ui.replay = { ...ui.replay, age: ageOf(ui.replay.state) };
  if (!state) return;
  if (!state.rules && OF_A_GAME.includes(ui.sheet)) ui.sheet = null;
  ui.entry = entryFor(ui.entry, state);
  ui.age = lessonAge(state, ui) ?? ageOf(state);
  ui.elapsed = elapsedSince(state);
}

/** True if *fresh* is newer than *known*, or is of another table or language. */
function isNews(fresh, known) {
  if (!known || fresh.journal !== known.journal || fresh.lang !== known.lang) return true;
  if (fresh.version !== known.version) return fresh.version > known.version;
  return fresh.revision > known.revision;
}

/** A half-made entry; `key` identifies the moment of the table that it belongs to. */
const NOTHING_ENTERED = {
  key: "", suit: "", seat: null, cards: [], again: false, flush: 0, nobs: null, claim: null,
  asks: null, missed: null, hurries: false,
  typed: "", calls: {}, older: false, opened: null, wentOn: false, isBack: false, kept: null,
};

/** Suit and seat apply to one card. */
export const ANY_CARD = { suit: "", seat: null };

const initialUi = () => ({
  me: { scorer: false, access: "code" },
  link: "starting", busy: false, waiting: [], notice: null, age: 0, elapsed: 0,
  sheet: null, asked: [], trail: [], invites: "score",
  rulebook: null, rulesSheet: null, entry: { ...NOTHING_ENTERED, ...recall("entry", {}) },
  setup: {
    rules: recall("rules", "six-card"),
    names: recall("names", []),
    ...withCounting(recall("counting", "program"), {}),
    entered: recall("entered", "cards"),
    dealer: "", scores: [], captains: [], moving: null, family: null, familyName: "", own: null,
    kept: null, isBegun: false,
    played: recall("played", []),
    known: recall("known", []),
  },
  points: { team: null, typed: "", reason: "" },
  board: null, names: {}, code: "", wrongCode: null, mode: null, home: null, rivalry: null,
  hasKeyboard: false,
  speech: recall("speech", false),
  buzz: recall("buzz", true),
  turnBuzz: recall("turnBuzz", false),
  dictates: recall("dictates", false),
  withoutSuits: recall("withoutSuits", false),
  isFirstVisit: !recall("hasVisited", false),
  digits: recall("digits", false),
  celebrates: recall("celebrates", true),
  shortcuts: recall("shortcuts", true),
  awake: null,
  settings: null, saved: null, pin: "", devices: null, renewing: false, history: null, replay: null,
  lesson: null, draft: null, earlierDeal: null, finished: null, picture: null,
});

/** The moment that a half-made entry belongs to: the card, draw or hand that is asked for.
 *
 * Points pegged by hand on another phone must not clear cards half typed for the crib. */
const momentOf = (state) => [
  state.journal, state.game, state.deal, state.phase, ...(ASKED[state.phase]?.(state) ?? []),
].join(" ");

const ASKED = {
  draw: ({ drawn }) => drawn.flat(),
  play: ({ laid, gone, turn }) => [laid.length, gone.length, turn],
  show: ({ counting, record }) => [counting.of, record[0]?.entry],
};

/** A half-made entry for another moment is dropped, except a call, which lasts as long as its claim, and the
 * suit, which waits for this phone's next card. */
function entryFor(entry, state) {
  const key = momentOf(state);
  if (entry.key === key) return entry;
  const known = undoneCount(state) ?? (entry.kept?.key === key ? entry.kept : NOTHING_ENTERED);
  return { ...known, key, isBack: true, kept: bare(entry), calls: entry.calls, suit: entry.suit };
}

/** The previous entry: its hand may come back by undo and redo. */
const bare = (entry) =>
  ({ ...entry, ...ANY_CARD, claim: null, missed: null, asks: null, older: false, kept: null });

/** The count that was undone last, for editing, unless phones share another; null if there is none. */
function undoneCount({ counting, redo, live }) {
  const action = redo?.amends ? null : redo?.actions.at(-1);
  if (!counting || live.at_show?.count || !["count", "crib"].includes(action?.do)) return null;
  const { cards = [], flush = 0, claim = null } = action;
  const nobs = claim === null ? action.nobs ?? null : null;
  return { ...NOTHING_ENTERED, cards, again: cards.length > counting.missing, flush: flush ?? 0, nobs, claim };
}

/** True while missed points are being entered or all claims shown: both need the space. */
export const isCalling = ({ entry }) =>
  entry.older || Object.values(entry.calls).some((call) => call.open);

// What this device is in the middle of: the sheet that is open, the cards typed, the points chosen.

import { recall } from "./storage.js";
import { gameOf } from "../game/entry_mode.js";

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
export const atFirst = () => ({
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
export function entryAt(entry, state) {
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

/** Whether a count of this deal came with a claim. */
const claimsMade = (state) =>
  state.record.some((entry) => entry.actions.some((action) => (action.claim ?? null) !== null));

/**
 * Whether people count, so that a claim is asked for: as this table goes about it, else as the
 * rules tell (there is nothing to call muggins for otherwise), else as others have done.
 */
export const peopleCount = (state, ui) =>
  ui.habits
    ? ui.habits.counts !== "program"
    : (ui.counts[gameOf(state)] ?? (state.rules.muggins || claimsMade(state)));

/** What this table enters: every card, only the hands, or points alone. */
export const entersOf = (habits) => habits?.enters ?? "cards";

/** The habits that change from here on, where nobody told any before. */
export const habitsSoFar = (state, ui) =>
  ui.habits ?? { counts: peopleCount(state, ui) ? peopleSay(state) : "program", enters: "cards" };

/** How people count by these rules. */
export const peopleSay = (state) => (state.rules.muggins ? "muggins" : "check");

/** What this device should still know in the next deal of who counts. */
export const countsKept = (state, counts) =>
  state.rules && claimsMade(state) ? { [gameOf(state)]: true, ...counts } : counts;

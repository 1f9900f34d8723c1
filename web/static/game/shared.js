// State that phones share at the show: who types the missing cards, and who steps through a count.

import { newKey, recall, remember } from "../core/storage.js";
import { sharedLesson } from "./timeline.js";

/** This phone's id among those that share. */
export function ownWriter() {
  if (recall("writer", null) === null) remember("writer", newKey());
  return recall("writer", null);
}

/** The number of cards to type for the count. */
export const cardsWanted = ({ counting }, { entry }) =>
  (entry.again ? counting.size : counting.missing);

/** The shared state of the current count; null if there is none. */
export function sharedCount({ game, deal, counting, live }) {
  const count = live?.at_show?.count;
  const isNow = count && count.game === game && count.deal === deal && count.of === counting?.of;
  return isNow ? count : null;
}

/** The cards of the count typed on the keypad and not yet confirmed by OK. */
export function keypadCards({ live, counting }) {
  const { kind, cards = [] } = live?.pending_entry ?? {};
  return counting && ["hand", "crib"].includes(kind) ? cards : [];
}

/** True if the typed cards came from another phone. */
export const isTheirs = (state) => ![undefined, ownWriter()].includes(sharedCount(state)?.writer);

/** True while another phone types the missing cards. */
export const isTypedElsewhere = (state, ui) => isTheirs(state) &&
  ui.entry.cards.length > 0 && ui.entry.cards.length < cardsWanted(state, ui);

/** The teams whose muggins sheet is open on another phone. */
export const callersElsewhere = ({ live }) => (live.at_show?.sheets ?? [])
  .filter(({ writer }) => writer !== ownWriter()).map(({ team }) => team);

/** True if this phone is stepping through the latest count. */
export const isTeaching = (state) => sharedLesson(state)?.writer === ownWriter();

// What phones share at the show, as the table has it: who types the cards that are missing, and who
// goes through a count line by line.

import { newKey, recall, remember } from "../core/storage.js";
import { sharedLesson } from "./timeline.js";

/** The name of this phone among those that share. */
export function ownWriter() {
  if (recall("writer", null) === null) remember("writer", newKey());
  return recall("writer", null);
}

/** The cards that the count is made of beside those that are known. */
export const cardsWanted = ({ counting }, { entry }) =>
  (entry.again ? counting.size : counting.missing);

/** What the table has of the count that is asked for; null for nothing. */
export function sharedCount({ game, deal, counting, live }) {
  const count = live?.at_show?.count;
  const isNow = count && count.game === game && count.deal === deal && count.of === counting?.of;
  return isNow ? count : null;
}

/** The cards of the count that are typed on the keypad, and wait for its OK. */
export function keypadCards({ live, counting }) {
  const { kind, cards = [] } = live?.pending_entry ?? {};
  return counting && ["hand", "crib"].includes(kind) ? cards : [];
}

/** True if what is typed of the count came from another phone. */
export const isTheirs = (state) => ![undefined, ownWriter()].includes(sharedCount(state)?.writer);

/** True while another phone types the cards that are missing. */
export const isTypedElsewhere = (state, ui) => isTheirs(state) &&
  ui.entry.cards.length > 0 && ui.entry.cards.length < cardsWanted(state, ui);

/** The teams whose sheet for muggins is open on another phone. */
export const callersElsewhere = ({ live }) => (live.at_show?.sheets ?? [])
  .filter(({ writer }) => writer !== ownWriter()).map(({ team }) => team);

/** True if this phone asked to be shown the latest count. */
export const isTeaching = (state) => sharedLesson(state)?.writer === ownWriter();

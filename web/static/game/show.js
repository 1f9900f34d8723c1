// The show: what phones share of it, the cards of each line of a count, and flushes and nobs to claim.

import { newKey, recall, remember } from "../core/storage.js";
import { SUITS, parseCard } from "./cards.js";
import { lessonNow, sharedLesson } from "./timeline.js";

/** This phone's id among those that share. */
export function ownWriter() {
  if (recall("writer", null) === null) remember("writer", newKey());
  return recall("writer", null);
}

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

/** The current line of the count *of* a hand; null if no one steps through it. */
export function lessonLine(state, ui, of) {
  const lesson = lessonNow(state, ui);
  return lesson?.of === of ? lesson.line : null;
}

/** Indices into *cards* for each line of a count; lines with equal cards get different combinations. */
export function placesOf(lines, cards) {
  const seen = {};
  const sets = cards.reduce((some, _, at) => [...some, ...some.map((one) => [...one, at])], [[]]);
  return lines.map((line) => {
    const key = sorted(line.cards);
    const ways = sets.filter((one) => sorted(one.map((at) => cards[at])) === key);
    seen[key] = (seen[key] ?? -1) + 1;
    return ways[seen[key] % ways.length] ?? [];
  });
}

const sorted = (cards) => [...cards].sort().join(" ");

/** Possible flushes, by size, and whether nobs is possible, for *cards* and the *starter*.
 *
 * *seen* are all visible cards of the deal, including these. Claims that they prove are unnecessary;
 * claims that they exclude would be refused. */
export function suitClaims(cards, { starter, seen, crib, rules }) {
  const read = seen.map(parseCard);
  const suits = (card) => possibleSuits(card, read);
  const hand = cards.map(parseCard);
  const start = parseCard(starter);
  return {
    flushes: flushable(hand, start, { crib, rules })
      .filter((some) => oneSuitOpen(some, suits))
      .map((some) => some.length),
    nobs: Boolean(rules.nobs) && nobsOpen(hand, start, suits),
  };
}

/** A card without a suit may have any suit not seen on another card of its rank. */
function possibleSuits({ rank, suit }, seen) {
  if (suit) return [suit];
  const taken = seen.filter((other) => other.rank === rank).map((other) => other.suit);
  return SUITS.filter((one) => !taken.includes(one));
}

/** A hand may have a flush with or without the starter, a crib only with it. */
function flushable(hand, start, { crib, rules }) {
  if (!crib && hand.length < rules.hand) return [];
  if (!crib) return [hand, [...hand, start]];
  return rules.crib_flush === "none" ? [] : [[...hand, start]];
}

function oneSuitOpen(cards, suits) {
  const ranks = new Set(cards.map((card) => card.rank));
  const proved = cards.every((card) => suits(card).length === 1);
  return !proved && ranks.size === cards.length && shared(cards.map(suits)).length > 0;
}

/** True if a jack of *hand* may be of the starter's suit but none is known to be. */
function nobsOpen(hand, start, suits) {
  if (start.rank === "J") return false;
  const jacks = hand.filter((card) => card.rank === "J").map(suits);
  const proved = jacks.some((jack) => jack.length === 1 && String(jack) === String(suits(start)));
  return !proved && jacks.some((jack) => shared([jack, suits(start)]).length > 0);
}

const shared = (lists) => SUITS.filter((suit) => lists.every((list) => list.includes(suit)));

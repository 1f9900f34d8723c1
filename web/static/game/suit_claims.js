// Flushes and nobs that a player may claim, if the visible cards do not decide them.

import { SUITS, parseCard } from "./cards.js";

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

/** A hand may have a flush with or without the starter, a crib only with it, a hand of too few cards
 * none. */
function flushable(hand, start, { crib, rules }) {
  if (!crib && hand.length < rules.hand) return [];
  if (!crib) return [hand, [...hand, start]];
  return rules.crib_flush === "none" ? [] : [[...hand, start]];
}

/** True if *cards* may all be of one suit but are not known to be. */
function oneSuitOpen(cards, suits) {
  const ranks = new Set(cards.map((card) => card.rank));
  const proved = cards.every((card) => suits(card).length === 1);
  return !proved && ranks.size === cards.length && shared(cards.map(suits)).length > 0;
}

/** True if a jack of *hand* may be of the starter's suit but none is known to be. */
function nobsOpen(hand, start, suits) {
  if (start.rank === "J") return false;
  const jacks = hand.filter((card) => card.rank === "J").map(suits);
  const proved = jacks.some((jack) => isSame(jack, suits(start)));
  return !proved && jacks.some((jack) => shared([jack, suits(start)]).length > 0);
}

const shared = (lists) => SUITS.filter((suit) => lists.every((list) => list.includes(suit)));
const isSame = (one, other) => one.length === 1 && other.length === 1 && one[0] === other[0];

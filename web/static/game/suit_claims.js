// Flushes and nobs that a player may claim, as far as the open cards do not decide them.

import { SUITS, parseCard } from "./cards.js";

/** The flushes, by their size, and whether nobs, that could be said of *cards* beside the
 * *starter*.
 *
 * *seen* are all cards of the deal that lie face up, these among them. What they prove needs no
 * saying, and what they exclude the table would refuse. */
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

/** A bare card may have any suit that no other card of its rank is seen to have. */
function possibleSuits({ rank, suit }, seen) {
  if (suit) return [suit];
  const taken = seen.filter((other) => other.rank === rank).map((other) => other.suit);
  return SUITS.filter((one) => !taken.includes(one));
}

/** A hand has its own flush and the one with the starter, a crib at most the latter, and a hand of
 * too few cards none. */
function flushable(hand, start, { crib, rules }) {
  if (!crib && hand.length < rules.hand) return [];
  if (!crib) return [hand, [...hand, start]];
  return rules.crib_flush === "none" ? [] : [[...hand, start]];
}

/** True if *cards* may be of one suit, and do not prove it. */
function oneSuitOpen(cards, suits) {
  const ranks = new Set(cards.map((card) => card.rank));
  const proved = cards.every((card) => suits(card).length === 1);
  return !proved && ranks.size === cards.length && shared(cards.map(suits)).length > 0;
}

/** True if a jack of *hand* may be of the starter's suit, and none proves that it is. */
function nobsOpen(hand, start, suits) {
  if (start.rank === "J") return false;
  const jacks = hand.filter((card) => card.rank === "J").map(suits);
  const proved = jacks.some((jack) => isSame(jack, suits(start)));
  return !proved && jacks.some((jack) => shared([jack, suits(start)]).length > 0);
}

const shared = (lists) => SUITS.filter((suit) => lists.every((list) => list.includes(suit)));
const isSame = (one, other) => one.length === 1 && other.length === 1 && one[0] === other[0];

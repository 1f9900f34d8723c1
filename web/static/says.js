// What a player might say of suits, as far as the cards on the table leave it open.

import { readCard } from "./card.js";

/** The flushes that could be said of *cards*: of the hand, or of it and the *starter*. */
export function flushesOf(cards, starter, { crib, rules }) {
  const hand = cards.map(readCard);
  const all = [...hand, readCard(starter)];
  if (crib && rules.crib_flush === "none") return [];
  const open = crib ? [all] : [hand, all];
  return open.filter(isOpen).map((some) => some.length);
}

/** Whether *cards* may be of one suit, and do not prove it: no rank twice, no two suits seen. */
function isOpen(cards) {
  if (cards.every((card) => card.suit)) return false;
  const suits = new Set(cards.map((card) => card.suit).filter(Boolean));
  return suits.size <= 1 && new Set(cards.map((card) => card.rank)).size === cards.length;
}

/** Whether a jack among *cards* might be of the starter's suit and nobody sees whether it is. */
export function nobsOpen(cards, starter, rules) {
  const start = readCard(starter);
  if (!rules.nobs || start.rank === "J") return false;
  const jacks = cards.map(readCard).filter((card) => card.rank === "J");
  if (jacks.some((jack) => jack.suit && jack.suit === start.suit)) return false;
  return jacks.some((jack) => !jack.suit || !start.suit);
}

// Cards as the table writes them ("10H", "5"), as the page shows them, and what each brought.

import { h } from "../core/dom.js";

export const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
export const SUITS = ["S", "H", "D", "C"];
export const SUIT_SIGNS = { S: "♠", H: "♥", D: "♦", C: "♣" };

/** "10H" is {rank: "10", suit: "H"}; a card whose suit nobody said has suit "". */
export function parseCard(text) {
  const suit = SUITS.includes(text.at(-1)) ? text.at(-1) : "";
  return { rank: suit ? text.slice(0, -1) : text, suit };
}

/** No card may take the count past it. */
export const LIMIT = 31;

/** Up to this count every card may be laid. */
export const GO_ABOVE = 21;

/** The points that the card adds to the count. */
export const pips = (rank) => Math.min(RANKS.indexOf(rank) + 1, 10);

export const isRed = (suit) => suit === "H" || suit === "D";

/** One card, face up. *kind* may be "mini"; a label below it may say "Starter". */
export function cardFace(text, t, { kind = "", label = null, latest = false } = {}) {
  const card = parseCard(text);
  const look = ["card", kind, isRed(card.suit) && "r", label && "labelled", latest && "latest"];
  return h("span",
    { class: look.filter(Boolean).join(" "), role: "img", "aria-label": t.cardName(card) },
    h("b", { "aria-hidden": "true" }, t.rank(card.rank)),
    card.suit && h("i", { "aria-hidden": "true" }, SUIT_SIGNS[card.suit]),
    label && h("em.under", { "aria-hidden": "true" }, label),
  );
}

/** The place of a card that is not known yet. */
export const cardGap = (kind = "") => h("span", { class: `card gap ${kind}`.trim(), "aria-hidden": "true" });

/** Every card of this deal that somebody has seen. */
export const knownCards = (state) => [
  ...state.hands.flat(),
  ...(state.crib ?? []),
  ...(state.starter ? [state.starter] : []),
];

/** *some* cards without *others*, each taken out once. */
export function without(some, others) {
  const rest = [...some];
  others.forEach((other) => {
    const at = rest.indexOf(other);
    if (at >= 0) rest.splice(at, 1);
  });
  return rest;
}

/** The points of every card laid in this deal, in the order in which they were laid; of those whose
 * entries are no longer in the state, none. Cards before a misdeal no longer lie there. */
export function pointsPerCard(state) {
  const known = state.record.flatMap(({ actions, awards }) => {
    const cards = actions.filter((action) => action.do === "play");
    return cards.map((_, at) => earnedBy(cards, at, awards));
  });
  const gap = state.laid.length - known.length;
  return [...Array(Math.max(0, gap)).fill(0), ...known.slice(Math.max(0, -gap))];
}

/** A go is nobody's card. Where an entry was corrected to several cards, each has its own. */
function earnedBy(cards, at, awards) {
  const earned = awards.filter(({ why, cards: by }) => why !== "go" && by.length > 0);
  const own = earned.filter(({ cards: by }) => cards.length === 1 || by.at(-1) === cards[at].card);
  return own.reduce((sum, { points }) => sum + points, 0);
}

// Cards in the table's notation ("10H", "5"), as shown on the page, their points and their entries.

import { h } from "../core/dom.js";

export const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
export const SUITS = ["S", "H", "D", "C"];
export const SUIT_SIGNS = { S: "♠", H: "♥", D: "♦", C: "♣" };

/** "10H" is {rank: "10", suit: "H"}; without a suit, suit is "". */
export function parseCard(text) {
  const suit = SUITS.includes(text.at(-1)) ? text.at(-1) : "";
  return { rank: suit ? text.slice(0, -1) : text, suit };
}

/** The count may not exceed this. */
export const LIMIT = 31;

/** Up to this count, any card may be played. */
export const GO_ABOVE = 21;

/** True above that if the player at *seat* may play out of turn: those between have then said go. */
export const mayJump = ({ count, left, gone }, seat) =>
  count > GO_ABOVE && left[seat] > 0 && !gone.includes(seat);

export const pips = (rank) => Math.min(RANKS.indexOf(rank) + 1, 10);

export const isRed = (suit) => suit === "H" || suit === "D";

/** A face-up card. *kind* may be "mini"; a label below may say "Starter". */
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

/** Placeholder for an unknown card. */
export const cardGap = (kind = "") => h("span", { class: `card gap ${kind}`.trim(), "aria-hidden": "true" });

/** All cards of this deal that are visible. */
export const knownCards = (state) => [
  ...state.hands.flat(),
  ...(state.crib ?? []),
  ...(state.starter ? [state.starter] : []),
];

/** *some* without *others*; each removes one card. */
export function without(some, others) {
  const rest = [...some];
  others.forEach((other) => {
    const at = rest.indexOf(other);
    if (at >= 0) rest.splice(at, 1);
  });
  return rest;
}

/** Points of each card laid in this deal, in order; none for cards whose entries are no longer in the
 * state. Cards before a misdeal are excluded. */
export function pointsPerCard(state) {
  const known = state.record.flatMap(({ actions, awards }) => {
    const cards = actions.filter((action) => action.do === "play");
    // A go has no card. After a correction, an entry may have several cards.
    const earned = awards.filter(({ why, cards: by }) => why !== "go" && by.length > 0);
    return cards.map(({ card }) => earned
      .filter(({ cards: by }) => cards.length === 1 || by.at(-1) === card)
      .reduce((sum, { points }) => sum + points, 0));
  });
  const gap = state.laid.length - known.length;
  return [...Array(Math.max(0, gap)).fill(0), ...known.slice(Math.max(0, -gap))];
}

/** The cards laid by the *entries* of a deal, or turned up, in order: {entry, number, seat, card}. */
const laidCards = (entries, how = "play") => entries.flatMap((entry) =>
  entry.actions
    .map((action, number) => ({ entry, number, card: action.card, do: action.do }))
    .filter((one) => one.do === how)
    .map((one, at) => ({ ...one, seat: entry.laid?.[at] })),
);

/** The cards of the running count, each with its entry if still in the state. */
export function pileEntries({ laid, pile, record }) {
  const known = laidCards(record);
  const missing = laid.length - known.length;
  return pile.map((_, at) => known[laid.length - pile.length + at - missing]);
}

/** The entry in which *card* of the hand of *seat* was laid. */
export const cardEntry = (entries, seat, card) =>
  laidCards(entries).findLast((one) => one.seat === seat && one.card === card);

export const starterEntry = ({ record }) => laidCards(record, "starter").at(-1);

/** *inside* as a button that opens the correction of the entry *found*; plain without one or permission. */
export function touchable(found, card, t, { onTouch, tag = "span.laid", key }, inside) {
  if (!found || !onTouch) return h(tag, inside);
  return h(tag.replace("span", "button"), {
      "data-key": key,
      "aria-label": t("Edit: {card}", { card: t.cardName(parseCard(card)) }),
      onclick: () => onTouch(found.entry, found.number),
    }, inside);
}

export const touchableCard = (found, card, t, onTouch, look = {}) =>
  touchable(found, card, t, { onTouch, tag: "span.touched" }, cardFace(card, t, look));

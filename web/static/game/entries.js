// Finds the entry of a card, so that it can be tapped to correct it.

import { h } from "../core/dom.js";
import { cardFace, parseCard } from "./cards.js";

/** The cards laid by the *entries* of a deal, in order: {entry, number, seat, card}. */
const laidCards = (entries) => entries.flatMap((entry) =>
  entry.actions
    .map((action, number) => ({ entry, number, card: action.card, do: action.do }))
    .filter((one) => one.do === "play")
    .map((one, at) => ({ ...one, seat: entry.laid?.[at] })),
);

/** The cards of the running count, each with its entry if still in the state. */
export function pileEntries({ laid, pile, record }) {
  const known = laidCards(record);
  const missing = laid.length - known.length;
  return pile.map((_, at) => known[laid.length - pile.length + at - missing]);
}

/** The entry in which *card* of the hand of *seat* was laid, or turned up as the starter. */
export const cardEntry = (entries, seat, card) =>
  laidCards(entries).filter((one) => one.seat === seat && one.card === card).at(-1);

export const starterEntry = ({ record }) =>
  record
    .map((entry) => ({ entry, number: entry.actions.findIndex((one) => one.do === "starter") }))
    .filter(({ number }) => number >= 0)
    .at(-1);

/** *inside* as a button that opens the correction of the entry *found*; unchanged without permission or
 * entry. */
export function touchable(found, card, t, { onTouch, tag = "span.laid", key }, inside) {
  if (!found || !onTouch) return h(tag, inside);
  return h(tag.replace("span", "button"), {
      "data-key": key,
      "aria-label": t("Edit: {card}", { card: t.cardName(parseCard(card)) }),
      onclick: () => onTouch(found.entry, found.number),
    }, inside);
}

/** A card that opens its correction. */
export const touchableCard = (found, card, t, onTouch, look = {}) =>
  touchable(found, card, t, { onTouch, tag: "span.touched" }, cardFace(card, t, look));

// Assigns suits to cards laid without: to the selected card, or one suit to all.

import { h } from "../../core/dom.js";
import { SUITS, SUIT_SIGNS, cardFace, isRed, parseCard } from "../../game/cards.js";
import { key, whyImpossible } from "../play/pad.js";

const isBare = (card) => !parseCard(card).suit;

/** True while suits are being assigned and a card has none. */
export const givesSuits = ({ entry: { gives, cards } }) => Boolean(gives) && cards.some(isBare);

/** The index of the card to be assigned a suit: the tapped one, else the first without. */
const placeOf = ({ entry: { place = null, cards } }) => place ?? cards.findIndex(isBare);

/** A card that is selected for its suit by a tap. */
export function suitSlot(t, ui, act, place) {
  const card = ui.entry.cards[place];
  const isNow = place === placeOf(ui);
  return h("button.touched", {
    "data-key": `typed-${place}`, "aria-pressed": isNow, "aria-label": t.cardName(parseCard(card)),
    onclick: () => act.editEntry({ place }),
  }, cardFace(card, t, { kind: isNow ? "lit" : "" }));
}

/** The suits in a row, with a second row for the whole hand; *seen* are the cards elsewhere. */
export function suitPad(t, ui, act, seen, undo) {
  const { cards } = ui.entry;
  const now = placeOf(ui);
  const every = cards.map((_, at) => at);
  const give = (places, suit) => act.editEntry({
    place: null,
    cards: cards.map((card, at) => (places.includes(at) ? parseCard(card).rank + suit : card)),
  });
  const why = (places, suit) => {
    const ranks = places.map((at) => parseCard(cards[at]).rank);
    const others = [...seen, ...cards.filter((_, at) => !places.includes(at))];
    const twice = new Set(ranks).size < ranks.length && t("it’s on the table");
    return twice || (ranks.map((rank) => whyImpossible({ rank, suit }, others, t)).find(Boolean) ?? null);
  };
  const suitKey = (places, name) => (suit) => {
    const reason = why(places, suit);
    const said = name(t.suitName(suit));
    return key(SUIT_SIGNS[suit].repeat(places.length), {
      name: reason ? t("{name}: {why}", { name: said, why: reason }) : said,
      reason, act,
      kind: [places === every && "every", isRed(suit) && "red"].filter(Boolean).join(" "),
      onPress: () => give(places, suit),
    });
  };
  return h("div.pad.suit-pad", h("div.keys",
    SUITS.map(suitKey([now], (suit) => suit)),
    SUITS.map(suitKey(every, (suit) => t("All: {suit}", { suit }))),
    undo,
  ));
}

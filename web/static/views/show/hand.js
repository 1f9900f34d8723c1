// The hand to be counted: its cards, the pad for missing ones, and the pad for the suits of cards laid
// without.

import { h } from "../../core/dom.js";
import { capitalised } from "../../core/i18n.js";
import {
  SUITS, SUIT_SIGNS, cardEntry, cardFace, cardGap, isRed, knownCards, parseCard, touchableCard, without,
} from "../../game/cards.js";
import { cardsWanted, isTypedElsewhere, keypadCards } from "../../game/show.js";
import { handName, playerName, unbroken } from "../../game/teams.js";
import { byRank } from "../count_lines.js";
import { key, pad, undoKey, whyImpossible } from "../play/pad.js";

const isBare = (card) => !parseCard(card).suit;

/** True while suits are being assigned and a card has none. */
const givesSuits = ({ entry: { gives, cards } }) => Boolean(gives) && cards.some(isBare);

/** True if every card of the hand is known or typed. */
const isComplete = (state, ui) => ui.entry.cards.length === cardsWanted(state, ui);

/** True while cards are being typed or suits assigned. */
export const isTyping = (state, ui) => !isComplete(state, ui) || givesSuits(ui);

/** The cards of the hand known or typed so far. */
export const handCards = (state, ui) =>
  ui.entry.again ? ui.entry.cards : [...state.counting.known, ...ui.entry.cards];

/** All visible cards of the deal, with typed cards in place of those that they replace. */
export const seenCards = (state, ui) => [
  ...(ui.entry.again ? elsewhere(state) : knownCards(state)),
  ...ui.entry.cards,
];

/** The hand, in counting order once complete; typed cards have their index. */
function sortedHand(state, ui) {
  const typed = ui.entry.cards.map((card, place) => ({ card, place }));
  const known = ui.entry.again ? [] : byRank(state.counting.known).map((card) => ({ card }));
  const keyed = typed.length ? [] : keypadCards(state).map((card) => ({ card, isKeyed: true }));
  const all = [...known, ...typed, ...keyed];
  return isComplete(state, ui) ? byRank(all, ({ card }) => card) : all;
}

/** The hand, large, unless a counted one is shown. */
export function handView(state, t, ui, act) {
  const cards = sortedHand(state, ui);
  const gaps = Math.max(0, state.counting.size - cards.length);
  return h("section.hand",
    h("h2", h("span.hand-name", unbroken(handName(state, t, state.counting.of))), cardsDue(state, t, ui)),
    ui.me.scorer && !isTypedElsewhere(state, ui) && suitsButton(state, t, ui, act),
    h("div.cards.big",
      cards.map((one) => handCard(state, t, ui, act, one)),
      Array.from({ length: gaps }, cardGap),
      cardFace(state.starter, t, { label: t("Starter") }),
    ),
  );
}

/** A tap on a card laid in the play opens its correction; on a typed card, removes it. */
function handCard(state, t, ui, act, { card, place, isKeyed }) {
  if (isKeyed) return cardFace(card, t);
  if (place !== undefined && ui.me.scorer) {
    if (isComplete(state, ui) && givesSuits(ui)) return suitSlot(t, ui, act, place);
    return h("button.touched", {
      "data-key": `typed-${place}`,
      "aria-label": t("Take out the {card}", { card: t.cardName(parseCard(card)) }),
      "aria-keyshortcuts": place === ui.entry.cards.length - 1 ? "Backspace" : null,
      onclick: ({ currentTarget }) => {
        const isFocused = document.activeElement === currentTarget;
        takeOut(ui, act, place);
        if (isFocused) document.querySelector(`[data-key="typed-${Math.max(0, place - 1)}"]`)?.focus();
      },
    }, cardFace(card, t));
  }
  return touchableCard(cardEntry(state.record, state.counting.of, card), card, t,
    ui.me.scorer && ((entry, number) => act.correct(entry, state.starter, number)));
}

/** Changing a card resets the suit claims. */
const takeOut = (ui, act, place) => act.editEntry({
  ...NOTHING_SAID, cards: ui.entry.cards.filter((_, at) => at !== place), isBack: false,
});

export const NOTHING_SAID = { suit: "", flush: 0, nobs: null, claim: null, asks: null, missed: null };

/** Undo first clears local input: a question, typed points, a wrong first claim, the last card. Restored
 * input is exempt: the next undo goes to the table. */
export function typedLast(state, t, ui, act) {
  const { cards, isBack, claim, missed, asks, gives } = ui.entry;
  const { known } = state.counting;
  const points = isBack ? null : claim;
  const undo = (what, changes) => ({
    name: t("Undo: {what}", { what }),
    drop: () => act.editEntry({ asks: null, ...changes }),
  });
  if (points !== null || asks) return undo(points ?? t("Show me"), { claim: null });
  if (missed && claim === null) return undo(missed.claim, { missed: null });
  if (gives && (isComplete(state, ui) || cards.length === known.length))
    return undo(t("Give suits"), { ...NOTHING_SAID, ...withoutGiven(ui.entry, known) });
  return isBack || cards.length === 0 || isTypedElsewhere(state, ui) ? null : {
    name: t("Undo: {card}, not counted yet", { card: t.cardName(parseCard(cards.at(-1))) }),
    drop: () => takeOut(ui, act, cards.length - 1),
  };
}

/** The typed cards without those that were known and only given suits. */
function withoutGiven({ cards }, known) {
  const given = known.map((card) => parseCard(card).rank);
  const isTyped = (card) => {
    const at = given.indexOf(parseCard(card).rank);
    if (at >= 0) given.splice(at, 1);
    return at < 0;
  };
  return { cards: cards.filter(isTyped), again: false, gives: false };
}

/** The hand in a row, below the counted one. */
export function nextHand(state, t, ui, act) {
  const cards = sortedHand(state, ui);
  const gaps = Math.max(0, state.counting.size - cards.length);
  return h("section.hand.next",
    h("h2", unbroken(nextName(state, t)), " ", cardsDue(state, t, ui)),
    ui.me.scorer && gaps === 0 && suitsButton(state, t, ui, act),
    h("div.minis",
      cards.map(({ card }) => cardFace(card, t, { kind: "mini" })),
      Array.from({ length: gaps }, () => cardGap("mini")),
    ),
  );
}

/** Announces the hand to be counted as the next one. */
export const nextName = ({ counting: { of }, players }, t) =>
  of === "crib" ? t("Next: the crib") : t("Next: {name}", { name: playerName({ players }, t, of) });

function cardsDue(state, t, ui) {
  if (isTypedElsewhere(state, ui))
    return h("small", t("{name} is entering the cards", { name: capitalised(state.typist) }));
  const n = cardsWanted(state, ui) - (ui.entry.cards.length || keypadCards(state).length);
  if (n > 0) return h("small", t("{n} card to enter|{n} cards to enter", { n }));
  return givesSuits(ui) && h("small", t("Suit"));
}

/** Assigns suits to the cards laid without. */
function suitsButton({ counting: { known } }, t, { entry }, act) {
  if (entry.cards.length > 0 || entry.again || !known.some(isBare)) return null;
  const again = () =>
    act.editEntry({ ...NOTHING_SAID, again: true, gives: true, isBack: false, cards: byRank(known) });
  return h("button.text", { "data-key": "give-suits", onclick: again }, t("Give suits"));
}

/** The pad for missing cards, or for the suits of all. */
export function handPad(state, t, ui, act) {
  const { again, cards } = ui.entry;
  const seen = seenCards(state, ui);
  const undo = undoKey(state, t, act, typedLast(state, t, ui, act));
  if (isComplete(state, ui)) return suitPad(t, ui, act, elsewhere(state), undo);
  return pad(t, ui, act, {
    barred: (card) => whyImpossible(card, seen, t) ?? (again ? notLaid(state, ui, card, t) : null),
    onPick: (card) => act.editEntry({ cards: [...cards, card], suit: "", isBack: false }),
    onPickAll: (named) => addAll(state, t, ui, act, named),
    keys: [undo],
  });
}

/** Adds cards named together, if no more than are missing. */
function addAll(state, t, ui, act, named) {
  const n = cardsWanted(state, ui) - ui.entry.cards.length;
  if (named.length > n) {
    return act.notify(t("{n} card is missing|{n} cards are missing", { n }));
  }
  return act.editEntry({
    cards: [...ui.entry.cards, ...named], said: "", suit: "", isBack: false,
  });
}

/** Cards visible in other hands, and the starter. */
const elsewhere = (state) => without(knownCards(state), state.counting.known);

/** Retyping the whole hand must include the ranks that were laid. */
function notLaid(state, ui, card, t) {
  const ranks = (cards) => cards.map((text) => parseCard(text).rank);
  const cardsDue = without(ranks(state.counting.known), ranks(ui.entry.cards));
  const free = cardsWanted(state, ui) - ui.entry.cards.length > cardsDue.length;
  return free || cardsDue.includes(card.rank) ? null : t("it wasn’t played");
}

/** The index of the card to be assigned a suit: the tapped one, else the first without. */
const placeOf = ({ entry: { place = null, cards } }) => place ?? cards.findIndex(isBare);

/** A card that is selected for its suit by a tap. */
function suitSlot(t, ui, act, place) {
  const card = ui.entry.cards[place];
  const isNow = place === placeOf(ui);
  return h("button.touched", {
    "data-key": `typed-${place}`, "aria-pressed": isNow, "aria-label": t.cardName(parseCard(card)),
    onclick: () => act.editEntry({ place }),
  }, cardFace(card, t, { kind: isNow ? "lit" : "" }));
}

/** The suits in a row, with a second row for the whole hand; *seen* are the cards elsewhere. */
function suitPad(t, ui, act, seen, undo) {
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

// The hand to be counted: its cards, the pad for missing ones, and the suits of cards laid without.

import { h } from "../../core/dom.js";
import { capitalised } from "../../core/i18n.js";
import {
  SUITS, SUIT_SIGNS, cardEntry, cardFace, cardGap, isRed, knownCards, parseCard, touchableCard, without,
} from "../../game/cards.js";
import { cardsWanted, isTypedElsewhere, keypadCards } from "../../game/show.js";
import { handName, playerName } from "../../game/teams.js";
import { byRank, handTitle } from "../count_lines.js";
import { key, pad, undoKey, whyImpossible } from "../play/pad.js";

const isBare = (card) => !parseCard(card).suit;

/** The index of the card to be given a suit: the tapped one, else the first without; −1 if none is. */
const suitPlace = ({ entry: { gives, place = null, cards } }) => (gives ? place ?? cards.findIndex(isBare) : -1);

const isComplete = (state, ui) => ui.entry.cards.length === cardsWanted(state, ui);

export const isTyping = (state, ui) => !isComplete(state, ui) || suitPlace(ui) >= 0;

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

/** The hand: large, or while a counted one is shown, in a row below that. */
export function handView(state, t, ui, act, isNext = false) {
  const cards = sortedHand(state, ui);
  const gaps = Math.max(0, state.counting.size - cards.length);
  return h("section.hand", { class: isNext ? "hand next" : "hand" },
    h("h2",
      handTitle(isNext ? nextName(state, t) : handName(state, t, state.counting.of)),
      " ", cardsDue(state, t, ui)),
    ui.me.scorer && gaps === 0 && !ui.entry.gives && state.counting.known.some(isBare) && h("button.text", {
      "data-key": "give-suits",
      onclick: () => act.editEntry({
        ...NOTHING_SAID, again: true, gives: true, isBack: false,
        cards: byRank([...state.counting.known, ...ui.entry.cards]),
      }),
    }, t("Give suits")),
    isNext
      ? gaps === 0 && h("div.minis", cards.map(({ card }) => cardFace(card, t, { kind: "mini" })))
      : h("div.cards.big",
        cards.map((one) => handCard(state, t, ui, act, one)),
        Array.from({ length: gaps }, cardGap),
        cardFace(state.starter, t, { label: t("Starter") }),
      ),
  );
}

/** A tap on a card laid in the play opens its correction; a typed one is removed, or gets a suit. */
function handCard(state, t, ui, act, { card, place, isKeyed }) {
  if (isKeyed) return cardFace(card, t);
  if (place === undefined || !ui.me.scorer) {
    return touchableCard(cardEntry(state.record, state.counting.of, card), card, t,
      ui.me.scorer && ((entry, number) => act.correct(entry, state.starter, number)));
  }
  const [name, isNow] = [t.cardName(parseCard(card)), place === suitPlace(ui)];
  const giveSuit = { "aria-pressed": isNow, "aria-label": name, onclick: () => act.editEntry({ place }) };
  const remove = {
    "aria-label": t("Take out the {card}", { card: name }),
    "aria-keyshortcuts": place === ui.entry.cards.length - 1 ? "Backspace" : null,
    onclick: ({ currentTarget }) => {
      const isFocused = document.activeElement === currentTarget;
      takeOut(ui, act, place);
      if (isFocused) document.querySelector(`[data-key="typed-${Math.max(0, place - 1)}"]`)?.focus();
    },
  };
  return h("button.touched", { "data-key": `typed-${place}`, ...(ui.entry.gives ? giveSuit : remove) },
    cardFace(card, t, { kind: isNow ? "lit" : "" }));
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
  if (gives) {
    const ranks = (some) => some.map((card) => parseCard(card).rank);
    const typed = without(ranks(cards), ranks(known));
    return undo(t("Give suits"), { ...NOTHING_SAID, cards: typed, again: false, gives: false });
  }
  return isBack || cards.length === 0 || isTypedElsewhere(state, ui) ? null : {
    name: t("Undo: {card}, not counted yet", { card: t.cardName(parseCard(cards.at(-1))) }),
    drop: () => takeOut(ui, act, cards.length - 1),
  };
}

export const nextName = ({ counting: { of }, players }, t) =>
  of === "crib" ? t("Next: the crib") : t("Next: {name}", { name: playerName({ players }, t, of) });

function cardsDue(state, t, ui) {
  if (isTypedElsewhere(state, ui))
    return h("small", t("{name} is entering the cards", { name: capitalised(state.typist) }));
  const n = cardsWanted(state, ui) - (ui.entry.cards.length || keypadCards(state).length);
  if (n > 0) return h("small", t("{n} card to enter|{n} cards to enter", { n }));
  return suitPlace(ui) >= 0 && h("small", t("Suit"));
}

export function handPad(state, t, ui, act) {
  const undo = undoKey(state, t, act, typedLast(state, t, ui, act));
  if (isComplete(state, ui)) return suitPad(t, ui, act, elsewhere(state), undo);
  return pad(t, ui, act, {
    barred: (card) => whyImpossible(card, seenCards(state, ui), t),
    onPick: (card) => act.editEntry({ cards: [...ui.entry.cards, card], suit: "", isBack: false }),
    onPickAll: (named) => {
      const n = cardsWanted(state, ui) - ui.entry.cards.length;
      if (named.length > n) return act.notify(t("{n} card is missing|{n} cards are missing", { n }));
      return act.editEntry({ cards: [...ui.entry.cards, ...named], said: "", suit: "", isBack: false });
    },
    keys: [undo],
  });
}

/** Cards visible in other hands, and the starter. */
const elsewhere = (state) => without(knownCards(state), state.counting.known);

function suitPad(t, ui, act, seen, undo) {
  const { cards } = ui.entry;
  const place = suitPlace(ui);
  const { rank } = parseCard(cards[place]);
  return h("div.pad.suit-pad", h("div.keys",
    SUITS.map((suit) => {
      const reason = whyImpossible({ rank, suit }, [...seen, ...cards.toSpliced(place, 1)], t);
      return key(SUIT_SIGNS[suit], {
        name: reason ? t("{name}: {why}", { name: t.suitName(suit), why: reason }) : t.suitName(suit),
        reason, act, kind: isRed(suit) ? "red" : "",
        onPress: () => act.editEntry({ place: null, cards: cards.with(place, rank + suit) }),
      });
    }),
    undo,
  ));
}

// A hand at the show: the cards that were laid, and the pad for those that nobody has seen.

import { cardFace, cardGap, knownCards, readCard, without } from "../../game/cards.js";
import { h } from "../../core/dom.js";
import { handName } from "../../game/teams.js";
import { cannotBe, key, pad } from "../play/pad.js";
import { undoKey } from "../play/undo.js";

const wanted = (state, ui) => (ui.entry.again ? state.counting.size : state.counting.missing);

/** Whether every card of the hand is known or typed. */
export const isWhole = (state, ui) => ui.entry.cards.length === wanted(state, ui);

/** The cards of the hand as far as they are known or typed. */
export const handCards = (state, ui) =>
  ui.entry.again ? ui.entry.cards : [...state.counting.known, ...ui.entry.cards];

/** Every card of the deal that is seen, with those typed in place of what they are typed for. */
export const seenCards = (state, ui) => [
  ...(ui.entry.again ? elsewhere(state) : knownCards(state)),
  ...ui.entry.cards,
];

export function hand(state, words, ui) {
  const cards = handCards(state, ui);
  const gaps = Math.max(0, state.counting.size - cards.length);
  return h(
    "section.hand",
    null,
    h("h2", null, handName(state, words, state.counting.of), due(state, words, ui)),
    ui.me.scorer && editing(state, words, ui),
    h(
      "div.cards.big",
      null,
      cards.map((card) => cardFace(card, words)),
      Array.from({ length: gaps }, cardGap),
      cardFace(state.starter, words, { label: words("Starter") }),
    ),
  );
}

function due(state, words, ui) {
  const n = wanted(state, ui) - ui.entry.cards.length;
  return n > 0 && h("small", null, words("{n} card to enter|{n} cards to enter", { n }));
}

/** Ways to type the cards again: those that were typed, or all of them with suits. */
function editing(state, words, ui) {
  const { known } = state.counting;
  if (ui.entry.cards.length > 0 || ui.entry.again) {
    const start = { cards: [], again: false, flush: 0, nobs: false };
    return h(
      "button.text",
      { "data-key": "edit", onclick: () => ui.enter(start) },
      words("Start over"),
    );
  }
  const bare = known.some((card) => !readCard(card).suit);
  const again = () => ui.enter({ again: true, cards: [] });
  return bare && h("button.text", { "data-key": "edit", onclick: again }, words("Give suits"));
}

/** The pad for the cards that are missing, or for all of them again with their suits. */
export function typingPad(state, words, ui) {
  const { again, cards } = ui.entry;
  const seen = seenCards(state, ui);
  return pad(words, ui, {
    barred: (card) =>
      cannotBe(card, seen, words) ??
      (again ? notLaid(state, ui, card, words) : null),
    onPick: (card) => ui.enter({ cards: [...cards, card], suit: "" }),
    keys: [takeBackKey(words, ui), undoKey(state, words, ui)],
  });
}

const takeBackKey = (words, ui) =>
  key(words("Take back"), {
    kind: "wide",
    reason: ui.entry.cards.length ? null : words("no card is entered yet"),
    ui,
    onPress: () => ui.enter({ cards: ui.entry.cards.slice(0, -1) }),
  });

/** What was seen of other hands, and the starter. */
const elsewhere = (state) => without(knownCards(state), state.counting.known);

/** The whole hand again must hold the ranks that were laid. */
function notLaid(state, ui, card, words) {
  const ranks = (cards) => cards.map((text) => readCard(text).rank);
  const due = without(ranks(state.counting.known), ranks(ui.entry.cards));
  const free = wanted(state, ui) - ui.entry.cards.length > due.length;
  return free || due.includes(card.rank) ? null : words("it was not laid");
}

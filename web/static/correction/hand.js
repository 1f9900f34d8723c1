// The cards of a hand or crib that were entered wrong, what was said of suits, and the claim.

import { cardFace, knownCards, without } from "../game/cards.js";
import { h } from "../core/dom.js";
import { openSays } from "../game/suit_claims.js";
import { chip, stepper } from "../views/chips.js";
import { cannotBe, pad } from "../views/play/pad.js";

/** A card is tapped, then the one that it really was. */
export function handEditor(state, words, ui) {
  const { draft } = ui.mending;
  const { action } = draft;
  const cards = action.cards ?? [];
  return h(
    "div.editor",
    null,
    draft.place === null && h("p", null, words("Tap the card that is wrong, then what it was.")),
    h(
      "div.cards.chosen",
      { role: "group", "aria-label": words("Cards") },
      cards.map((card, place) => slot(words, ui, card, place)),
    ),
    draft.place === null && [whole(words, ui), h("div.chips", null, says(state, words, ui))],
    draft.place !== null &&
      pad(words, ui, {
        barred: (card) => cannotBe(card, elsewhere(state, draft), words),
        onPick: (card) => put(ui, card),
      }),
    typeof action.claim === "number" && claim(words, ui),
  );
}

function slot(words, ui, card, place) {
  const { draft } = ui.mending;
  return h(
    "button.slot",
    {
      "data-key": `slot-${place}`,
      "aria-pressed": place === draft.place,
      onclick: () => ui.mending.pick({ place: place === draft.place ? null : place }),
    },
    cardFace(card, words),
  );
}

/** The cards laid in the play too, so that their suits can be given. */
function whole(words, ui) {
  const { draft } = ui.mending;
  const { hand } = draft.entry;
  if (!hand || draft.all || (draft.action.cards ?? []).length === hand.length) return null;
  const all = { all: true, action: { ...draft.action, cards: hand } };
  return h("button.text", { onclick: () => ui.mending.pick(all) }, words("Give suits"));
}

function put(ui, card) {
  const { draft } = ui.mending;
  const cards = draft.action.cards.map((one, at) => (at === draft.place ? card : one));
  ui.enter({ suit: "" });
  ui.mending.pick({ place: null, action: { ...draft.action, cards } });
}

/** Every card of the deal that is seen beside those that are put right, where it is this deal. */
function elsewhere(state, { entry, action, place }) {
  const others = (action.cards ?? []).filter((_, at) => at !== place);
  const isNow = action.do === "count" && state.record.some((one) => one.entry === entry.entry);
  if (!isNow) return others;
  return [...without(knownCards(state), entry.actions.at(-1).cards ?? []), ...others];
}

/** All cards of the hand as they would be. */
function handOf({ entry, action, all }) {
  const cards = action.cards ?? [];
  if (all || !entry.hand) return cards;
  return [...without(entry.hand, entry.actions.at(-1).cards ?? []), ...cards];
}

function says(state, words, ui) {
  const { draft } = ui.mending;
  const { action, starter } = draft;
  const hand = handOf(draft);
  const open = openSays(hand, {
    starter: starter ?? "",
    seen: starter ? [...hand, starter] : hand,
    crib: action.do === "crib",
    rules: state.rules,
  });
  const say = (changes) => ui.mending.pick({ action: tidied({ ...action, ...changes }) });
  const flushes = [...new Set([...open.flushes, ...(action.flush ? [action.flush] : [])])];
  return [
    flushes.map((n) =>
      chip(words("Flush of {n}", { n }), action.flush === n, (on) => say({ flush: on ? n : 0 })),
    ),
    (open.nobs || action.nobs) &&
      chip(words("Nobs"), Boolean(action.nobs), (nobs) => say({ nobs })),
  ];
}

/** What nobody says is left out. */
function tidied({ flush, nobs, ...action }) {
  return { ...action, ...(flush && { flush }), ...(nobs && { nobs }) };
}

const claim = (words, ui) => {
  const { action } = ui.mending.draft;
  return stepper(words, {
    label: words("Points claimed"),
    value: action.claim,
    onChange: (n) => ui.mending.change({ action: { ...action, claim: n ?? 0 } }),
  });
};

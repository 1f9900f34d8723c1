// The hand that is to be counted: its cards, the pad for those that are missing, flush, nobs, a claim.

import { h } from "../../core/dom.js";
import { cardFace, cardGap, knownCards, parseCard, without } from "../../game/cards.js";
import { cardEntry, touchableCard } from "../../game/entries.js";
import { playersCount } from "../../game/entry_mode.js";
import { displayName, handName, recipientName, speakerName, teamOf, unbroken } from "../../game/teams.js";
import { key, pad, whyImpossible } from "../play/pad.js";
import { undoKey } from "../play/undo.js";
import { MOST, countPad } from "./count_pad.js";
import { openAnswers, suitChips, suitQuestion } from "./suit_question.js";

const cardsWanted = (state, ui) => (ui.entry.again ? state.counting.size : state.counting.missing);

/** True if every card of the hand is known or typed. */
export const isComplete = (state, ui) => ui.entry.cards.length === cardsWanted(state, ui);

/** The cards of the hand as far as they are known or typed. */
const handCards = (state, ui) =>
  ui.entry.again ? ui.entry.cards : [...state.counting.known, ...ui.entry.cards];

/** Every card of the deal that is seen, with those typed in place of what they are typed for. */
const seenCards = (state, ui) => [
  ...(ui.entry.again ? elsewhere(state) : knownCards(state)),
  ...ui.entry.cards,
];

/** The hand, large, as long as no other one is told. */
export function handView(state, t, ui, act) {
  const cards = handCards(state, ui);
  const gaps = Math.max(0, state.counting.size - cards.length);
  return h("section.hand",
    h("h2", unbroken(handName(state, t, state.counting.of)), cardsDue(state, t, ui)),
    ui.me.scorer && editing(state, t, ui, act),
    h("div.cards.big",
      cards.map((card, at) => handCard(state, t, ui, act, card, at)),
      Array.from({ length: gaps }, cardGap),
      cardFace(state.starter, t, { label: t("Starter") }),
    ),
  );
}

/** A touched card that was laid in the play opens its correction; one that was typed is taken out. */
function handCard(state, t, ui, act, card, at) {
  const typed = at - (ui.entry.again ? 0 : state.counting.known.length);
  if (typed >= 0 && ui.me.scorer) {
    return h("button.touched", {
      "data-key": `typed-${typed}`,
      "aria-label": t("Take out: {card}", { card: t.cardName(parseCard(card)) }),
      onclick: () => takeOut(ui, act, typed),
    }, cardFace(card, t));
  }
  return touchableCard(cardEntry(state.record, state.counting.of, card), card, t,
    ui.me.scorer && ((entry, number) => act.correct(entry, state.starter, number)));
}

/** With another card, nothing that was said of the hand need be true. */
const takeOut = (ui, act, place) => act.editEntry({
  ...NOTHING_SAID, cards: ui.entry.cards.filter((_, at) => at !== place), isBack: false,
});

const NOTHING_SAID = { suit: "", flush: 0, nobs: null, claim: null, asks: null, missed: null };

/** What Undo takes back before anything of the table: the last card typed here. Cards
 * that came back by an undo are none of these: the next undo goes on at the table. */
export function typedLast(t, ui, act) {
  const { cards, isBack } = ui.entry;
  return isBack || cards.length === 0 ? null : {
    name: t("Undo: {card}, not counted yet", { card: t.cardName(parseCard(cards.at(-1))) }),
    drop: () => takeOut(ui, act, cards.length - 1),
  };
}

/** The same in a row, below the hand that is told. */
export function nextHand(state, t, ui, act) {
  const cards = handCards(state, ui);
  const gaps = Math.max(0, state.counting.size - cards.length);
  return h("section.hand.next",
    h("h2", unbroken(nextName(state, t)), " ", cardsDue(state, t, ui)),
    ui.me.scorer && gaps === 0 && editing(state, t, ui, act),
    h("div.minis",
      cards.map((card) => cardFace(card, t, { kind: "mini" })),
      Array.from({ length: gaps }, () => cardGap("mini")),
    ),
  );
}

/** The hand that is to be counted, as the next one. */
export const nextName = ({ counting: { of }, players }, t) =>
  of === "crib" ? t("Next: the crib") : t("Next: {name}", { name: displayName(t, players[of]) });

function cardsDue(state, t, ui) {
  const n = cardsWanted(state, ui) - ui.entry.cards.length;
  return n > 0 && h("small", t("{n} card to enter|{n} cards to enter", { n }));
}

/** Ways to type the cards again: those that were typed, or all of them with suits. */
function editing(state, t, ui, act) {
  const { known } = state.counting;
  if (ui.entry.cards.length > 0 || ui.entry.again) {
    const start = { cards: [], again: false, suit: "", flush: 0, nobs: null, asks: null };
    return h("button.text", { "data-key": "edit", onclick: () => act.editEntry(start) },
      t("Start over"),
    );
  }
  const bare = known.some((card) => !parseCard(card).suit);
  const again = () => act.editEntry({ again: true, cards: [] });
  return bare && h("button.text", { "data-key": "edit", onclick: again }, t("Give suits"));
}

/** The pad for the cards that are missing, or for all of them again with their suits. */
export function handPad(state, t, ui, act) {
  const { again, cards } = ui.entry;
  const seen = seenCards(state, ui);
  return pad(t, ui, act, {
    barred: (card) => whyImpossible(card, seen, t) ?? (again ? notLaid(state, ui, card, t) : null),
    onPick: (card) => act.editEntry({ cards: [...cards, card], suit: "", isBack: false }),
    onPickAll: (named) => addAll(state, t, ui, act, named),
    keys: [deleteKey(t, ui, act), undoKey(state, t, act, typedLast(t, ui, act))],
  });
}

/** Cards that were named together: at most those that are missing. */
function addAll(state, t, ui, act, named) {
  const n = cardsWanted(state, ui) - ui.entry.cards.length;
  if (named.length > n) {
    return act.notify(t("{n} card is missing|{n} cards are missing", { n }));
  }
  return act.editEntry({
    cards: [...ui.entry.cards, ...named], said: "", suit: "", isBack: false,
  });
}

const deleteKey = (t, ui, act) =>
  key(t("Delete ⌫"), {
    name: t("Delete a card"),
    kind: "wide", at: "erase",
    reason: ui.entry.cards.length ? null : t("no card entered yet"),
    act,
    onPress: () => takeOut(ui, act, ui.entry.cards.length - 1),
  });

/** Cards seen in other hands, and the starter. */
const elsewhere = (state) => without(knownCards(state), state.counting.known);

/** The whole hand again must hold the ranks that were laid. */
function notLaid(state, ui, card, t) {
  const ranks = (cards) => cards.map((text) => parseCard(text).rank);
  const cardsDue = without(ranks(state.counting.known), ranks(ui.entry.cards));
  const free = cardsWanted(state, ui) - ui.entry.cards.length > cardsDue.length;
  return free || cardsDue.includes(card.rank) ? null : t("it wasn’t played");
}

const lyingCards = (state, ui) => ({
  cards: handCards(state, ui),
  seen: seenCards(state, ui),
  crib: state.counting.of === "crib",
});

/** What may be said of the hand, and the pad for the points of those who count themselves. */
export function claimForm(state, t, ui, act) {
  const counts = playersCount(state, ui);
  const chips = !counts &&
    suitChips(state, t, { ...lyingCards(state, ui), said: ui.entry, onSay: act.editEntry });
  return (chips || counts) && h("section.claim", { "data-key": "claim" },
    chips,
    counts && countPad(t, act, {
      label: asked(state, t), value: ui.entry.claim,
      most: mostIn(state),
      onType: (claim) => act.editEntry({ claim, asks: null, isBack: false }),
    }),
  );
}

/** A hand of five or six cards may be worth more than any of four. */
const mostIn = ({ rules }) => (rules.hand > 4 ? 99 : undefined);

/** Whose points are asked for; a captain speaks for partners too. */
function asked(state, t) {
  const { of, seat } = state.counting;
  const player = displayName(t, state.players[seat]);
  const captain = speakerName(state, t, teamOf(state, seat));
  if (state.rules.captain && captain !== player) {
    return of === "crib"
      ? t("{captain}’s count for the crib", { captain })
      : t("{captain}’s count for {name}’s hand", { captain, name: player });
  }
  return of === "crib"
    ? t("Enter the crib’s count")
    : t("Enter {name}’s count", { name: player });
}

export function countButton(state, t, ui, act) {
  const team = teamOf(state, state.counting.seat);
  const counts = playersCount(state, ui);
  const { flush, nobs, claim, missed, asks } = ui.entry;
  if (!counts) {
    const onclick = () => act.submit(countAction(state, ui, { flush, nobs }));
    return primeKey(team, { onclick }, countIt(state, t));
  }
  const action = (said) => countAction(state, ui, { ...missed, claim, ...said });
  const showMe = (said) => {
    const { of } = state.counting;
    act.set({ lesson: { version: state.version + 1, of, line: 0, age: 0 } });
    return act.submit(action(said));
  };
  if (asks) {
    const onAnswer = (said) =>
      (claim === null ? showMe(said) : act.enterClaim(action(said), [], true));
    return suitQuestion(t, { points: claim, answers: asks, onAnswer });
  }
  if (claim === null && missed !== null) {
    return tryAgain(t, missed.claim, () => showMe({ claim: missed.claim }));
  }
  const open = openAnswers(state, { ...lyingCards(state, ui), points: claim ?? MOST });
  const onShow = () => (open.length ? act.editEntry({ asks: open }) : showMe());
  return [
    claim === null && nothingHangsOnClaims(state) &&
      h("button.second", { "data-key": "show-me", onclick: onShow }, t("Show me")),
    primeKey(team, {
      disabled: claim === null,
      onclick: () => act.enterClaim(action(), open),
    }, claimIt(state, t, team, claim)),
  ];
}

/** True if the truth is pegged whatever is claimed, so that those who cannot count need not. */
const nothingHangsOnClaims = ({ rules }) => !rules.muggins && !rules.exact_finish &&
  rules.undercount !== "lost" && rules.overcount === "corrected";

const primeKey = (team, props, text) => h("button.prime", {
  class: `prime team-${team}`, "data-key": "count", "aria-keyshortcuts": "Enter", ...props,
}, text);

/** A claim that was only checked, and wrong, until the next one is typed. */
const tryAgain = (t, n, onShow) => h("div.query", { "data-key": "again" },
  h("b", { role: "status" }, t("{n}? Not quite. Try again?", { n })),
  h("button.second", { "data-key": "show-me", onclick: onShow }, t("Show me")),
);

/** Where nobody may call muggins the truth is pegged, whatever was claimed. */
function claimIt(state, t, team, claim) {
  if (claim === null) return asked(state, t);
  const name = displayName(t, state.players[state.counting.seat]);
  return state.rules.muggins
    ? t("Peg {n} for {team}", { n: claim, team: recipientName(state, t, team) })
    : t("{name} says {n}", { name, n: claim });
}

function countIt({ counting, players }, t) {
  const { of } = counting;
  return of === "crib"
    ? t("Count the crib")
    : t("Count {name}’s hand", { name: displayName(t, players[of]) });
}

function countAction(state, ui, { flush, nobs, claim = null }) {
  const { of, seat } = state.counting;
  const { cards } = ui.entry;
  return {
    ...(of === "crib" ? { do: "crib" } : { do: "count", seat }),
    ...(cards.length && { cards }),
    ...(flush && { flush }),
    ...(nobs && { nobs }),
    ...(claim !== null && { claim }),
  };
}

// The hand that is counted: its cards, the pad for those that are missing, flush, nobs and a claim.

import { h } from "../../core/dom.js";
import { cardFace, cardGap, knownCards, parseCard, without } from "../../game/cards.js";
import { playersCount, playersMode } from "../../game/entry_mode.js";
import { displayName, handName, recipientName, speakerName, teamOf } from "../../game/teams.js";
import { chip, stepper, suitChips } from "../controls.js";
import { key, pad, whyImpossible } from "../play/pad.js";
import { undoKey } from "../play/undo.js";

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

export function handView(state, t, ui, act) {
  const cards = handCards(state, ui);
  const gaps = Math.max(0, state.counting.size - cards.length);
  return h("section.hand",
    h("h2", handName(state, t, state.counting.of), cardsDue(state, t, ui)),
    ui.me.scorer && editing(state, t, ui, act),
    h("div.cards.big",
      cards.map((card) => cardFace(card, t)),
      Array.from({ length: gaps }, cardGap),
      cardFace(state.starter, t, { label: t("Starter") }),
    ),
  );
}

function cardsDue(state, t, ui) {
  const n = cardsWanted(state, ui) - ui.entry.cards.length;
  return n > 0 && h("small", t("{n} card to enter|{n} cards to enter", { n }));
}

/** Ways to type the cards again: those that were typed, or all of them with suits. */
function editing(state, t, ui, act) {
  const { known } = state.counting;
  if (ui.entry.cards.length > 0 || ui.entry.again) {
    const start = { cards: [], again: false, flush: 0, nobs: false };
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
    onPick: (card) => act.editEntry({ cards: [...cards, card], suit: "" }),
    keys: [takeBackKey(t, ui, act), undoKey(state, t, act)],
  });
}

const takeBackKey = (t, ui, act) =>
  key(t("Delete ⌫"), {
    kind: "wide",
    reason: ui.entry.cards.length ? null : t("no card entered yet"),
    act,
    onPress: () => act.editEntry({ cards: ui.entry.cards.slice(0, -1) }),
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

export function claimForm(state, t, ui, act) {
  const counts = playersCount(state, ui);
  const choose = (people) => act.setEntryMode({ counts: people ? playersMode(state) : "program" });
  return h("section.claim",
    suitChips(state, t, {
      cards: handCards(state, ui),
      seen: seenCards(state, ui),
      crib: state.counting.of === "crib",
      said: ui.entry, onSay: act.editEntry,
    }),
    counts && h("div.own-count",
      h("p", whoCounts(state, t)),
      stepper(t, {
        label: t("Points claimed"), value: ui.entry.claim,
        onChange: (claim) => act.editEntry({ claim }),
      }),
    ),
    chip(t("We count"), counts, choose),
  );
}

/** A captain speaks for partners too. */
function whoCounts(state, t) {
  const { of, seat } = state.counting;
  const captain = speakerName(state, t, teamOf(state, seat));
  const player = displayName(t, state.players[seat]);
  return state.rules.captain && captain !== player
    ? t("{hand}: {captain} calls it", { hand: handName(state, t, of), captain })
    : t("{name} counts", { name: player });
}

export function countButton(state, t, ui, act) {
  const team = teamOf(state, state.counting.seat);
  const counts = playersCount(state, ui);
  return h("button.prime", {
    class: `prime team-${team}`,
    "data-key": "count", "aria-keyshortcuts": "Enter",
    disabled: counts && ui.entry.claim === null,
    onclick: () => act.submit(countAction(state, ui, counts)),
  }, counts ? claimIt(state, t, team, ui.entry.claim) : countIt(state, t));
}

/** Where nobody may call muggins the truth is pegged, whatever was claimed. */
function claimIt(state, t, team, claim) {
  const facts = { n: claim ?? "…", team: recipientName(state, t, team) };
  return state.rules.muggins ? t("Peg {n} for {team}", facts) : t("Enter {n} for {team}", facts);
}

function countIt({ counting, players }, t) {
  const { of } = counting;
  return of === "crib"
    ? t("Count the crib")
    : t("Count {name}’s hand", { name: displayName(t, players[of]) });
}

function countAction(state, ui, counts) {
  const { of, seat } = state.counting;
  const { cards, flush, nobs, claim } = ui.entry;
  return {
    ...(of === "crib" ? { do: "crib" } : { do: "count", seat }),
    ...(cards.length && { cards }),
    ...(flush && { flush }),
    ...(nobs && { nobs }),
    ...(counts && { claim }),
  };
}

// The show: hand after hand, then the crib. Only cards that nobody has seen are asked for.

import { cardFace, cardGap, knownCards, readCard, without } from "../card.js";
import { h } from "../h.js";
import { handName, teamName, teamOf } from "../teams.js";
import { gameOf, peopleCount } from "../ui.js";
import { chip, sayChips, stepper } from "./chips.js";
import { cannotBe, key, pad } from "./pad.js";
import { explained, told } from "./told.js";
import { bar, undoKey } from "./undo.js";
import { windows } from "./windows.js";

export function showView(state, words, ui) {
  const parts = ui.me.scorer && !isWhole(state, ui) ? typing : counting;
  return h("main.scroll", null, steps(state, words), parts(state, words, ui));
}

/** While cards are missing the pad comes before the last count, which is then only spoken on top. */
const typing = (state, words, ui) => [
  told(state, words, ui, { spoken: true }),
  windows(state, words, ui),
  hand(state, words, ui),
  missing(state, words, ui),
  explained(state, words),
];

const counting = (state, words, ui) => [
  told(state, words, ui),
  explained(state, words),
  windows(state, words, ui),
  hand(state, words, ui),
  ui.me.scorer && sayAndClaim(state, words, ui),
  bar(state, words, ui, countButton(state, words, ui)),
];

/** The order of the show, and how far it has come. */
function steps(state, words) {
  const count = state.players.length;
  const order = state.players.map((_, step) => (state.dealer + 1 + step) % count);
  const now = [...order, "crib"].indexOf(state.counting.of);
  return h(
    "ol.steps",
    { "aria-label": words("The show") },
    [...order, "crib"].map((of, at) =>
      h(
        "li",
        { class: at < now ? "done" : null, "aria-current": at === now ? "step" : null },
        at < now && "✓ ",
        of === "crib" ? words("Crib") : state.players[of],
      ),
    ),
  );
}

const wanted = (state, ui) => (ui.entry.again ? state.counting.size : state.counting.missing);
const isWhole = (state, ui) => ui.entry.cards.length === wanted(state, ui);

/** The cards of the hand as far as they are known or typed. */
const handCards = (state, ui) =>
  ui.entry.again ? ui.entry.cards : [...state.counting.known, ...ui.entry.cards];

function hand(state, words, ui) {
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
    return h("button.text", { "data-key": "edit", onclick: () => ui.enter(start) }, words("Start over"));
  }
  const bare = known.some((card) => !readCard(card).suit);
  const again = () => ui.enter({ again: true, cards: [] });
  return bare && h("button.text", { "data-key": "edit", onclick: again }, words("Give suits"));
}

function missing(state, words, ui) {
  const { again, cards } = ui.entry;
  const seen = again ? elsewhere(state) : knownCards(state);
  return pad(words, ui, {
    barred: (card) =>
      cannotBe(card, [...seen, ...cards], words) ?? (again ? notLaid(state, ui, card, words) : null),
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

function sayAndClaim(state, words, ui) {
  const counts = peopleCount(state, ui);
  const choose = (people) => ui.set({ counts: { ...ui.counts, [gameOf(state)]: people } });
  return h(
    "section.claim",
    null,
    sayChips(state, words, {
      cards: handCards(state, ui),
      crib: state.counting.of === "crib",
      said: ui.entry,
      onSay: ui.enter,
    }),
    counts &&
      h("p", null, words("{name} counts", { name: state.players[state.counting.seat] })),
    counts &&
      stepper(words, {
        label: words("Points claimed"),
        value: ui.entry.claim,
        onChange: (claim) => ui.enter({ claim }),
      }),
    chip(words("We count ourselves"), counts, choose),
  );
}

function countButton(state, words, ui) {
  const { of, seat } = state.counting;
  const team = teamOf(state, seat);
  const counts = peopleCount(state, ui);
  const { claim } = ui.entry;
  const facts = { n: claim ?? "…", team: teamName(state, words, team) };
  return h(
    "button.prime",
    {
      class: `prime team-${team}`,
      "data-key": "count",
      disabled: counts && claim === null,
      onclick: () => ui.act(asAction(state, ui, counts)),
    },
    counts
      ? words("Peg {n} for {team}", facts)
      : of === "crib"
        ? words("Count the crib")
        : words("Count {name}'s hand", { name: state.players[of] }),
  );
}

function asAction(state, ui, counts) {
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

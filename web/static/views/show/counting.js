// What is said of a hand whose cards are all there: flush, nobs, a claim where people count.

import { h } from "../../core/dom.js";
import { called, givenTo, handName, speakerOf, teamOf } from "../../game/teams.js";
import { peopleCount, peopleSay } from "../../core/ui.js";
import { chip, sayChips, stepper } from "../chips.js";
import { handCards, seenCards } from "./hand.js";

export function sayAndClaim(state, words, ui) {
  const counts = peopleCount(state, ui);
  const choose = (people) =>
    ui.keepHabits({ counts: people ? peopleSay(state) : "program" });
  return h(
    "section.claim",
    null,
    sayChips(state, words, {
      cards: handCards(state, ui),
      seen: seenCards(state, ui),
      crib: state.counting.of === "crib",
      said: ui.entry,
      onSay: ui.enter,
    }),
    counts &&
      h(
        "div.own-count",
        null,
        h("p", null, whoCounts(state, words)),
        stepper(words, {
          label: words("Points claimed"),
          value: ui.entry.claim,
          onChange: (claim) => ui.enter({ claim }),
        }),
      ),
    chip(words("We count ourselves"), counts, choose),
  );
}

/** A captain speaks for partners too. */
function whoCounts(state, words) {
  const { of, seat } = state.counting;
  const captain = speakerOf(state, words, teamOf(state, seat));
  const player = called(words, state.players[seat]);
  return state.rules.captain && captain !== player
    ? words("{hand}: {captain} speaks", { hand: handName(state, words, of), captain })
    : words("{name} counts", { name: player });
}

export function countButton(state, words, ui) {
  const team = teamOf(state, state.counting.seat);
  const counts = peopleCount(state, ui);
  return h(
    "button.prime",
    {
      class: `prime team-${team}`,
      "data-key": "count",
      "aria-keyshortcuts": "Enter",
      disabled: counts && ui.entry.claim === null,
      onclick: () => ui.act(asAction(state, ui, counts)),
    },
    counts ? claimIt(state, words, team, ui.entry.claim) : countIt(state, words),
  );
}

/** Where nobody may call muggins the truth is pegged, whatever was claimed. */
function claimIt(state, words, team, claim) {
  const facts = { n: claim ?? "…", team: givenTo(state, words, team) };
  return state.rules.muggins
    ? words("Peg {n} for {team}", facts)
    : words("Check {n} for {team}", facts);
}

function countIt({ counting, players }, words) {
  const { of } = counting;
  return of === "crib"
    ? words("Count the crib")
    : words("Count {name}'s hand", { name: called(words, players[of]) });
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

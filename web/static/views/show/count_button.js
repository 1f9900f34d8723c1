// The claim for the hand to be counted: flush, nobs, points, and the button that enters it.

import { h } from "../../core/dom.js";
import { playersCount } from "../../game/entry_mode.js";
import { callersElsewhere, ownWriter } from "../../game/shared.js";
import { playerName, recipientName, speakerName, teamOf, unbroken } from "../../game/teams.js";
import { notAsked } from "./claim_check.js";
import { MAX_COUNT, countPad } from "./count_pad.js";
import { handCards, seenCards } from "./hand.js";
import { openAnswers, suitChips, suitQuestion } from "./suit_question.js";

const lyingCards = (state, ui) => ({
  cards: handCards(state, ui),
  seen: seenCards(state, ui),
  crib: state.counting.of === "crib",
});

/** Chips for flush and nobs, and the points pad for players who count themselves. */
export function claimForm(state, t, ui, act) {
  if (state.counting.size === 0) return null;
  const counts = playersCount(state);
  const chips = !counts &&
    suitChips(state, t, { ...lyingCards(state, ui), said: ui.entry, onSay: act.editEntry });
  // Before "Show me" no points are needed.
  const asks = counts && ui.entry.asks && ui.entry.claim === null;
  return (chips || counts) && h("section.claim", { "data-key": "claim", class: asks ? "claim aside" : "claim" },
    chips,
    counts && countPad(t, act, {
      label: asked(state, t), value: ui.entry.claim,
      most: mostIn(state),
      onType: (claim) => act.editEntry({ claim, asks: null, hurries: false, isBack: false }),
    }),
  );
}

/** Hands of five or six cards may score more than any of four. */
const mostIn = ({ rules }) => (rules.hand > 4 ? 99 : undefined);

/** The prompt; a captain counts for partners too. */
function asked(state, t) {
  const { of, seat } = state.counting;
  const player = playerName(state, t, seat);
  const captain = state.rules.captain ? speakerName(state, t, teamOf(state, seat)) : player;
  if (of === "crib") return t("{name}, count the crib", { name: captain });
  return captain === player
    ? t("{name}, count your hand", { name: player })
    : t("{captain}, count {name}’s hand", { captain, name: player });
}

export function countButton(state, t, ui, act) {
  const team = teamOf(state, state.counting.seat);
  const { of, seat, size } = state.counting;
  // A player without cards has nothing to count.
  if (size === 0) {
    return primeKey(team, { onclick: () => act.submit({ do: "count", seat, pass: true }) },
      t("Pass {name}’s hand", { name: playerName(state, t, of) }));
  }
  const counts = playersCount(state);
  const { flush, nobs, claim, missed, asks } = ui.entry;
  if (!counts) {
    const onclick = () => act.submit(countAction(state, ui, { flush, nobs }));
    return primeKey(team, { onclick }, countIt(state, t));
  }
  const action = (said) => countAction(state, ui, {
    claim, flush: said?.flush || missed?.flush, nobs: said?.nobs || missed?.nobs,
  });
  const showMe = (said) => {
    act.set({ lesson: { version: state.version + 1, of, line: 0, age: 0 } });
    return act.submit({ ...action(said), ...(missed && { claim: missed.claim }) }, { lesson: ownWriter() });
  };
  const openFor = (points) => openAnswers(state, { ...lyingCards(state, ui), points });
  if (asks) {
    const onAnswer = (said) =>
      (claim === null ? showMe(said) : act.enterClaim(action(said), openFor, true));
    return suitQuestion(t, { points: claim, answers: asks, lies: nothingHangsOnClaims(state), onAnswer });
  }
  const enter = () => act.enterClaim(action(), openFor);
  const callers = claim === null ? [] : closedCallers(state);
  if (callers.length && ui.entry.hurries) return countAnyway(state, t, act, callers[0], enter);
  const onShow = () => {
    const open = missed ? notAsked(openFor(MAX_COUNT), missed, state.counting) : openFor(MAX_COUNT);
    return open.length ? act.editEntry({ asks: open }) : showMe();
  };
  return [
    claim === null && nothingHangsOnClaims(state) &&
      h("button.second", { "data-key": "show-me", onclick: onShow }, t("Show me")),
    primeKey(team, {
      disabled: claim === null,
      onclick: callers.length ? () => act.editEntry({ hurries: true }) : enter,
    }, claimIt(state, t, team, claim)),
  ];
}

/** The teams that are calling muggins now and would be too late. */
const closedCallers = (state) =>
  (state.rules.muggins_until === "next_count" ? callersElsewhere(state) : []);

const countAnyway = (state, t, act, team, onCount) => h("div.query.n-1", { "data-key": "hurries" },
  h("b", { role: "status" },
    unbroken(t("{name} is calling muggins", { name: speakerName(state, t, team) }))),
  h("button.second", { "data-key": "wait", onclick: () => act.editEntry({ hurries: false }) }, t("Wait")),
  h("button.second", { "data-key": "count-anyway", onclick: onCount }, t("Count anyway")),
);

/** True if the true count is pegged whatever the claim, so that claiming is optional. */
const nothingHangsOnClaims = ({ rules }) => !rules.muggins && !rules.exact_finish &&
  rules.undercount !== "lost" && rules.overcount === "corrected";

const primeKey = (team, props, text) => h("button.prime", {
  class: `prime team-${team}`, "data-key": "count", "aria-keyshortcuts": "Enter", ...props,
}, unbroken(text));

/** The button's text; without muggins the true count is pegged, whatever the claim. */
function claimIt(state, t, team, claim) {
  if (claim === null) return asked(state, t);
  const name = state.rules.captain ? speakerName(state, t, team) : playerName(state, t, state.counting.seat);
  return state.rules.muggins
    ? t("Peg {n} for {team}", { n: claim, team: recipientName(state, t, team) })
    : t("{name} says {n}", { name, n: claim });
}

function countIt({ counting, players }, t) {
  const { of } = counting;
  return of === "crib"
    ? t("Count the crib")
    : t("Count {name}’s hand", { name: playerName({ players }, t, of) });
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

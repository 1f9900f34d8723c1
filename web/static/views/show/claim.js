// The claim for the hand to be counted: its points, flush and nobs, what is asked about it, and the button
// that enters it. If claims have no consequences, a wrong one may be tried again.

import { post } from "../../core/api.js";
import { h } from "../../core/dom.js";
import { capitalised } from "../../core/i18n.js";
import { parseCard } from "../../game/cards.js";
import { playersCount } from "../../game/match.js";
import { callersElsewhere, ownWriter, suitClaims } from "../../game/show.js";
import { playerName, recipientName, speakerName, teamOf, unbroken } from "../../game/teams.js";
import { chip } from "../controls.js";
import { asTyped, maxCount, numberPad, pointsIn } from "../play/pad.js";
import { handCards, seenCards } from "./hand.js";

const NOTHING = { flush: 0, nobs: false };

const visibleCards = (state, ui) => ({
  cards: handCards(state, ui),
  seen: seenCards(state, ui),
  crib: state.counting.of === "crib",
});

/** True if this phone was told that suits are not entered, and none was: chips are shown, nothing is asked. */
const isWithoutSuits = (state, ui) =>
  ui.withoutSuits && seenCards(state, ui).every((card) => !parseCard(card).suit);

/** What this phone claims, and how it is entered: claims(*said*) with the suits *said* in an answer. */
function claimOn(state, ui, act) {
  const { of } = state.counting;
  const { flush, nobs, claim, missed } = ui.entry;
  const openFor = (points = Number.POSITIVE_INFINITY) =>
    (isWithoutSuits(state, ui) ? [] : openAnswers(state, { ...visibleCards(state, ui), points }));
  const actionWith = (said) => countAction(state, ui, {
    claim, flush: said?.flush || missed?.flush || flush, nobs: said?.nobs || missed?.nobs || nobs,
  });
  const showMe = (said) => {
    act.set({ lesson: { version: state.version + 1, of, line: 0, age: 0 } });
    return act.submit({ ...actionWith(said), ...(missed && { claim: missed.claim }) }, { lesson: ownWriter() });
  };
  return {
    openFor, showMe,
    enter: () => act.enterClaim(actionWith(), openFor),
    answer: (said) => (claim === null ? showMe(said) : act.enterClaim(actionWith(said), openFor, true)),
  };
}

/** Chips for flush and nobs, and the points pad for players who count themselves; a question replaces both. */
export function claimForm(state, t, ui, act) {
  if (state.counting.size === 0) return null;
  const counts = playersCount(state);
  const question = counts && questionNow(state, t, ui, act);
  const { flush, nobs } = ui.entry;
  const { cards, ...visible } = visibleCards(state, ui);
  const possible = suitClaims(cards, { ...visible, starter: state.starter, rules: state.rules });
  const chips = question || (counts && !isWithoutSuits(state, ui)) ? [] : [
    ...possible.flushes.map((n) =>
      chip(t("Flush of {n}", { n }), flush === n, (on) => act.editEntry({ flush: on ? n : 0 }))),
    ...(possible.nobs ? [chip(t("Nobs"), Boolean(nobs), (on) => act.editEntry({ nobs: on || null }))] : []),
  ];
  return (counts || chips.length > 0) && h("section.claim", { "data-key": "claim" },
    chips.length > 0 && h("div.chips", chips),
    question || (counts && numberPad(t, act, {
      label: askedToCount(state, t), typed: asTyped(ui.entry.claim),
      most: maxCount(state.rules),
      onType: (typed) => act.editEntry({
        claim: typed === "" ? null : pointsIn(typed), asks: null, hurries: false, isBack: false,
      }),
    })),
  );
}

function questionNow(state, t, ui, act) {
  const { asks, claim, hurries } = ui.entry;
  const { answer, enter } = claimOn(state, ui, act);
  if (asks) return suitQuestion(t, { points: claim, answers: asks, onAnswer: answer });
  const [caller] = hurries && claim !== null ? closedCallers(state) : [];
  return caller !== undefined && question("hurries",
    t("{name} is calling muggins", { name: speakerName(state, t, caller) }), [
      ["wait", t("Wait"), () => act.editEntry({ hurries: false })],
      ["count-anyway", t("Count anyway"), enter],
    ]);
}

/** *answers* are [key, text, onclick]. */
const question = (key, text, answers) =>
  h("div.query", { role: "group", "aria-label": text, "data-key": key },
    h("b", { role: "status" }, unbroken(text)),
    answers.map(([name, says, onclick]) => h("button.second", { "data-key": name, onclick }, says)),
  );

/** Asks for the count of the next hand; a captain counts for partners too. */
export function askedToCount(state, t) {
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
  const { flush, nobs, claim, missed, asks, hurries } = ui.entry;
  if (!playersCount(state)) {
    const onclick = () => act.submit(countAction(state, ui, { flush, nobs }));
    return primeKey(team, { onclick }, of === "crib"
      ? t("Count the crib")
      : t("Count {name}’s hand", { name: playerName(state, t, of) }));
  }
  const { openFor, showMe, answer, enter } = claimOn(state, ui, act);
  if (asks) {
    const never = () => {
      act.setPreference({ withoutSuits: true });
      answer(NOTHING);
    };
    return h("button.second", { "data-key": "without-suits", onclick: never },
      t("We don’t enter suits"), h("small", t("no flush, no nobs")));
  }
  const name = state.rules.captain ? speakerName(state, t, team) : playerName(state, t, seat);
  const mustWait = claim !== null && closedCallers(state).length > 0;
  if (mustWait && hurries) return null;
  const onShow = () => {
    const open = missed ? notAsked(openFor(), missed, state.counting) : openFor();
    return open.length ? act.editEntry({ asks: open }) : showMe();
  };
  const { muggins, exact_finish: isExact, undercount, overcount } = state.rules;
  // If the true count is pegged whatever the claim, claiming is optional.
  const isOptional = !muggins && !isExact && undercount !== "lost" && overcount === "corrected";
  return [
    claim === null && isOptional &&
      h("button.second", { "data-key": "show-me", onclick: onShow }, t("Show me")),
    primeKey(team, {
      disabled: claim === null,
      onclick: mustWait ? () => act.editEntry({ hurries: true }) : enter,
    }, claim === null ? askedToCount(state, t)
      // Without muggins the true count is pegged, whatever the claim.
      : state.rules.muggins ? t("Peg {n} for {team}", { n: claim, team: recipientName(state, t, team) })
        : t("{name} says {n}", { name, n: claim })),
  ];
}

/** The teams that are calling muggins now and would be too late. */
const closedCallers = (state) =>
  (state.rules.muggins_until === "next_count" ? callersElsewhere(state) : []);

const primeKey = (team, props, text) => h("button.prime", {
  class: `prime team-${team}`, "data-key": "count", "aria-keyshortcuts": "Enter", ...props,
}, unbroken(text));

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

/** The possible suit claims, each as {flush, nobs}, for which *points* suffice beyond what was *said*.
 * Derived from visible cards only, so that the question reveals nothing about the hand. */
export function openAnswers({ rules, starter }, { cards, seen, crib, points }, said = NOTHING) {
  const open = suitClaims(cards, { starter, seen, crib, rules });
  return [
    ...open.flushes.filter((size) => size > said.flush && points >= size - said.flush)
      .map((flush) => ({ flush, nobs: false })),
    ...(open.nobs && !said.nobs && points >= rules.nobs ? [{ flush: 0, nobs: true }] : []),
  ];
}

export function suitQuestion(t, { points, answers, onAnswer }) {
  const [flush, nobs, n] = [answers.some((one) => one.flush), answers.some((one) => one.nobs), points];
  const asked = flush && nobs ? [t("With a flush or nobs?"), t("Does that {n} include a flush or nobs?", { n })]
    : flush ? [t("With a flush?"), t("Does that {n} include a flush?", { n })]
      : [t("With nobs?"), t("Does that {n} include nobs?", { n })];
  const nameOf = ({ flush: size }) => (size ? t("Flush of {n}", { n: size }) : t("Nobs"));
  return question("suits", asked[n === null ? 0 : 1], [
    ["suits-no", capitalised(t("no")), () => onAnswer(NOTHING)],
    ...answers.map((said) => [`suits-${said.flush || "nobs"}`,
      answers.length > 1 ? nameOf(said) : capitalised(t("yes")), () => onAnswer(said)]),
  ]);
}

/** The moment with a pending request; a second tap is ignored. */
let checking = null;

/** Enters *action*, or first asks about suits, unless *answered*. If the claim itself is pegged, asks about
 * all that the cards leave open, whatever the claim: the question must not tell. Else asks only if the answer decides whether the claim is right, and never twice. A second wrong claim is corrected by the
 * table, so all remaining suit questions are asked first. openFor(*points*) returns the suit claims possible
 * with that many points. */
export async function enterClaim(store, { submit, editEntry }, action, openFor, answered = false) {
  const all = openFor();
  const enter = () => submit(action);
  const open = openFor(action.claim);
  const enterOrAsk = () => (all.length && !answered ? editEntry({ asks: all }) : enter());
  if (store.state.rules.muggins) return enterOrAsk();
  const { key, asks, missed: tried } = store.ui.entry;
  if (checking === key) return false;
  checking = key;
  if (answered) editEntry({ asks: null });
  const { status, body } = await post("check", { action, asked: askedSoFar(tried, asks) }, store.t.lang);
  checking = null;
  // Another phone may have used the first try meanwhile.
  const { key: now, missed } = store.ui.entry;
  if (now !== key) return false;
  if (status !== 200) return enter();
  if (body.withheld) return enterOrAsk();
  const { claim, flush = 0, nobs = null } = action;
  const said = { claim, flush, nobs, asked: askedSoFar(missed, asks) };
  const answers = decisive(body, open, all).filter((one) => !said.asked.includes(matterOf(one)));
  if (answers.length && !answered) return editEntry({ asks: answers });
  if (body.right) return enter();
  if (!missed) return editEntry({ claim: null, missed: { ...said, hint: body.hint }, asks: null });
  const left = notAsked(all, said, store.state.counting);
  return left.length ? editEntry({ asks: left, missed: { ...said, claim: missed.claim, hint: missed.hint } }) : enter();
}

/** The suit questions asked so far, at the *missed* try and now. */
const askedSoFar = (missed, asks) => [...new Set([...(missed?.asked ?? []), ...(asks ?? []).map(matterOf)])];

const matterOf = ({ flush }) => (flush ? "flush" : "nobs");

/** The *open* answers not *asked* yet: with nobs a flush must include the starter, and a flush settles nobs. */
const notAsked = (open, { asked: before, flush, nobs }, { size }) => open.filter((one) =>
  !before.includes(matterOf(one)) && !flush && (!nobs || one.flush > size));

/** The *open* answers that decide whether the claim is right. If flush matters, all flushes of *all* are
 * offered: a player with another flush would answer no to the single one, and that is not the same as no
 * flush. */
function decisive({ right, suits }, open, all) {
  const byFlush = suits.some(({ flush }) => flush);
  const byNobs = right || suits.some(({ flush, nobs }) => nobs && !flush);
  return [...all.filter(({ flush }) => flush && byFlush), ...open.filter(({ nobs }) => nobs && byNobs)];
}

/** The wrong claim, shown above its hand with a hint, on phones and walls. */
export const notQuite = (state, t, missed) => h("p.verdict", {
  class: `verdict team-${teamOf(state, state.counting.seat)}`, "data-key": "not-quite", role: "status",
}, t("{n}? Not quite.", { n: missed.claim }), " ", h("span", {
  more: t("There’s more. Try again?"),
  less: t("There’s less. Try again?"),
  less_without_flush: t("Without a flush, there’s less. Try again?"),
  less_without_flush_more_with: t("Without a flush, there’s less; with one, more. Try again?"),
}[missed.hint] ?? t("Try again?")));

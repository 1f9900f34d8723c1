// Muggins: while a claim is open, every other team can call points that it missed. Neither the code nor the
// view reveals whether any were missed.

import { h } from "../../core/dom.js";
import { cardFace } from "../../game/cards.js";
import {
  handName, ownTeamFirst, recipientName, speakerName, teamOf, unbroken,
} from "../../game/teams.js";
import { chip } from "../controls.js";
import { byRank } from "../count_lines.js";
import { callKey, callsOn, claimOf, openClaims } from "./calls.js";
import { countPad } from "./count_pad.js";
import { openAnswers, suitQuestion } from "./suit_question.js";

const NO_CALL = { open: false, points: null, asksSuits: false };

/** The newest claim, with older ones behind a button; during a call only the called one. */
export function mugginsView(state, t, ui, act) {
  const open = openClaims(state);
  if (open.length === 0) return null;
  const called = open.filter((window) => isOpened(ui, window));
  const seen = called.length ? called : open.slice(0, ui.entry.older ? undefined : 1);
  return h("section.windows", { "aria-label": t("Muggins"), "data-key": "windows" },
    seen.map((window) => claimView(state, t, ui, act, window)),
    called.length === 0 && open.length > 1 && olderClaims(t, ui, act, open.length - 1),
  );
}

const olderClaims = (t, ui, act, n) => h("button.text.others", {
  "data-key": "other-claims", "aria-expanded": ui.entry.older,
  onclick: () => act.editEntry({ older: !ui.entry.older }),
}, ui.entry.older ? t("Hide") : t("{n} more claim|{n} more claims", { n }));

/** Whose hand, the claim and calls on it, and its cards; beside them a button for each team, or to cancel a
 * call, above its points. */
function claimView(state, t, ui, act, window) {
  const callers = ownTeamFirst(state, ui.me, window.open_to);
  const calls = callers.filter((team) => isCalled(ui, window, team));
  return [
    h("div.window", { "data-key": `window-${window.of}`, class: calls.length ? "window called" : "window" },
      h("p", unbroken(claimText(state, t, window)),
        callsOn(state, window).map(({ say }) => h("small", unbroken(say)))),
      claimedCards(window, t),
      ui.me.scorer && h("div.calls", calls.length
        ? calls.map((team) => cancelKey(t, ui, act, window, team))
        : callers.map((team) => callKeyOf(state, t, ui, act, window, team))),
    ),
    ui.me.scorer && calls.map((team) => callForm(state, t, ui, act, window, team)),
  ];
}

/** The claim including suits; callers only add what is missing. */
function claimText(state, t, { of, claim, flush, nobs, called }) {
  const facts = { hand: handName(state, t, of), n: claim };
  const points = t("{hand}: {n} point claimed|{hand}: {n} points claimed", facts);
  // A call may have claimed more suits than the claim did.
  const suits = called.length === 0 && suitText(t, flush, nobs);
  return suits ? [points, suits].join(", ") : points;
}

function suitText(t, flush, nobs) {
  if (flush) return nobs ? t("with a flush and nobs") : t("with a flush");
  return nobs && t("with nobs");
}

const isCalled = (ui, { of }, team) => Boolean(ui.entry.calls[callKey(of, team)]?.open);

const isOpened = (ui, window) => window.open_to.some((team) => isCalled(ui, window, team));

/** The claimed cards; their worth is not revealed. */
const claimedCards = ({ cards, starter }, t) => h("div.minis",
  byRank(cards).map((card) => cardFace(card, t, { kind: "mini" })),
  cardFace(starter, t, { kind: "mini starter", label: null }),
);

const callOf = (ui, { of }, team) => ui.entry.calls[callKey(of, team)] ?? NO_CALL;

const changeCall = (ui, act, window, team) => (changes) => act.editEntry({
  calls: {
    ...ui.entry.calls,
    [callKey(window.of, team)]: { ...callOf(ui, window, team), ...changes, team, claim: claimOf(window) },
  },
});

/** On the claimant's own phone the call button is less prominent. */
function callKeyOf(state, t, ui, act, window, team) {
  const name = speakerName(state, t, team);
  const isOwn = state.players.includes(ui.me.player) &&
    teamOf(state, state.players.indexOf(ui.me.player)) === window.team;
  return h("button", {
      class: `call team-${team}${isOwn ? " of-other" : ""}`,
      "data-key": callKey(window.of, team),
      "aria-label": t("{name} calls muggins", { name }),
      onclick: () => changeCall(ui, act, window, team)({ open: true }),
    },
    t("Muggins"), h("small", unbroken(name)),
  );
}

const cancelKey = (t, ui, act, window, team) => h("button.second.cancel", {
  "data-key": "cancel", onclick: () => changeCall(ui, act, window, team)(NO_CALL),
}, t("Cancel"));

/** The missed points, and the button that takes them. */
function callForm(state, t, ui, act, window, team) {
  const call = callOf(ui, window, team);
  const change = changeCall(ui, act, window, team);
  const then = { ...state, starter: window.starter };
  const lying = {
    cards: window.cards,
    seen: [...window.cards, window.starter, ...window.other_known_cards],
    crib: window.of === "crib",
  };
  const submit = ({ flush, nobs } = {}) =>
    act.submit(mugginsAction(window, team, { ...call, flush: flush || call.flush, nobs }));
  // If the claim was asked about a flush, the call is not; a chip can still add it.
  const asked = openAnswers(then, { ...lying, points: window.claim }, window)
    .flatMap(({ flush }) => flush || []);
  const answers = openAnswers(then, { ...lying, points: call.points ?? 0 }, window)
    .filter(({ flush }) => !asked.includes(flush));
  return h("div.calling", { "data-key": `${callKey(window.of, team)}-open` },
    h("p", t("How many points were missed?"),
      state.rules.overcall === "nothing" && h("small", " ", t("Call too many and you get nothing."))),
    asked.length > 0 && h("div.chips", asked.map((n) =>
      chip(t("Flush of {n}", { n }), call.flush === n, (on) => change({ flush: on ? n : 0 })))),
    countPad(t, act, {
      label: t("Points that were missed"), value: call.points,
      onType: (points) => change({ points, asksSuits: false }),
    }),
    h("div.bar", answers.length > 0 && call.asksSuits
      ? suitQuestion(t, { points: call.points, answers, onAnswer: submit })
      : takeKey(state, t, team, call, () => (answers.length ? change({ asksSuits: true }) : submit()))),
  );
}

function takeKey(state, t, team, { points }, onclick) {
  const name = recipientName(state, t, team);
  return h("button.prime", { class: `prime team-${team}`, disabled: !points, onclick },
    points ? t("Muggins: {n} for {name}", { n: points, name }) : t("Muggins for {name}", { name }));
}

const mugginsAction = (window, team, { points, flush = 0, nobs = false }) => ({
  do: "muggins", team, points, of: window.of,
  ...(flush && { flush }),
  ...(nobs && { nobs }),
});

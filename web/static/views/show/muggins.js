// Muggins: while a claim is open, every other team can call points that it missed. Neither the code nor the
// view reveals whether any were missed.

import { h } from "../../core/dom.js";
import { undoneEntry } from "../../core/queue.js";
import { isCalling } from "../../core/store.js";
import { cardFace } from "../../game/cards.js";
import { handName, ownTeamFirst, recipientName, speakerName, teamOf, unbroken } from "../../game/teams.js";
import { chip } from "../controls.js";
import { byRank } from "../count_lines.js";
import { asTyped, maxCount, numberPad, pointsIn } from "../play/pad.js";
import { openAnswers, suitQuestion } from "./claim.js";

const NO_CALL = { open: false, points: null, asksSuits: false };

/** The newest claim, with older ones behind a button; during a call only the called one. */
export function mugginsView(state, t, ui, act) {
  const open = openClaims(state);
  if (open.length === 0) return null;
  const called = open.filter((window) => window.open_to.some((team) => callOf(ui, window, team).open));
  const seen = called.length ? called : open.slice(0, ui.entry.older ? undefined : 1);
  return h("section.windows", { class: isCalling(ui) ? "windows alone" : "windows", "aria-label": t("Muggins"), "data-key": "windows" },
    seen.map((window) => claimView(state, t, ui, act, window)),
    called.length === 0 && open.length > 1 && h("button.text.others", {
      "data-key": "other-claims", "aria-expanded": ui.entry.older,
      onclick: () => act.editEntry({ older: !ui.entry.older }),
    }, ui.entry.older ? t("Hide") : t("{n} more claim|{n} more claims", { n: open.length - 1 })),
  );
}

/** The claim and calls on it, and its cards; beside them a button for each team, or to cancel a call. */
function claimView(state, t, ui, act, window) {
  const callers = ownTeamFirst(state, ui.me, window.open_to);
  const own = state.players.indexOf(ui.me.player);
  const isOwn = own >= 0 && teamOf(state, own) === window.team;
  const calls = callers.filter((team) => callOf(ui, window, team).open);
  return [
    h("div.window", { "data-key": `window-${window.of}`, class: `window${calls.length ? " called" : callers.length > 1 ? " shared" : ""}` },
      h("p", unbroken(claimText(state, t, window)),
        callsOn(state, window).map(({ say }) => h("small", unbroken(say)))),
      h("div.minis",
        byRank(window.cards).map((card) => cardFace(card, t, { kind: "mini" })),
        cardFace(window.starter, t, { kind: "mini starter", label: null }),
      ),
      ui.me.scorer && h("div.calls", calls.length
        ? calls.map((team) => h("button.second.cancel", {
          "data-key": "cancel", onclick: () => changeCall(ui, act, window, team)(NO_CALL),
        }, t("Cancel")))
        : callers.map((team) => h("button", {
            // On the claimant's own phone it is less prominent.
            class: `call team-${team}${isOwn ? " of-other" : ""}`,
            "data-key": callKey(window.of, team),
            "aria-label": t("{name} calls muggins", { name: speakerName(state, t, team) }),
            onclick: () => changeCall(ui, act, window, team)({ open: true }),
          }, t("Muggins"), h("small", unbroken(speakerName(state, t, team)))))),
    ),
    ui.me.scorer && calls.map((team) => callForm(state, t, ui, act, window, team)),
  ];
}

/** The claim including suits; callers only add what is missing. */
function claimText(state, t, { of, claim, flush, nobs, called }) {
  const facts = { hand: handName(state, t, of), n: claim };
  const points = t("{hand}: {n} point claimed|{hand}: {n} points claimed", facts);
  // A call may have claimed more suits than the claim did.
  if (called.length > 0 || !(flush || nobs)) return points;
  const withFlush = nobs ? t("with a flush and nobs") : t("with a flush");
  return [points, flush ? withFlush : t("with nobs")].join(", ");
}

const callOf = (ui, { of }, team) => ui.entry.calls[callKey(of, team)] ?? NO_CALL;

const changeCall = (ui, act, window, team) => (changes) => act.editEntry({
  calls: {
    ...ui.entry.calls,
    [callKey(window.of, team)]: { ...callOf(ui, window, team), ...changes, team, claim: claimOf(window) },
  },
});

function callForm(state, t, ui, act, window, team) {
  const call = callOf(ui, window, team);
  const change = changeCall(ui, act, window, team);
  const name = recipientName(state, t, team);
  const then = { ...state, starter: window.starter };
  const lying = {
    cards: window.cards,
    seen: [...window.cards, window.starter, ...window.other_known_cards],
    crib: window.of === "crib",
  };
  const submit = ({ flush, nobs } = {}) => act.submit({
    do: "muggins", team, points: call.points, of: window.of,
    ...((flush || call.flush) && { flush: flush || call.flush }),
    ...(nobs && { nobs }),
  });
  // If the claim was asked about a flush, the call is not; a chip can still add it.
  const asked = openAnswers(then, { ...lying, points: window.claim }, window)
    .flatMap(({ flush }) => flush || []);
  const answers = openAnswers(then, { ...lying, points: call.points ?? 0 }, window)
    .filter(({ flush }) => !asked.includes(flush));
  const asks = answers.length > 0 && call.asksSuits;
  return h("div.calling", { "data-key": `${callKey(window.of, team)}-open` },
    h("p", t("How many points were missed?"),
      state.rules.overcall === "nothing" && h("small", " ", t("Call too many and you get nothing."))),
    asked.length > 0 && h("div.chips", asked.map((n) =>
      chip(t("Flush of {n}", { n }), call.flush === n, (on) => change({ flush: on ? n : 0 })))),
    asks ? suitQuestion(t, { points: call.points, answers, onAnswer: submit }) : numberPad(t, act, {
      label: t("Points that were missed"), typed: asTyped(call.points), most: maxCount(state.rules),
      onType: (typed) => change({ points: typed === "" ? null : pointsIn(typed) }),
    }),
    h("div.bar", asks
      ? h("button.second", { "data-key": "retype", onclick: () => change({ asksSuits: false }) }, t("Other points"))
      : h("button.prime", {
        class: `prime team-${team}`, disabled: !call.points,
        onclick: () => (answers.length ? change({ asksSuits: true }) : submit()),
      }, call.points
        ? t("Muggins: {n} for {name}", { n: call.points, name })
        : t("Muggins for {name}", { name }))),
  );
}

/** A call for muggins by *team* on the hand, or the crib, *of*. */
const callKey = (of, team) => `${of}-${team}`;

/** Identifies a claim: other points or cards make it another claim. */
const claimOf = ({ claim, cards, starter }) => [claim, ...cards, starter].join(" ");

/** The calls whose sheet is open here, as {of, team}. */
export const openSheets = ({ calls }) => Object.keys(calls).filter((key) => calls[key].open).map((key) => {
  const [of, team] = key.split("-");
  return { of: of === "crib" ? of : Number(of), team: Number(team) };
});

/** The claims that may still be called, newest first. */
export const openClaims = ({ windows }) => windows.filter(({ open_to }) => open_to.length).reverse();

export const callsOn = ({ record }, { of }) => record.filter(({ called }) => called === of);

/** An effect that drops a half-entered call with its claim: when that is undone, corrected or closed. It is
 * not restored; a call that was too late is reported. Older claims are folded after a call. */
export function followCalls(store, act) {
  let before = null;
  return () => {
    const was = before;
    const { state, t, ui, set } = store;
    before = state;
    if (!state) return;
    const { calls, older } = ui.entry;
    const isOpen = ([key, { claim }]) => state.windows.some((window) =>
      claimOf(window) === claim && window.open_to.some((team) => callKey(window.of, team) === key));
    const open = Object.fromEntries(Object.entries(calls).filter(isOpen));
    const gone = Object.keys(calls).filter((key) => !open[key]).map((key) => calls[key]);
    const folds = older && (openClaims(state).length < 2 || (was && calledSince(state, was).length > 0));
    if (gone.length || folds) set({ entry: { ...ui.entry, calls: open, older: older && !folds } });
    const late = was && gone.find((call) => isLate(call, state, was));
    if (late) act.notify(t("Too late for muggins"));
  };
}

const calledSince = ({ record }, { version }) => record.filter(({ entry }) => entry > version)
  .flatMap(({ actions }) => actions).filter((action) => action.do === "muggins");

/** Not after an undo or a correction, which explain themselves, if the game was given up or the call made elsewhere. */
function isLate({ open, team }, state, before) {
  const { journal, latest, record, version } = state;
  if (!open || journal !== before.journal || version <= before.version) return false;
  const isCalled = calledSince(state, before).some((one) => one.team === team);
  const isGivenUp = ["abandon", "concede"].includes(record.at(-1)?.actions.at(-1)?.do);
  return !isCalled && !isGivenUp && !latest.correction && !undoneEntry(state, before);
}

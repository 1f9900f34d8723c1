// Muggins: while a claim may still be called, every other team can name what it missed.
// Nothing here knows or tells whether it missed anything.

import { h } from "../../core/dom.js";
import { cardFace } from "../../game/cards.js";
import {
  handName, ownTeamFirst, recipientName, speakerName, teamOf, unbroken,
} from "../../game/teams.js";
import { chip } from "../controls.js";
import { byRank } from "../count_lines.js";
import { callKey, claimOf, openClaims } from "./calls.js";
import { countPad } from "./count_pad.js";
import { openAnswers, suitQuestion } from "./suit_question.js";

const NO_CALL = { open: false, points: null, asksSuits: false };

/** The newest claim, and the older ones behind a button; of one that is called only that. */
export function mugginsView(state, t, ui, act) {
  const open = openClaims(state);
  if (open.length === 0) return null;
  const called = open.filter((window) => isOpened(ui, window));
  const seen = called.length ? called : open.slice(0, ui.entry.older ? undefined : 1);
  const others = called.length === 0 && open.length > 1 && olderClaims(t, ui, act, open.length - 1);
  return h("section.windows", { "aria-label": t("Muggins"), "data-key": "windows" },
    seen.map((window, at) => claimView(state, t, ui, act, window, at === 0 && others)),
  );
}

const olderClaims = (t, ui, act, n) => h("button.call.others", {
  "data-key": "other-claims", "aria-expanded": ui.entry.older,
  onclick: () => act.editEntry({ older: !ui.entry.older }),
}, ui.entry.older ? t("Hide") : t("{n} more claim|{n} more claims", { n }));

function claimView(state, t, ui, act, window, others) {
  return h("div", {
      class: others || window.open_to.length > 1 ? "window many" : "window",
      "data-key": `window-${window.of}`,
    },
    h("p", unbroken(claimText(state, t, window))),
    !isOpened(ui, window) && claimedCards(window, t),
    ui.me.scorer &&
      ownTeamFirst(state, ui.me, window.open_to).map((team) => caller(state, t, ui, act, window, team)),
    others,
  );
}

/** What was claimed, and what was said of suits: who calls says only what is missing. */
function claimText(state, t, { of, claim, flush, nobs, called }) {
  const facts = { hand: handName(state, t, of), n: claim };
  const points = t("{hand}: {n} point claimed|{hand}: {n} points claimed", facts);
  // A call may have said more of suits than the claim did.
  const suits = called.length === 0 && suitText(t, flush, nobs);
  return suits ? [points, suits].join(", ") : points;
}

function suitText(t, flush, nobs) {
  if (flush) return nobs ? t("with a flush and nobs") : t("with a flush");
  return nobs && t("with nobs");
}

const isOpened = (ui, { of, open_to }) =>
  open_to.some((team) => ui.entry.calls[callKey(of, team)]?.open);

/** The cards that everybody wants to look at now; nobody knows yet what they are worth. */
const claimedCards = ({ cards, starter }, t) => h("div.minis",
  byRank(cards).map((card) => cardFace(card, t, { kind: "mini" })),
  h("span.apart", cardFace(starter, t, { kind: "mini" })),
);

function caller(state, t, ui, act, window, team) {
  const key = callKey(window.of, team);
  const call = ui.entry.calls[key] ?? NO_CALL;
  const change = (changes) =>
    act.editEntry({
      calls: { ...ui.entry.calls, [key]: { ...call, ...changes, team, claim: claimOf(window) } },
    });
  const name = speakerName(state, t, team);
  if (!call.open) {
    const isOwn = state.players.includes(ui.me.player) &&
      teamOf(state, state.players.indexOf(ui.me.player)) === window.team;
    return h("button.call", {
        class: `call team-${team}${isOwn ? " of-other" : ""}`,
        "data-key": key,
        onclick: () => change({ open: true }),
      },
      unbroken(t("{name} calls muggins", { name })),
    );
  }
  const then = { ...state, starter: window.starter };
  const lying = {
    cards: window.cards,
    seen: [...window.cards, window.starter, ...window.elsewhere],
    crib: window.of === "crib",
  };
  const submit = ({ flush, nobs } = {}) =>
    act.submit(mugginsAction(window, team, { ...call, flush: flush || call.flush, nobs }));
  // A flush that the claim was asked about is not asked about again; a chip may still say it.
  const asked = openAnswers(then, { ...lying, points: window.claim }, window)
    .flatMap(({ flush }) => flush || []);
  const answers = openAnswers(then, { ...lying, points: call.points ?? 0 }, window)
    .filter(({ flush }) => !asked.includes(flush));
  return h("div.calling", { "data-key": `${key}-open` },
    h("div.cards.big",
      byRank(window.cards).map((card) => cardFace(card, t)),
      cardFace(window.starter, t, { label: t("Starter") }),
    ),
    h("p", t("How many points were missed?"),
      state.rules.overcall === "nothing" && h("small", " ", t("Call too many and you get nothing."))),
    asked.length > 0 && h("div.chips", asked.map((n) =>
      chip(t("Flush of {n}", { n }), call.flush === n, (on) => change({ flush: on ? n : 0 })))),
    countPad(t, act, {
      label: t("Points that were missed"), value: call.points,
      onType: (points) => change({ points, asksSuits: false }),
    }),
    h("div.bar",
      h("button.second", { onclick: () => change(NO_CALL) }, t("Cancel")),
      answers.length > 0 && call.asksSuits
        ? suitQuestion(t, { points: call.points, answers, onAnswer: submit })
        : h("button.prime", {
            class: `prime team-${team}`,
            disabled: !call.points,
            onclick: () => (answers.length ? change({ asksSuits: true }) : submit()),
          },
            call.points
              ? t("Muggins: {n} for {name}", { n: call.points, name: recipientName(state, t, team) })
              : t("Muggins for {name}", { name: recipientName(state, t, team) })),
    ),
  );
}

const mugginsAction = (window, team, { points, flush = 0, nobs = false }) => ({
  do: "muggins", team, points, of: window.of,
  ...(flush && { flush }),
  ...(nobs && { nobs }),
});

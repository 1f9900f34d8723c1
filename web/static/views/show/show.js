// The show: hand after hand, then the crib. The counted hand is large, each line as it is due, and the next
// one waits below. Only cards never seen are asked for. Finished steps reopen their count.

import { h } from "../../core/dom.js";
import { isCalling } from "../../core/store.js";
import { playersCount } from "../../game/match.js";
import { isTeaching, isTheirs, isTypedElsewhere, lessonLine } from "../../game/show.js";
import { isLong, playerName } from "../../game/teams.js";
import { heldCount, nextLineIn, sharedLesson } from "../../game/timeline.js";
import {
  countName, countSoFar, foldedCount, foldedCounts, handTitle, scrollingLines, sortedFaces, worth,
} from "../count_lines.js";
import { icon } from "../header.js";
import { asOfCount, countNotices, latestCount, notices, verdictOn, wrongClaim } from "../notices.js";
import { actionBar } from "../play/pad.js";
import { pileView } from "../play/play.js";
import { claimForm, countButton, notQuite } from "./claim.js";
import { handPad, handView, isTyping, nextName, typedLast } from "./hand.js";
import { mugginsView } from "./muggins.js";

/** Once the next hand is being typed, it is large, and the previous count one sentence. */
export function showView(state, t, ui, act) {
  const onward = goOn(state, t, ui, act, nextName(state, t));
  const elsewhere = isTypedElsewhere(state, ui);
  const types = ui.me.scorer && !onward && !elsewhere && isTyping(state, ui);
  const waits = (!isTypedHere(state, ui) || isOpened(state, ui)) && isHandOpen(state, ui);
  const calling = isCalling(ui);
  const takeOver = h("button.second", { "data-key": "take-over", onclick: act.takeOver }, t("Enter them here"));
  return h("main", { class: types ? "show typing" : "show counting" },
    steps(state, t, ui, act, onward && ui.entry.opened === null),
    mugginsView(state, t, ui, act),
    !calling && [
      h("div.above",
        waits ? countedHands(state, t, ui, act)
          : ui.entry.missed ? notQuite(state, t, ui.entry.missed) : foldedCounts(state, t),
        (waits ? !(ui.entry.opened !== null && countNotices(state.latest).length > 0) : !ui.entry.missed) &&
          notices(state, t, ui, act, { inLines: !waits }),
        !waits && handView(state, t, ui, act),
      ),
      !onward && [
        waits && handView(state, t, ui, act, true),
        ui.me.scorer && !elsewhere && (types ? handPad : claimForm)(state, t, ui, act),
      ],
    ],
    onward ||
      ((calling || !types) &&
        actionBar(state, t, ui, act, !calling && (elsewhere ? takeOver : countButton(state, t, ui, act)),
          calling ? null : typedLast(state, t, ui, act))),
  );
}

/** The steps of the show. A hand that is stepped through counts as current. */
function steps(state, t, ui, act, isLookedAt) {
  const order = showOrder(state);
  const isTold = isLookedAt || nextLineIn(state, ui.age) !== null;
  const now = order.indexOf(isTold ? countNotices(state.latest).at(-1).of : state.counting.of);
  const passed = state.record.map((entry) => entry.passed);
  return h("ol.steps", { class: order.length > 4 ? "steps many" : "steps", "aria-label": t("The show") }, order.map((of, at) => {
    const kind = at >= now ? null : passed.includes(of) ? "passed" : "done";
    const player = of === "crib" ? t("Crib") : playerName(state, t, of);
    const name = [
      kind === "done" && h("i", "✓"),
      h("span", { class: isLong(player) ? "long" : null, title: player }, player),
      kind === "passed" && h("small", " ", t("passed")),
    ];
    const isOpen = ui.entry.opened === of;
    const tell = () => act.notify(t("This count stays hidden while muggins is open"),
      ({ windows }) => windows.some((window) => window.of === of));
    const look = [kind, isOpen && "open", kind === "done" && !countOf(state, of) && "hidden"];
    return h("li", {
        class: look.filter(Boolean).join(" "), "data-key": `step-${of}`, "aria-current": at === now ? "step" : null,
      },
      kind !== "done" ? name
        : countOf(state, of) ? h("button",
          { "aria-pressed": isOpen, onclick: () => act.editEntry({ opened: isOpen ? null : of }) }, name)
          : h("button", { "aria-disabled": "true", onclick: tell }, name));
  }));
}

function showOrder({ players, dealer }) {
  const count = players.length;
  return [...players.map((_, step) => (dealer + 1 + step) % count), "crib"];
}

/** The entries that count hands of this deal; the deal's record may start with the previous crib. */
const countEntries = ({ record }) =>
  record.filter(({ actions }) => actions.some((action) => action.do === "count"));

/** The count of the hand *of* in this show, with the verdict on a wrong claim; null until it is public. */
function countOf(state, of) {
  const [first] = countEntries(state);
  const told = first
    ? state.record.filter(({ entry }) => entry >= first.entry).flatMap((one) => one.notices)
    : [];
  const hand = told.findLast((notice) => notice.what === "counted" && notice.of === of);
  const claimed = wrongClaim({ of }, { latest: { notices: told } })?.say;
  return hand ? { ...hand, cards: state.hands[of], starter: state.starter, claimed } : null;
}

/** The entry that counted the hand *of*; null if it belongs to the previous deal. */
function entryOf(state, of) {
  if (of === "crib") return state.record.find(({ actions }) => actions.at(-1).do === "crib") ?? null;
  if (!["show", "over"].includes(state.phase)) return null;
  return countEntries(state)[showOrder(state).indexOf(of)] ?? null;
}

/** True if a counted hand is shown large and the next one in a row; not if players count, unless explained. */
const isHandOpen = (state, ui) =>
  isExplained(state, ui) || isOpened(state, ui) ||
  (!playersCount(state) &&
    (heldCount(state, ui.elapsed) !== null || countNotices(state.latest).length > 0));

/** True if players who count see a hand line by line until they tap on: one they opened, or if no one else
 * gets the difference, one that was claimed wrong or not at all. */
const isExplained = (state, ui) =>
  playersCount(state) && !isCalling(ui) && (isOpened(state, ui) ||
    (!isTypedHere(state, ui) && !ui.entry.wentOn && isLesson(state)));

/** True if cards of the next count are typed on this phone; those typed elsewhere wait. */
const isTypedHere = (state, ui) =>
  ui.entry.cards.length > 0 && (ui.entry.wentOn || !isTheirs(state));

/** True if no one else gets the difference, and the latest claim was wrong or replaced by "Show me". */
export function isLesson(state) {
  const counts = countNotices(state.latest);
  const isShown = playersCount(state) && (state.record.at(-1)?.actions.at(-1).claim ?? null) === null;
  return !state.rules.muggins && counts.length > 0 && (isShown || counts.some((one) => wrongClaim(one, state)));
}

/** The buttons that step through the count and on to the hand *named*, in place of all others. */
export function goOn(state, t, ui, act, named) {
  if (!isExplained(state, ui) || !ui.me.scorer) return false;
  const { of, lines } = openedCount(state, ui) ?? latestCount(state);
  const line = lessonLine(state, ui, of);
  const isLeft = line !== null && line < lines.length - 1;
  const openLine = (next) => act.set({
    lesson: { version: state.version, of, line: next, age: lines[next].at_ms ?? null },
  });
  if (isLeft && ui.lesson?.version !== state.version && !isTeaching(state)) {
    return actionBar(state, t, ui, act, h("button.second", {
      "data-key": "all-lines", onclick: () => openLine(lines.length - 1),
    }, t("All lines")));
  }
  // A quick finger may be ahead of what the table knows.
  const told = isTeaching(state) ? sharedLesson(state).line : null;
  const share = (next) => told !== null && told <= line && act.shareLesson(state.version, next);
  const onward = () => {
    openLine(isLeft ? line + 1 : 0);
    if (isLeft) share(line + 1);
  };
  const [first, second] = [{ "aria-keyshortcuts": "Enter", class: "prime" }, { class: "second" }];
  return actionBar(state, t, ui, act, [
    lines.length > 1 && h("button", { "data-key": "next-line", ...(isLeft ? first : second), onclick: onward },
      isLeft ? t("Next line") : t("Again")),
    h("button", {
      "data-key": "go-on", ...(isLeft ? second : first),
      onclick: () => {
        if (isLeft) share(null);
        act.set({ lesson: null });
        act.editEntry({ opened: null, wentOn: true });
      },
    }, named),
  ]);
}

export const stillCounted = (state, ui) => asOfCount(state, (now) => isExplained(now, ui));

const openedCount = (state, ui) =>
  state.phase === "show" && ui.entry.opened !== null ? countOf(state, ui.entry.opened) : null;

/** True if a counted hand is reopened, whatever is typed of the next one. */
const isOpened = (state, ui) => Boolean(openedCount(state, ui));

/** The held pile of the play, a reopened hand, or the latest count; of several, the one by this entry. */
export function countedHands(state, t, ui, act) {
  const held = heldCount(state, ui.elapsed);
  if (held) return pileView(held, t);
  const opened = openedCount(state, ui);
  if (opened) return countedHand(state, t, ui, act, opened, Number.POSITIVE_INFINITY);
  const own = latestCount(state);
  const others = countNotices(state.latest).filter((one) => one !== own);
  return own && [
    countedHand(state, t, ui, act, own, ui.age),
    others.map((one) => foldedCount(one, state, t)),
  ];
}

function countedHand(state, t, ui, act, count, age) {
  const { of, seat, lines, cards = [], starter = null } = count;
  const taught = lessonLine(state, ui, of);
  const { isUnfolding, total, lit, lookOf } = countSoFar(count, age, taught);
  const isPraised = state.latest.right && verdictOn(count, state) === state.latest.right;
  const entry = ui.me.scorer && act.correct ? entryOf(state, of) : null;
  const name = countName(state, t, of, seat);
  return h("section.callout.explained", {
      "data-key": `counted-${of}`,
      class: isUnfolding ? "callout explained unfolding" : "callout explained",
    },
    h("div.cap",
      h("h2", handTitle(name), worth(total, !isUnfolding && isPraised && state.latest)),
      // A picture would tell the truth of a claim that may still be called.
      !isUnfolding && taught === null && cards.length > 0 && state.windows.length === 0 && h("button.text", {
        "data-key": "picture", "aria-label": t("A picture to send"), title: t("A picture to send"),
        onclick: () => act.open("picture", { hand: { of, seat, total, lines, cards, starter } }),
      }, icon("M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4")),
      entry && h("button.text",
        { "data-key": "edit-cards", onclick: () => act.correct(entry, starter) }, t("Edit cards")),
    ),
    count.claimed && h("p.claim-told", count.claimed),
    cards.length > 0 && h("div.cards.big", sortedFaces(cards, starter, t, lit)),
    scrollingLines(name, lines, t, lookOf),
  );
}

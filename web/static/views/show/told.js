// The hand that is told: its cards, large, and each line in its time. A step of the show that was
// told opens its count again.

import { h } from "../../core/dom.js";
import { heldCount } from "../../game/hold.js";
import { cardFace } from "../../game/cards.js";
import { handName, unbroken } from "../../game/teams.js";
import { playersCount } from "../../game/entry_mode.js";
import { isCalling } from "../../core/store.js";
import { callsOf, countLines, foldedCount } from "../count_lines.js";
import { countNotices, wrongClaim } from "../notices.js";
import { pileView } from "../play/play.js";
import { actionBar } from "../play/undo.js";

/** More lines than these stand side by side where there is little room. */
const FEW_LINES = 5;

/** The hands in the order of the show, and the crib. */
export function showOrder({ players, dealer }) {
  const count = players.length;
  return [...players.map((_, step) => (dealer + 1 + step) % count), "crib"];
}

/** The entries that count hands of this deal; the deal may have begun with the crib before. */
function countEntries({ record }) {
  const isCount = ({ actions }) => actions.some((action) => action.do === "count");
  return record.filter(isCount);
}

/** What the hand *of* of this show was worth, with its cards; null as long as nobody may know. */
export function countOf(state, of) {
  const [first] = countEntries(state);
  const known = first
    ? state.record.filter(({ entry }) => entry >= first.entry).flatMap(({ notices }) => notices)
    : [];
  const told = known.filter((notice) => notice.what === "counted" && notice.of === of).at(-1);
  return told ? { ...told, cards: state.hands[of], starter: state.starter } : null;
}

/** The entry in which the hand *of* was counted; null where it is of the deal before. */
function entryOf(state, of) {
  if (of === "crib") return state.record.find(({ actions }) => actions.at(-1).do === "crib") ?? null;
  if (!["show", "over"].includes(state.phase)) return null;
  return countEntries(state)[showOrder(state).indexOf(of)] ?? null;
}

/** True if some hand is told large, so that the one to come has only a row. Those who count
 * themselves look at the hand to come, once they have seen why the last one was wrong. */
export const isTold = (state, ui) =>
  isExplained(state, ui) || heldCount(state, ui.elapsed) !== null ||
  Boolean(openedCount(state, ui)) ||
  (countNotices(state.latest).length > 0 && !playersCount(state, ui));

/** True if those who count see a hand line by line until somebody taps on: one that they opened, or
 * that was claimed wrong where nobody else gets the difference. */
export const isExplained = (state, ui) =>
  playersCount(state, ui) && !isCalling(ui) && ui.entry.cards.length === 0 &&
  (Boolean(openedCount(state, ui)) || (!ui.entry.wentOn && isCorrected(state)));

/** True if the latest claim was wrong, and nobody else gets the difference. */
export const isCorrected = (state) => !state.rules.muggins &&
  countNotices(state.latest).some((one) => wrongClaim(one, state));

/** The key that goes on from there to the hand *named*, in place of all others. */
export const goOn = (state, t, ui, act, named) => isExplained(state, ui) && ui.me.scorer &&
  actionBar(state, t, ui, act, h("button.prime", {
    "data-key": "go-on", "aria-keyshortcuts": "Enter",
    onclick: () => act.editEntry({ opened: null, wentOn: true }),
  }, named));

const openedCount = (state, ui) =>
  state.phase === "show" && ui.entry.opened !== null ? countOf(state, ui.entry.opened) : null;

/** The cards that were played last, as long as they lie; the hand that somebody opened again; or
 * what was just counted. Of several the one that was counted by this entry is large. */
export function toldHands(state, t, ui, act) {
  const held = heldCount(state, ui.elapsed);
  if (held) return pileView(held, t);
  const opened = openedCount(state, ui);
  if (opened) return toldHand(state, t, ui, act, opened, Number.POSITIVE_INFINITY);
  const told = countNotices(state.latest);
  const own = told.find(({ lines }) => lines.some(({ at_ms }) => at_ms !== undefined)) ?? told.at(-1);
  const others = told.filter((one) => one !== own);
  return own && [
    toldHand(state, t, ui, act, own, ui.age),
    others.map((one) => foldedCount(one, state, t)),
  ];
}

function toldHand(state, t, ui, act, { of, total, lines, cards = [], starter = null }, age) {
  const isComing = ({ at_ms }) => at_ms > age;
  const now = lines.filter((line) => !isComing(line)).at(-1);
  const telling = lines.some(isComing);
  const entry = ui.me.scorer && act.correct ? entryOf(state, of) : null;
  return h("section.told.explained", {
      "data-key": `counted-${of}`,
      class: telling ? "told explained telling" : "told explained",
    },
    h("div.cap",
      h("h2", unbroken(handName(state, t, of)),
        h("output", { "aria-live": "off" }, telling ? (now?.total ?? 0) : total)),
      entry && h("button.text",
        { "data-key": "edit-cards", onclick: () => act.correct(entry, starter) }, t("Edit cards")),
    ),
    cards.length > 0 && bigCards([...cards, starter], t, telling && now ? now.cards : []),
    h("div", { class: callsOf(lines).length > FEW_LINES ? "many" : "few" },
      countLines(lines, t, (line) => (isComing(line) ? "coming" : line === now && "now"))),
  );
}

/** *cards*, the starter last; those that the line just told is about are lifted. */
function bigCards(cards, t, used) {
  const rest = [...used];
  const isUsed = (card) => {
    const at = rest.indexOf(card);
    if (at >= 0) rest.splice(at, 1);
    return at >= 0;
  };
  return h("div.cards.big", cards.filter(Boolean).map((card, at) =>
    cardFace(card, t, {
      kind: isUsed(card) ? "lit" : "",
      label: at === cards.length - 1 ? t("Starter") : null,
    })));
}

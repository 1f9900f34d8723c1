// Cards and text on the wall outside the play: drawn, counted, claimed, or to be counted; what is asked, and
// what happened.

import { h } from "../core/dom.js";
import { cardFace, cardGap } from "../game/cards.js";
import { enteredIn, isCalledOff } from "../game/match.js";
import { keypadCards, lessonLine, placesOf, sharedCount } from "../game/show.js";
import { handName, playerName, recipientName, teamOf, unbroken, whoDeals } from "../game/teams.js";
import { isTelling, lessonNow } from "../game/timeline.js";
import { byRank, countLines, countName, countSoFar } from "./count_lines.js";
import { typedOnKeypad } from "./header.js";
import { countNotices, newsShown, withoutDealer } from "./notices.js";
import { askedToCount, notQuite } from "./show/claim.js";
import { callsOn, openClaims } from "./show/muggins.js";
import { resultText, skunkText } from "./show/win.js";

const lastAction = ({ record }) => record.at(-1)?.actions.at(-1);

/** The latest count with a line that is not shown yet. */
const countToCome = ({ latest }, { age }) =>
  countNotices(latest).find(({ lines }) => lines.some(({ at_ms = 0 }) => at_ms > age));

/** True until all lines of the latest count are shown. */
const isUntold = (state, ui) => isTelling(state, ui) || Boolean(countToCome(state, ui));

/** The count made by the latest entry, if any. */
function latestCount({ latest }) {
  const counts = countNotices(latest);
  return counts.find(({ lines }) => lines.some(({ at_ms }) => at_ms !== undefined)) ?? counts.at(-1);
}

/** *state* as of the hand still being shown: with its player's turn, and for a crib its dealer and deal
 * number. */
export function asOfCount(state, ui) {
  const count = ["show", "cut"].includes(state?.phase) && latestCount(state);
  if (!count || !isUntold(state, ui)) return state;
  const isOver = count.of === "crib" && state.phase === "cut";
  return { ...state, turn: count.seat, ...(isOver && { dealer: count.seat, deal: state.deal - 1 }) };
}

/** The count begun at the next hand: its cards, or a wrong first claim. Shown after the lines of the
 * previous count and when no claim may be called any more. */
function begunCount(state, ui) {
  const count = sharedCount(state);
  const isBegun = count && (count.cards?.length > 0 || count.missed);
  return isBegun && !isTelling(state, ui) && openClaims(state).length === 0 ? count : null;
}

/** True while the play is pegged by hand, without entering cards. */
export const isPeggedByHand = (state) =>
  state.phase === "play" && state.asks === "points" && enteredIn(state) === "hands";

/** The `hands` to show, and `aside`, beside the text: praise for a count, the cards of the next hand, or
 * the calls on a claim. */
export function handsShown(state, t, ui) {
  const drawn = drawnCards(state);
  if (drawn) return { hands: drawers(state, t, drawn) };
  if (isPeggedByHand(state)) {
    return { hands: state.starter && h("div.cards", cardFace(state.starter, t, { label: t("Starter") })) };
  }
  const isTyped = !isTelling(state, ui) &&
    (sharedCount(state)?.cards?.length > 0 || keypadCards(state).length > 0);
  const isGone = begunCount(state, ui) || isTyped;
  const counted = isGone ? null : countedHands(state, t, ui);
  const justCalled = state.windows.filter(({ of }) => of === state.record.at(-1)?.called);
  const [claim] = isGone ? openClaims(state) : [...openClaims(state), ...justCalled];
  const claimed = claim && claimedHand(claim, state, t);
  const aside = mugginsOpen(state, t);
  if (counted?.length) {
    return isUntold(state, ui)
      ? { hands: [counted, claimed], aside }
      : { hands: [counted, claimed], aside: [nextCards(state, t), praise(state) ?? aside] };
  }
  if (claim) return { hands: [handWaiting(state, t), claimed], aside };
  if (enteredIn(state) === "points") return {};
  return { hands: state.phase === "cut" ? starterToCome(t) : handWaiting(state, t, 0), aside };
}

/** A placeholder for the starter. */
const starterToCome = (t) => h("div.cards", { "data-key": "to-cut" },
  h("span.card.gap.labelled", { "aria-hidden": "true" }, h("em.under", t("Starter"))));

/** The hand that was just counted, line by line; of others that became public with it, only the worth. */
function countedHands(state, t, ui) {
  const count = latestCount(state);
  if (!count) return [];
  const others = ["count", "crib"].includes(lastAction(state).do)
    ? [] : countNotices(state.latest).filter((one) => one !== count);
  return [countedHand(count, state, t, ui), ...others.map(({ of, seat, cards = [], starter, total }) =>
    hand(countName(state, t, of, seat), `counted-${of}`, cards, starter, t, { total }))];
}

function countedHand(count, state, t, ui) {
  const { of, seat, lines, cards = [], starter = null } = count;
  const taught = lessonLine(state, ui, of);
  const { now, isUnfolding, total, lookOf } = countSoFar(count, ui.age, taught);
  const known = [...byRank(cards), starter].filter(Boolean);
  const lit = now && (isUnfolding || taught !== null) ? placesOf(lines, known)[lines.indexOf(now)] : [];
  const rows = [...countLines(lines, t, lookOf).children];
  const half = rows.length > 5 ? Math.ceil(rows.length / 2) : rows.length;
  return hand(countName(state, t, of, seat), `counted-${of}`, cards, starter, t, {
    look: `explained ${half < rows.length ? "many" : "few"}${isUnfolding ? " unfolding" : ""}`,
    total, lit,
    lines: h("div.count-lines",
      [rows.slice(0, half), rows.slice(half)].filter((some) => some.length).map((some) => h("ol.lines", some))),
  });
}

/** A hand with its title, worth, cards, starter and lines. */
const hand = (title, key, cards, starter, t, { look = "", total = null, lit = [], lines = null } = {}) =>
  h("section.wall-hand", { "data-key": key, class: `wall-hand ${look}` },
    h("h2", h("span", unbroken(title)), total !== null && h("output", { "aria-live": "off" }, total)),
    cards.length > 0 && h("div.cards",
      byRank(cards).map((card, at) => cardFace(card, t, { kind: lit.includes(at) ? "lit" : "" })),
      starter && cardFace(starter, t, { label: t("Starter"), kind: lit.includes(cards.length) ? "lit" : "" })),
    lines,
  );

const praise = ({ latest: { right, given } }) =>
  right ? h("p.praise", { "data-key": "praise" }, right, given && h("small", given)) : null;

/** The cards of the hand to be counted, once *least* of them are known, so that everyone can count along;
 * includes cards being typed on a phone. */
function nextCards(state, t, least = 1) {
  const { counting, phase, starter } = state;
  if (phase !== "show" || !counting) return null;
  const { again, cards: typed = keypadCards(state) } = sharedCount(state) ?? {};
  const known = again ? typed : [...byRank(counting.known), ...typed];
  if (known.length < least) return null;
  const gaps = Math.max(0, counting.size - known.length);
  return h("div.cards", { "data-key": "waiting-cards" },
    (gaps ? known : byRank(known)).map((card) => cardFace(card, t)),
    Array.from({ length: gaps }, () => cardGap()),
    cardFace(starter, t, { label: t("Starter") }),
  );
}

function handWaiting(state, t, least) {
  const cards = nextCards(state, t, least);
  return cards && h("section.wall-hand", { "data-key": "waiting" },
    h("h2", h("span", unbroken(handName(state, t, state.counting.of)))), cards);
}

/** A claim that may be called or was just called; its worth is not shown. */
const claimedHand = ({ of, seat, claim, cards, starter }, state, t) => hand(
  t("{hand}: {n} point claimed|{hand}: {n} points claimed", { hand: countName(state, t, of, seat), n: claim }),
  `claimed-${of}`, cards, starter, t);

/** A note that the newest claim may still be called, with earlier calls on it; the latest call is announced
 * as news. Null if no claim is open. */
function mugginsOpen(state, t) {
  const [window] = openClaims(state);
  if (!window) return null;
  const calls = callsOn(state, window).filter((entry) => entry !== state.record.at(-1));
  return h("p.muggins", { "data-key": "muggins" }, h("b", t("Muggins?")),
    calls.map(({ actions }) => actions.at(-1)).map(({ team, points }) =>
      h("span", { class: `called team-${team}` }, `${recipientName(state, t, team)} ${points}`)));
}

/** The cards drawn by each seat for first deal, shown until the cut; null if there are none, or if partners
 * were drawn, since they change seats. */
export function drawnCards({ phase, asks, drawn, latest, players, record, rules }) {
  if (phase === "draw") return asks === "cards" ? drawn : null;
  const last = record.at(-1);
  const isLast = last?.entry === latest.version && last.actions.at(-1).do === "draw";
  if (!isLast || rules.teams_by === "draw") return null;
  const draws = record.flatMap(({ actions }) => actions).filter((one) => one.do === "draw");
  return players.map((_, at) => draws.filter(({ seat }) => seat === at).map(({ card }) => card));
}

/** The cards drawn, and who has yet to draw. */
const drawers = (state, t, drawn) => drawn.map((cards, seat) => {
  const team = state.rules.teams_by === "draw" ? null : teamOf(state, seat);
  return h("section", { "data-key": `drawn-${seat}`, class: `wall-hand drawn team-${team}` },
    h("h2", h("span", unbroken(playerName(state, t, seat)))),
    h("div.cards",
      cards.map((card) => cardFace(card, t)),
      state.drawing?.includes(seat) && cardGap(),
    ),
  );
});

/** Verdict, prompt, and what happened. For a wrong first claim only what phones show; once the next hand
 * has been begun, of the previous one only a call or a correction. */
export function messages(state, t, ui) {
  const begun = begunCount(state, ui);
  if (begun?.missed) return notQuite(state, t, begun.missed);
  // Cards are shown beside it.
  const typed = typedOnKeypad(state, t, state.keypad.typed);
  const isNews = modeChange(state, ui) || state.latest.correction || lastAction(state)?.do === "muggins";
  const news = begun && !isNews ? {} : newsNow(state, t, ui);
  const { prompt, happened } = typed ? { prompt: typed, ...news } : largestFirst(state, t, ui, news);
  return h("div",
    news.verdict && h("p.counted-as", unbroken(news.verdict)),
    h("p.prompt", { class: state.winner === null ? "prompt" : "prompt winning" }, unbroken(prompt)),
    happened && h("p.happened", unbroken(happened)),
  );
}

/** A change of entry mode, which is shown instead of the correction that it is stored as. */
const modeChange = ({ version }, { notice }) => notice?.version === version ? notice.text : null;

/** If only points are entered, they come first, since the dealer is known; so does a call of muggins. */
function largestFirst(state, t, ui, { claimed, happened }) {
  const prompt = promptNow(state, t, ui, claimed);
  if (!happened) return { prompt };
  const news = withoutDealer(happened, prompt, state, t);
  const last = lastAction(state)?.do;
  const isNews = last === "muggins" || (enteredIn(state) === "points" && last === "peg");
  return isNews && state.winner === null ? { prompt: news, happened: prompt } : { prompt, happened: news };
}

/** The prompt. While a count is shown line by line, the claim or the hand's name instead of the next hand;
 * if no cards are entered, none are asked for. */
function promptNow(state, t, ui, claimed) {
  if (isUntold(state, ui)) {
    const { of } = lessonNow(state, ui) ?? countToCome(state, ui);
    return claimed || t("{hand}, line by line", { hand: handName(state, t, of) });
  }
  if (isPeggedByHand(state)) return t("Peg the play.");
  if (!state.rules && ui.me.url) {
    // With any phone that scans a scorer's screen, or has the code.
    return ui.me.scorer || state.version
      ? t("Scan, then choose a game on the phone.")
      : t("Scan, type the code, choose a game.");
  }
  if (state.asks === "points") return `${whoDeals(state, t)}.`;
  return state.phase === "show" && sharedCount(state)?.cards?.length ? typedPrompt(state, t) : state.prompt;
}

/** The prompt once a phone types cards: the number missing, then to count. */
function typedPrompt(state, t) {
  const { seat, size, missing } = state.counting;
  const { cards, again } = sharedCount(state);
  const [n, player] = [(again ? size : missing) - cards.length, playerName(state, t, seat)];
  return n > 0
    ? t("{player}, {n} card to enter.|{player}, {n} cards to enter.", { player, n })
    : askedToCount(state, t);
}

/** What happened: for a win the margin; nothing if the game was called off, since the prompt says so.
 * Praise is shown with the hand, and the *verdict* on what was *claimed* after the lines. */
function newsNow(state, t, ui) {
  if (isCalledOff(state)) return {};
  if (modeChange(state, ui)) return { happened: modeChange(state, ui) };
  const { correction, notices, praise: praised } = state.latest;
  if (state.winner !== null && !correction) {
    const calls = lastAction(state)?.do === "muggins"
      ? notices.filter(({ what }) => what === "undercount").map(({ say }) => say) : [];
    return { happened: [...calls, resultText(state, t), skunkText(state)]
      .filter(Boolean).join(". ").replace(/\.\. /g, ". ") };
  }
  const news = newsShown(state, t, ui.age).filter(({ text }) => text !== praised);
  const [claimed, verdict, happened] = ["claimed", "lesson", null].map((one) =>
    news.filter(({ kind }) => kind === one).map(({ text }) => text).join(" "));
  // Several counts have no single verdict.
  return verdict && happened
    ? { happened: news.map(({ text }) => text).join(" ") }
    : { claimed, verdict, happened };
}

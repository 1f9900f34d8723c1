// What just happened, in sentences, what is asked, and the notice over the main part.

import { h } from "../core/dom.js";
import { capitalised } from "../core/i18n.js";
import { UNDO, isAlike } from "../core/queue.js";
import { parseCard } from "../game/cards.js";
import { actionLabel, handName, playerName, unbroken, whoDeals } from "../game/teams.js";

/** The news since *before*, in order, and the new prompt, for the live region. Includes entries missed
 * while the page was hidden; names the dealer once. */
export function spokenNews(state, before, t) {
  const { prompt, phase, latest } = state;
  const missed = state.record.filter(({ entry }) => entry > before.version && entry < latest.version);
  const happened = [...missed.map(({ say }) => say), ...sentences(state)];
  const asked = prompt !== before.prompt && prompt;
  const news = withoutDealer(happened.filter(Boolean).join(" "), asked, state, t);
  // After the game the prompt is the news of who won.
  const isTold = phase === "over" && news.includes(asked);
  return [news, !isTold && asked].filter(Boolean).join(" ");
}

/** *news* without a trailing sentence about the dealer if the prompt *asked* begins with it; in French it
 * follows a semicolon in lower case. */
export function withoutDealer(news, asked, state, t) {
  const deals = asked && state.dealer !== null && whoDeals(state, t);
  const isEnd = deals && news.toLowerCase().endsWith(`${deals}.`.toLowerCase());
  if (!isEnd || !asked.startsWith(deals)) return news;
  return news.slice(0, -deals.length - 1).replace(/[\s;]+$/, "").replace(/[^.!?]$/, "$&.");
}

/** A sentence per event. Points not called are mentioned by the verdict on the claim. */
export function sentences(state) {
  const { latest, record, rules } = state;
  const last = record.at(-1);
  // The entry itself mentions its count, after the claim; with muggins only if that was too high.
  const isPublic = !rules?.muggins || latest.notices.some(({ what, of }) => what === "overcount" && of === last?.of);
  const isSaid = ({ what, of }) => what === "unclaimed" ||
    (what === "counted" && isPublic && last?.entry === latest.version && last.of === of);
  const noticed = latest.notices.filter((one) => !isSaid(one)).map(({ say }) => say);
  return [...new Set([...actionSentences(state), ...noticed, latest.praise])].filter(Boolean);
}

/** Sentences about the latest entry itself, without what it revealed. */
export function actionSentences(state) {
  const { version, awards, correction } = state.latest;
  if (correction) return [correction];
  const last = state.record.at(-1);
  return last && last.entry === version ? [last.say] : awards.map((award) => award.say);
}

/** The sentences except *but*; without those that counts shown *inLines* cover. With *leads*, a tap opens the
 * entries of the deal. */
export function notices(state, t, ui, act, { inLines = false, but = [], leads = false } = {}) {
  const { praise, correction } = state.latest;
  const last = state.record.at(-1);
  // A call on a claim that others may still call is shown with the claim.
  const isOpenCall = state.windows.some(({ of, open_to }) => of === last?.called && open_to.length > 0);
  // Praise is shown in place of the points.
  const shown = [...but, praise, isOpenCall && last.say, ...(inLines ? saidInLines(state) : [])];
  const lines = withoutOpenClaim(state, plainNotices(state, t, inLines ? Number.POSITIVE_INFINITY : ui.age))
    .filter(({ text }) => !shown.includes(text));
  if (!lines.length) return null;
  const look = [
    "callout",
    lines.every(({ kind }) => kind?.startsWith("later")) && "later",
    lines.some(({ kind }) => kind?.includes("lesson")) && "teaches",
    correction && "righted",
  ];
  return h("section.callout", {
      "aria-label": t("What just happened"), "data-key": "callout", class: look.filter(Boolean).join(" "),
    },
    leads && ui.me.scorer && lines.every(({ kind }) => !kind)
      ? historyButton(t, act, lines.map(({ text }) => h("span", saidText(text, state.latest))))
      : lines.map(({ text, kind }) => h("p", { class: kind }, saidText(text, state.latest))),
  );
}

export const historyButton = (t, act, text) => h("button.to-history", {
  "data-key": "happened", title: t("History of the deal"), onclick: () => act.open("history"),
}, text);

/** A sentence; the cost of a correction is set apart, and first if space is short. */
export const saidText = (text, { correction, cost }) => cost && text === correction
  ? [unbroken(text.slice(0, -cost.length)), h("span.cost", unbroken(cost))]
  : unbroken(text);

/** A claim just made is not repeated below its own button. */
function withoutOpenClaim(state, lines) {
  const last = state.record.at(-1);
  const latest = state.windows.at(-1);
  const isOpen = latest?.open_to.length > 0 && ["count", "crib"].includes(last?.actions.at(-1)?.do);
  return isOpen ? lines.filter(({ text }) => text !== last.say) : lines;
}

/** The sentences beside counts shown line by line. While the latest count is being shown, only what was
 * *claimed*; the rest has kind *later*, so that nothing is revealed early. Finally the verdict replaces
 * the claim. */
export function plainNotices(state, t, age) {
  const all = countNotices(state.latest);
  const newest = state.record.at(-1);
  const own = all.find(({ of, lines }) => lines.some(({ at_ms }) => at_ms !== undefined) ||
    (newest?.entry === state.latest.version && newest.of === of));
  const last = own && newest;
  const later = Boolean(own?.lines.some(({ at_ms }) => at_ms > age));
  const verdict = own && wrongClaim(own, state)?.say;
  const kindOf = (line) => [later && "later", line === verdict && "lesson"].filter(Boolean).join(" ") || null;
  return sentences(state)
    .filter((line) => all.every(({ say }) => say !== line))
    .map((line) => line === last?.say
      ? { text: later && claimText(last, own, state, t), kind: "claimed" }
      : { text: line, kind: kindOf(line) })
    .filter(({ text }) => text);
}

/** The sentences that may be read by now, without a claim just made. */
export const newsShown = (state, t, age) => withoutOpenClaim(state, plainNotices(state, t, age))
  .filter(({ kind }) => !kind?.startsWith("later"));

/** The claim, if it differs from the hand's worth. */
function claimText({ actions: [{ claim }] }, { of, total }, state, t) {
  if ((claim ?? total) === total) return null;
  if (!state.rules.muggins) return t("{n}? Not quite.", { n: claim });
  const hand = handName(state, t, of);
  return t("{hand}: {n} point claimed|{hand}: {n} points claimed", { hand, n: claim });
}

export const countNotices = ({ notices }) => notices.filter((notice) => notice.what === "counted");

export function latestCount({ latest }) {
  const counts = countNotices(latest);
  return counts.find(({ lines }) => lines.some(({ at_ms }) => at_ms !== undefined)) ?? counts.at(-1);
}

/** *state* as of the latest count while it isShown(): its player's turn, and for a crib its deal. */
export function asOfCount(state, isShown) {
  const count = ["show", "cut"].includes(state?.phase) && latestCount(state);
  if (!count || !isShown(state)) return state;
  const isOver = count.of === "crib" && state.phase === "cut";
  return { ...state, turn: count.seat, ...(isOver && { dealer: count.seat, deal: state.deal - 1 }) };
}

/** The latest entry's claim or call of muggins, if a count mentions its result, and the verdicts. */
function saidInLines(state) {
  const counts = countNotices(state.latest);
  const last = state.record.at(-1);
  const { do: done, team } = last?.actions.at(-1) ?? {};
  const isSaid = last?.actions.some(({ claim = null }) => claim !== null) || (done === "muggins" &&
    counts.some((one) => wrongClaim(one, state)?.taken?.some(([taker]) => taker === team)));
  return [isSaid && last.say, ...counts.map((one) => verdictOn(one, state))];
}

/** The verdict on a claim: that it is right, or its error and who got the difference. */
export function verdictOn(count, { latest }) {
  const [one, ...others] = countNotices(latest);
  const isOwn = count.lines.some(({ at_ms }) => at_ms !== undefined) ||
    (!others.length && one?.of === count.of);
  return wrongClaim(count, { latest })?.say ?? (isOwn ? latest.right : null);
}

export const wrongClaim = ({ of }, { latest }) =>
  latest.notices.find(({ what, of: whose }) => what.endsWith("count") && whose === of);

/** True if a notice waits for an answer; any other leaves by itself. */
export const asksSomething = ({ again, echo }) => Boolean(again || echo);

/** Refused entries, unsent entries, and questions: one at a time. */
export function alertView(state, t, ui, act) {
  const { notice, waiting } = ui;
  const isHeld = waiting.length > 0 && (notice?.again || ui.link === "reconnecting");
  if (!notice && !isHeld) return null;
  const answer = (text, onclick) => h("button.second", { onclick }, text);
  return h("section.notice", { role: "alert" },
    h("div.message", isHeld
      ? h("p", t("Waiting: {what}.", { what: labels(waiting, state, t) }))
      : noticeText(state, t, notice)),
    isHeld && notice?.again && answer(t("Send again"), notice.again),
    notice?.echo && answer(t("Yes"), () => act.confirm()),
    notice && h("button.plain", { "aria-label": t("Close"), onclick: () => act.dismiss() }, "×"),
  );
}

const labels = (actions, state, t) =>
  actions.map((action) => actionLabel(action, state, t) ?? t("your entry")).join(", ");

function noticeText(state, t, { text, echo, overtaken, missed = [] }) {
  if (echo) return h("p", unbroken(echoText(state, t, echo)));
  const isSame = overtaken && missed.length > 0 && overtaken.actions.some((one) => isAlike(one, missed[0]));
  const lost = isSame ? missed.slice(1) : missed;
  const { by, say } = overtaken || {};
  const why = isSame ? alreadyIn(state, t, overtaken)
    : by ? t("{who} was first: {entry}", { who: by, entry: say })
      : overtaken ? t("Another phone was first: {entry}", { entry: say })
        : text ?? t("No answer from the table.");
  return [
    h("p", unbroken(capitalised(why))),
    lost.some((action) => actionLabel(action, state, t)) &&
      h("p", t("Not added: {what}", { what: labels(lost, state, t) })),
  ];
}

/** "Suzanne’s 4 is already in (Luc’s phone)." */
function alreadyIn(state, t, entry) {
  const by = entry.by || t("another phone");
  const [action] = entry.actions;
  const hand = action && countedHand(state, t, action);
  if (hand) return t("{hand}: already counted ({who}).", { hand, who: by });
  const name = playerOf(state, t, entry);
  if (!name) return t("Already in: {entry} ({who})", { entry: entry.say, who: by });
  const { rank } = parseCard(action.card);
  const facts = { name, card: t.rankName(rank), who: by };
  if (rank === "A") return t("{name}’s ace is already in ({who}).", facts);
  if (rank === "Q") return t("{name}’s queen is already in ({who}).", facts);
  return t("{name}’s {card} is already in ({who}).", facts);
}

const countedHand = (state, t, { do: done, seat }) => {
  const of = { crib: "crib", count: seat }[done];
  return of === undefined ? null : handName(state, t, of);
};

function echoText(state, t, { tap, action, entry }) {
  if (tap === UNDO) return t("Already undone. Undo one more?");
  const hand = countedHand(state, t, action);
  if (hand) return t("{hand}: already counted. Count the next one?", { hand });
  const [said, asks] = [state.gone.at(-1), state.turn];
  if (action.do === "go" && said !== undefined) {
    const facts = { name: playerName(state, t, said), other: playerName(state, t, asks) };
    return t("{name}’s go is in. Does {other} say go too?", facts);
  }
  const name = playerOf(state, t, entry);
  if (!name) return t("{entry} Already in. Once more?", { entry: entry.say });
  const { rank } = parseCard(action.card);
  const facts = { name, card: t.rankName(rank) };
  if (rank === "A") return t("{name}’s ace is already in. A second ace?", facts);
  if (rank === "Q") return t("{name}’s queen is already in. A second queen?", facts);
  return t("{name}’s {card} is already in. A second {card}?", facts);
}

/** Who played the card of *entry*, derived from the cards played since; null for other entries. */
function playerOf(state, t, { entry, actions: [action] }) {
  if (action?.do !== "play") return null;
  const since = state.record
    .filter((one) => one.entry > entry)
    .flatMap(({ actions }) => actions.filter((one) => one.do === "play"));
  const laid = state.laid[state.laid.length - 1 - since.length];
  return laid ? playerName(state, t, laid.seat) : null;
}

/** The prompt of *state*, whose help a tap shows, or *text* instead, which has none. */
export function promptLine(state, text = state.prompt) {
  if (!state.help || text !== state.prompt) return h("p.prompt", unbroken(text));
  return h("details.asked", { "data-key": `asked-${text}` },
    h("summary", h("span.prompt", unbroken(text))),
    h("p.about", state.help),
  );
}

/** Decks in Québec have J Q K more often than V D R, so those are the default. */
export const lettersNote = (t, ui, act) =>
  ui.me.scorer &&
  t.mayAskLetters &&
  h("aside.once", { "data-key": "letters" },
    h("p", t("Which letters are on your cards?")),
    ["JQK", "VDR"].map((letters) =>
      h("button.chip", { "data-key": letters, onclick: () => act.setLetters(letters) },
        [...letters].join(" "),
      ),
    ),
  );

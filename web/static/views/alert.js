// The notice over the main part: refused entries, unsent entries, and questions.

import { h } from "../core/dom.js";
import { capitalised } from "../core/i18n.js";
import { UNDO, isAlike } from "../core/taps.js";
import { parseCard } from "../game/cards.js";
import { actionLabel } from "../game/labels.js";
import { handName, playerName, unbroken } from "../game/teams.js";

/** True if a notice waits for an answer; any other leaves by itself. */
export const asksSomething = ({ again, echo }) => Boolean(again || echo);

/** One at a time, covering neither the header nor the scores. */
export function alertView(state, t, ui, act) {
  const { notice, waiting } = ui;
  const isHeld = waiting.length > 0 && (notice?.again || ui.link === "reconnecting");
  if (!notice && !isHeld) return null;
  const close = h("button.plain", { "aria-label": t("Close"), onclick: () => act.dismiss() }, "×");
  return h("section.notice", { role: "alert" },
    h("div.message", isHeld ? waitingText(state, t, ui) : noticeText(state, t, notice)),
    isHeld && notice?.again && answer(t("Send again"), notice.again),
    notice?.echo && answer(t("Yes"), () => act.confirm()),
    notice && close,
  );
}

const answer = (text, onclick) => h("button.second", { onclick }, text);

const waitingText = (state, t, { waiting }) =>
  h("p", t("Waiting: {what}.", { what: labels(waiting, state, t) }));

const labels = (actions, state, t) =>
  actions.map((action) => actionLabel(action, state, t) ?? t("your entry")).join(", ");

function noticeText(state, t, { text, echo, overtaken, missed = [] }) {
  if (echo) return h("p", unbroken(echoText(state, t, echo)));
  const [first, ...others] = missed;
  const isSame = overtaken && first && overtaken.actions.some((one) => isAlike(one, first));
  const lost = isSame ? others : missed;
  return [
    h("p", unbroken(capitalised(whyNot(state, t, { text, overtaken, isSame })))),
    lost.some((action) => actionLabel(action, state, t)) &&
      h("p", t("Not added: {what}", { what: labels(lost, state, t) })),
  ];
}

function whyNot(state, t, { text, overtaken, isSame }) {
  if (!overtaken) return text ?? t("No answer from the table.");
  return isSame ? alreadyIn(state, t, overtaken) : quicker(t, overtaken);
}

const quicker = (t, { by, say }) =>
  by
    ? t("{who} was first: {entry}", { who: by, entry: say })
    : t("Another phone was first: {entry}", { entry: say });

/** "Suzanne’s 4 is already in (Luc’s phone)." */
function alreadyIn(state, t, entry) {
  const by = entry.by || t("another phone");
  const [action] = entry.actions;
  const of = action?.do === "crib" ? "crib" : action?.do === "count" && action.seat;
  if (Number.isInteger(of) || of === "crib") {
    return t("{hand}: already counted ({who}).", { hand: handName(state, t, of), who: by });
  }
  const name = playerOf(state, t, entry);
  if (!name) return t("Already in: {entry} ({who})", { entry: entry.say, who: by });
  const { rank } = parseCard(action.card);
  const facts = { name, card: t.rankName(rank), who: by };
  if (rank === "A") return t("{name}’s ace is already in ({who}).", facts);
  if (rank === "Q") return t("{name}’s queen is already in ({who}).", facts);
  return t("{name}’s {card} is already in ({who}).", facts);
}

/** Asks whether a tap that duplicates another phone's entry should count. */
function echoText(state, t, { tap, action, entry }) {
  if (tap === UNDO) return t("Already undone. Undo one more?");
  if (["count", "crib"].includes(action.do)) {
    const hand = handName(state, t, action.do === "crib" ? "crib" : action.seat);
    return t("{hand}: already counted. Count the next one?", { hand });
  }
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

// The text on the wall: the hand being shown, the prompt, and what happened.

import { h } from "../core/dom.js";
import { enteredIn } from "../game/entry_mode.js";
import { isCalledOff } from "../game/result.js";
import { sharedCount } from "../game/shared.js";
import { handName, playerName, speakerName, teamOf, unbroken, whoDeals } from "../game/teams.js";
import { typedOnKeypad } from "./header.js";
import { begunCount, isPeggedByHand, isUntold, toldHand } from "./kiosk_hands.js";
import { plainNotices, withoutDealer, withoutOpenClaim } from "./notices.js";
import { notQuite } from "./show/not_quite.js";
import { resultText, skunkText } from "./show/win.js";

/** Verdict, prompt, and what happened. For a wrong first claim only what phones show; once the next hand
 * has been begun, of the previous one only a call or a correction. */
export function said(state, t, ui) {
  const begun = begunCount(state, ui);
  if (begun?.missed) return notQuite(state, t, begun.missed);
  // Cards are shown beside it.
  const typed = typedOnKeypad(state, t, state.keypad.typed);
  const isNews = toldNow(state, ui) || state.latest.correction || state.record.at(-1)?.actions.at(-1).do === "muggins";
  const news = begun && !isNews ? {} : newsNow(state, t, ui);
  const { prompt, happened } = typed ? { prompt: typed, ...news } : largestFirst(state, t, ui, news);
  return h("div",
    news.verdict && h("p.counted-as", unbroken(news.verdict)),
    h("p.prompt", { class: `prompt${state.winner === null ? "" : " winning"}${typed ? " typed" : ""}` },
      unbroken(prompt)),
    happened && h("p.happened", unbroken(happened)),
  );
}

/** A change of entry mode, which is shown instead of the correction that it is stored as. */
const toldNow = ({ version }, { notice }) => notice?.version === version ? notice.text : null;

/** If only points are entered, they come first, since the dealer is known; so does a call of muggins. */
function largestFirst(state, t, ui, { claimed, happened }) {
  const prompt = promptNow(state, t, ui, claimed);
  if (!happened) return { prompt };
  const news = withoutDealer(happened, prompt, state, t);
  const last = state.record.at(-1)?.actions.at(-1).do;
  const isNews = last === "muggins" || (enteredIn(state) === "points" && last === "peg");
  return isNews && state.winner === null
    ? { prompt: news, happened: prompt }
    : { prompt, happened: news };
}

/** The prompt. While a count is shown line by line, the claim or the hand's name instead of the next hand;
 * if no cards are entered, none are asked for. */
function promptNow(state, t, ui, claimed) {
  if (isUntold(state, ui)) {
    return claimed || t("{hand}, line by line", { hand: handName(state, t, toldHand(state, ui)) });
  }
  if (isPeggedByHand(state)) return t("Peg the play.");
  if (!state.rules && ui.me.url) return firstSteps(state, t, ui);
  if (state.asks === "points") return `${whoDeals(state, t)}.`;
  return state.phase === "show" && sharedCount(state)?.cards?.length ? typedPrompt(state, t) : state.prompt;
}

/** How to start: with any phone that scans a scorer's screen, or has the code. */
const firstSteps = ({ version }, t, { me }) => me.scorer || version
  ? t("Scan, then choose a game on the phone.")
  : t("Scan, type the code, choose a game.");

/** The prompt once a phone types cards: the number missing, then to count. */
function typedPrompt(state, t) {
  const { of, seat, size, missing } = state.counting;
  const { cards, again } = sharedCount(state);
  const [n, player] = [(again ? size : missing) - cards.length, playerName(state, t, seat)];
  if (n > 0) return t("{player}, {n} card to enter.|{player}, {n} cards to enter.", { player, n });
  const name = state.rules.captain ? speakerName(state, t, teamOf(state, seat)) : player;
  if (of === "crib") return t("{name}, count the crib", { name });
  return name === player
    ? t("{player}, count your hand.", { player })
    : t("{captain}, count {player}’s hand.", { captain: name, player });
}

/** The result of a call of muggins that won the game. */
const takenByMuggins = ({ record, latest }) =>
  record.at(-1)?.actions.at(-1).do === "muggins"
    ? latest.notices.filter(({ what }) => what === "undercount").map(({ say }) => say)
    : [];

/** What happened: for a win the margin; nothing if the game was called off, since the prompt says so.
 * Praise is shown with the hand, and the *verdict* on what was *claimed* after the lines. */
function newsNow(state, t, ui) {
  if (isCalledOff(state)) return {};
  if (toldNow(state, ui)) return { happened: toldNow(state, ui) };
  if (state.winner !== null && !state.latest.correction) {
    return { happened: [...takenByMuggins(state), resultText(state, t), skunkText(state)]
      .filter(Boolean).join(". ").replace(/\.\. /g, ". ") };
  }
  const { praise } = state.latest;
  const news = withoutOpenClaim(state, plainNotices(state, t, ui.age))
    .filter(({ text, kind }) => !kind?.startsWith("later") && text !== praise);
  const [claimed, verdict, happened] = ["claimed", "lesson", null].map((one) =>
    news.filter(({ kind }) => kind === one).map(({ text }) => text).join(" "));
  // Several counts have no single verdict.
  return verdict && happened
    ? { happened: news.map(({ text }) => text).join(" ") }
    : { claimed, verdict, happened };
}

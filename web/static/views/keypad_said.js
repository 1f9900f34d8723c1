// The text and cards above the keys: prompt, half-typed entry, the running count, the next hand, a claim that
// may be called, counts, and what happened.

import { h } from "../core/dom.js";
import { capitalised } from "../core/i18n.js";
import { cardFace, cardGap } from "../game/cards.js";
import { countingNow, countingText, enteredIn, isCalledOff, verdict } from "../game/match.js";
import { handName, playerName, playersOf, unbroken } from "../game/teams.js";
import { heldCount, isMade } from "../game/timeline.js";
import { followedState, runningReplay } from "../history/replay_state.js";
import { byRank, countName, countSoFar, scrollingLines } from "./count_lines.js";
import { drawnCards } from "./kiosk_hands.js";
import { countNotices, lettersNote, newsShown, sentences } from "./notices.js";
import { openClaims } from "./show/muggins.js";
import { resultText, skunkText } from "./show/win.js";

/** A key's printed label. */
export const keyName = (key, t) =>
  ({ GO: t("Go"), UNDO: t("Undo"), HELD: "OK" })[key] ?? t.rank(key);

/** Its space is fixed, so that no key moves under a thumb; the lines of a count scroll in it, with the newest
 * in sight. */
export function messages(state, t, ui, act) {
  const box = (...inside) => h("section.said", { "aria-label": t("What just happened"), tabindex: 0 }, inside);
  if (runningReplay(state) && !state.typed) {
    const [seen] = followedState(state, ui);
    return box(
      h("p.prompt", { "data-key": "prompt" }, t("Replay: entry {at} of {of}", runningReplay(state))),
      seen !== state && h("p.now", { "data-key": "now" }, unbroken(sentences(seen).join(" "))),
    );
  }
  const held = heldCount(state, ui.elapsed);
  // In the play the latest counts are of the previous deal: its claims could be called until now.
  const counts = state.phase === "play" || state.typed || ui.notice?.again ? [] : countNotices(state.latest);
  const claim = claimShown(state);
  const isPiled = held ?? (state.phase === "play" && state.asks === "cards");
  return box(
    isWon(state) && !state.typed ? winView(state, t, ui) : h("div.asked", { "data-key": "asked" },
      h("p.prompt", { "data-key": "prompt" }, unbroken(asked(state, t, ui))),
      ["play", "show"].includes(state.phase) && state.starter &&
        h("span.up", h("small", t("Starter")), cardFace(state.starter, t, { kind: "mini" })),
    ),
    isCalledOff(state) && !state.typed && onward(state, t, ui),
    isPiled && pileView(held ?? state, t),
    state.phase === "show" && !held && !(claim && state.typed) && handView(state, t, claim),
    drawnView(state, t),
    claim && claimView(claim, state, t, ui),
    currentMessage(state, t, ui),
    counts.map((one) => countView(one, state, t, ui, counts.length === 1)),
    ["idle", "draw", "cut"].includes(state.phase) && !state.typed && !counts.length &&
      lettersNote(t, ui, act),
  );
}

const isWon = ({ phase, winner }) => phase === "over" && winner !== null;

/** Winner, final score, margin and skunk, in the winner's colour. */
const winView = (state, t, ui) => h("div.win-line", { class: `win-line team-${state.winner}`, "data-key": "win" },
  h("div",
    h("b", unbroken(verdict(t, playersOf(state, t, state.winner), state.decided))),
    h("b", finalScore(state)),
  ),
  h("p", unbroken([resultText(state, t), skunkText(state)].filter(Boolean).join(". "))),
  onward(state, t, ui),
);

/** What holding OK does after a game when the match goes on: the key's label has no room for both. */
const onward = ({ decided }, t, ui) =>
  ui.me.scorer && !decided && h("p", t("Hold OK for a new match."));

/** "121–80": the winner's score comes first. */
function finalScore({ scores, winner }) {
  const others = scores.filter((_, team) => team !== winner).sort((one, other) => other - one);
  return [scores[winner], ...others].join("–");
}

/** The prompt; once all cards are typed, it says so. */
function asked(state, t, ui) {
  const { live, keypad, prompt } = state;
  const { kind, cards, wanted, asks } = live.pending_entry ?? {};
  const isWhole = ["hand", "crib"].includes(kind) && wanted > 0 && cards?.length === wanted && !asks;
  if (ui.me.scorer && keypad.prompt) return keypad.prompt;
  return isWhole ? t("All the cards are in: OK counts them.") : prompt;
}

/** One message: a refusal with any half-typed entry, since OK still enters that; else the half-typed entry;
 * else what happened. */
function currentMessage(state, t, ui) {
  const { notice } = ui;
  if (notice?.again) {
    const name = (key) => (key === "HELD" ? t("Hold OK") : keyName(key, t));
    const isOne = notice.waiting.length === 1;
    return h("p.now.unanswered", { "data-key": "unanswered" },
      t("No answer from the table. Waiting: {keys}", { keys: notice.waiting.map(name).join(", ") }),
      h("button.second", { onclick: notice.again }, isOne ? t("Send again") : t("Send all again")),
      h("button.second", { onclick: notice.drop }, isOne ? t("Forget it") : t("Forget them")),
    );
  }
  const typed = state.typed && !isAskedAbove(state, ui) && typedText(state, t);
  const why = notice?.text ?? ui.lockedWhy;
  if (why) {
    return h("p", { class: notice?.isNews ? "now" : "now refused", "data-key": "why" },
      why, typed && [" ", h("b.half", unbroken(typed))]);
  }
  if (typed) return h("p.now.half", { "data-key": "now" }, unbroken(typed));
  const happened = [...happenedNow(state, t, ui), startedText(state, t)].filter(Boolean).join(" ");
  return happened && h("p.now", { "data-key": "now" }, unbroken(happened));
}

/** The half-typed entry, with unbreakable points; not what the prompt already asks about a claim. */
const typedText = (state, t) => capitalised(state.live.pending_entry.asks
  ? handName(state, t, state.counting.of)
  : state.keypad.typed.replace(/([\d_]) (point)/, "$1\u00a0$2"));

/** True if the prompt already shows the typed entry. */
const isAskedAbove = ({ live: { pending_entry: pending } }, { me }) =>
  ["more", "sure"].includes(pending.kind) || (pending.kind === "game" && !pending.rules) ||
  (me.scorer && pending.kind === "peg" && !pending.points && !pending.back);

/** Who counts in a match that has just begun: on the keypad that is not asked. */
function startedText(state, t) {
  const last = state.record.at(-1);
  const isBegun = !state.latest.correction && last?.entry === state.latest.version &&
    last.actions.at(-1)?.do === "start";
  return isBegun && enteredIn(state) !== "points" && `${capitalised(countingText(t, countingNow(state)))}.`;
}

/** What happened; after a win without the winner and the skunk, which the line above names. */
function happenedNow(state, t, ui) {
  if (isCalledOff(state)) return [];
  const record = isWon(state) ? state.record.map((one) => ({ ...one, say: one.did ?? one.say })) : state.record;
  const news = newsShown({ ...state, record }, t, ui.age).map(({ text }) => text);
  return news.filter((text) => !isWon(state) || text !== skunkText(state));
}

/** The running count and its cards; a closed count is held for a moment. */
const pileView = ({ held, count, pile: laid }, t) => h("div.pile", { "data-key": "pile" },
  h("b", { role: "img", "aria-label": t("Count {count} of 31", { count }) },
    isMade({ held, count }) ? `${count}!` : count),
  laid.map(({ card }, at) => cardFace(card, t, { kind: "mini", latest: at === laid.length - 1 })),
);

/** The cards that OK will count: played, typed, and placeholders. Beside a *claim* it says whose they
 * are. */
function handView(state, t, claim) {
  const { counting, live } = state;
  const { kind, cards = [], wanted = 0 } = live.pending_entry ?? {};
  const isTyped = ["hand", "crib"].includes(kind) && wanted > 0;
  const known = counting?.known ?? [];
  if (!counting || !(known.length || isTyped)) return null;
  const typed = isTyped ? cards : [];
  return h("div.pile", { "data-key": "known" },
    claim && h("small", handName(state, t, counting.of)),
    minis([...byRank(known), ...typed], t),
    Array.from({ length: counting.missing - typed.length }, () => cardGap("mini")),
  );
}

/** The cards drawn for first deal, each with its player, until the cut. */
function drawnView(state, t) {
  const drawn = state.rules ? drawnCards(state) : null;
  return drawn?.some((cards) => cards.length) && h("div.pile", { "data-key": "drawn" },
    drawn.map((cards, seat) => cards.length > 0 &&
      h("span.up", h("small", unbroken(playerName(state, t, seat))), minis(cards, t))),
  );
}

const minis = (cards, t) => cards.map((card) => cardFace(card, t, { kind: "mini" }));

/** The claim shown: the one on which muggins is being typed, or the latest that keys can call. Not while a
 * hand is being typed. */
function claimShown(state) {
  const { kind, team } = state.live.pending_entry ?? {};
  const claims = openClaims(state);
  if (kind === "muggins") return claims.find((claim) => claim.team !== team);
  return (!kind || kind === "more") && state.asks !== "points" ? claims[0] : undefined;
}

/** The claim's cards with the starter, and how to call muggins by key. */
const claimView = ({ of, claim, cards, starter }, state, t, ui) => [
  ui.me.scorer && !ui.notice && !state.typed && h("p.claimed", { "data-key": "call" },
    unbroken(t("{hand}: {claim}. Muggins? Hold OK, then\u00a03.",
      { hand: capitalised(handName(state, t, of)), claim }))),
  h("div.pile", { "data-key": "claimed" },
    minis(byRank(cards), t),
    h("span.start", minis([starter], t)),
  ),
];

/** A counted hand: its worth and its cards with the starter, and if it *isOnly* each line as it is due. */
function countView(count, state, t, ui, isOnly) {
  const { of, seat, lines, cards = [], starter } = count;
  const { total, lookOf } = countSoFar(count, ui.age);
  const name = countName(state, t, of, seat);
  return h("div.counted-hand", { "data-key": `counted-${of}` },
    h("b", unbroken(t("{name}: {why}", { name, why: total }))),
    h("div.pile", minis(byRank(cards), t), starter && h("span.start", minis([starter], t))),
    isOnly && lines.length > 0 && scrollingLines(name, lines, t, lookOf),
  );
}

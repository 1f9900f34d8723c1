// The text above the keys: prompt, half-typed entry, and what happened.

import { h } from "../core/dom.js";
import { capitalised } from "../core/i18n.js";
import { cardFace } from "../game/cards.js";
import { countingNow, countingText, enteredIn } from "../game/entry_mode.js";
import { heldCount } from "../game/hold.js";
import { isCalledOff, verdict } from "../game/result.js";
import { handName, playerName, playersOf, unbroken } from "../game/teams.js";
import { followedState, runningReplay } from "../history/replay_state.js";
import {
  claimShown, claimView, countView, drawnView, handView, isTelling, pileView, shortName, worthTold,
} from "./keypad_cards.js";
import { actionSentences, countNotices, plainNotices, sentences, wrongClaim } from "./notices.js";
import { lettersNote } from "./phone_notes.js";
import { openClaims } from "./show/muggins.js";
import { resultText, skunkText } from "./show/win.js";

/** A key's printed label. */
export const keyName = (key, t) =>
  ({ GO: t("Go"), UNDO: t("Undo"), HELD: "OK" })[key] ?? t.rank(key);

/** Kinds of notice that reveal a hand's worth. */
const JUDGED = ["overcount", "undercount"];

/** Its space is fixed, so that no key moves under a thumb. */
export const messages = (state, t, ui, act) =>
  h("section.said", {
      "aria-label": t("What just happened"), tabindex: 0,
      class: countNotices(state.latest).some((count) => isTelling(count, ui)) ? "said telling" : "said",
    },
    runningReplay(state) && !state.typed ? replayed(state, t, ui) : atTable(state, t, ui, act));

/** The progress of the shared replay, and its current entry. */
function replayed(state, t, ui) {
  const [seen] = followedState(state, ui);
  return [
    h("p.prompt", { "data-key": "prompt" }, t("Replay: entry {at} of {of}", runningReplay(state))),
    seen !== state && h("p.now", { "data-key": "now" }, unbroken(sentences(seen).join(" "))),
  ];
}

function atTable(state, t, ui, act) {
  const held = heldCount(state, ui.elapsed);
  const claim = claimShown(state);
  const isPiled = held ?? (state.phase === "play" && state.asks === "cards");
  return [
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
    !ui.notice?.again && !state.typed && !isPast(state) &&
      countNotices(state.latest).map((one) => countView(one, state, t, ui)),
    ["idle", "draw", "cut"].includes(state.phase) && !state.typed &&
      !countNotices(state.latest).length && lettersNote(t, ui, act),
  ];
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
  const { notice, typedBefore } = ui;
  const isAsked = state.typed && !isAskedAbove(state, ui);
  const dropped = !state.typed && typedBefore?.version === state.version && typedBefore;
  const name = (key) => (key === "HELD" ? t("Hold OK") : keyName(key, t));
  if (notice?.again) {
    return h("p.now.unanswered", { "data-key": "unanswered" },
      t("No answer from the table. Waiting: {keys}", { keys: notice.waiting.map(name).join(", ") }),
      h("button.second", { onclick: notice.again },
        notice.waiting.length > 1 ? t("Send all again") : t("Send again"),
      ),
      h("button.second", { onclick: notice.drop },
        notice.waiting.length > 1 ? t("Forget them") : t("Forget it"),
      ),
    );
  }
  const typed = isAsked && typedText(state, t);
  const why = notice?.text ?? ui.lockedWhy;
  if (why) {
    return [
      h("p", { class: notice?.isNews ? "now" : "now refused", "data-key": "why" },
        why,
        typed && [" ", h("b.half", unbroken(typed))],
      ),
      !state.typed && !isCallable(state) && countNotices(state.latest).length > 0 &&
        h("p.now", { "data-key": "now" }, happenedText(state, t, ui)),
    ];
  }
  if (typed) return h("p.now.half", { "data-key": "now" }, unbroken(typed));
  return h("p.now", { "data-key": "now" },
    dropped
      ? h("b", instead(dropped, t))
      : !isCallable(state) && [happenedText(state, t, ui), startedText(state, t)],
  );
}

/** True if the latest entry is the claim shown above. */
function isCallable(state) {
  const last = state.record.at(-1);
  const [open] = openClaims(state);
  return state.asks !== "points" && !state.latest.correction && open !== undefined &&
    last?.of === open.of && last.actions.at(-1).claim === open.claim;
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
const startedText = (state, t) => isBegun(state) && enteredIn(state) !== "points" &&
  ` ${capitalised(countingText(t, countingNow(state)))}.`;

const isBegun = ({ latest, record }) => !latest.correction &&
  record.at(-1)?.entry === latest.version && record.at(-1).actions.at(-1)?.do === "start";

/** What became of the half-typed entry *dropped*, which left no line in the journal. */
const instead = ({ kind }, t) =>
  (["more", "sure"].includes(kind) ? t("OK is no longer held.") : t("What was typed is cleared."));

/** The latest messages for display: totals of counts, for the lines shown so far. */
function happenedText(state, t, ui) {
  const counts = countNotices(state.latest);
  const isNews = (text) => !(isWon(state) && text === skunkText(state)) && !isCalledOff(state);
  if (!counts.length) return unbroken(sentences(withoutWin(state)).filter(isNews).join(" "));
  if (isPast(state)) return unbroken([...heels(state), pastClaims(counts, state, t)].filter(Boolean).join(" "));
  const judged = state.latest.notices
    .filter(({ what }) => [...JUDGED, "unclaimed"].includes(what)).map(({ say }) => say);
  const others = plainNotices(state, t, ui.age)
    .filter(({ text, kind }) => !judged.includes(text) && !kind?.startsWith("later") && isNews(text) &&
      !(kind === "claimed" && state.rules.muggins));
  if (counts.length === 1 && !isTelling(counts[0], ui)) {
    const tooHigh = tooHighText(counts[0], state);
    if (tooHigh) return h("b", unbroken(tooHigh));
  }
  const totals = counts.map((count) => {
    const { of } = count;
    const total = isTelling(count, ui) ? `${worthTold(count, ui)}\u00a0…` : count.total;
    const hand = counts.length > 1 ? shortName(state, t, of) : handName(state, t, of);
    return wrongClaim(count, state) && (state.rules.muggins || !isTelling(count, ui))
      ? claimedTotal({ ...count, total }, hand, state, t)
      : t("{name}: {why}", { name: hand, why: total });
  });
  return [h("b", unbroken(totals.join(" · "))), others.length > 0 && " – ", others.map(({ text }) => `${text} `)];
}

/** *state* without the winner in its latest entry, since the line above shows it. */
const withoutWin = (state) => ({
  ...state,
  record: state.record.map((one) => ({ ...one, say: one.did ?? one.say })),
});

/** True if the latest counts are of the previous deal: its claims could be called until this one. */
const isPast = ({ phase }) => phase === "play";

/** The wrong claims of the previous deal, whose cards are gone. */
function pastClaims(counts, state, t) {
  const wrong = counts.filter((count) => wrongClaim(count, state));
  const hands = wrong.map((count) => t("{hand} {total} ({claim} claimed)", {
    hand: count.of === "crib" ? t("crib") : shortName(state, t, count.of),
    total: count.total,
    claim: wrongClaim(count, state).claim,
  })).join(" · ");
  return hands && t("Last deal: {hands}", { hands });
}

/** The starter that closed the claims, if it scored. */
const heels = (state) => (state.latest.awards.length > 0 ? actionSentences(state) : []);

const claimedTotal = (count, hand, state, t) =>
  t("{hand}: {total} ({claim} claimed)", { hand, total: count.total, claim: wrongClaim(count, state).claim });

/** The verdict on a claim that was too high. */
const tooHighText = ({ of }, { latest }) =>
  latest.notices.find((one) => one.what === "overcount" && one.of === of)?.say;

/** The complete messages for speech, including the winner, which is displayed separately. */
export const spokenMessages = (state, t) =>
  [
    ...latestMessages(state, t).map(({ worth, text }) => (worth ? `${worth}. ${text}` : text)),
    ...(state.phase === "over" ? [state.prompt] : []),
  ].join(" ");

/** A count is announced once: the verdict on a wrong claim or else the total, then the tally. */
function latestMessages(state, t) {
  const counts = countNotices(state.latest);
  if (!counts.length) return sentences(state).map((text) => ({ text }));
  const judged = state.latest.notices.filter(({ what }) => JUDGED.includes(what));
  return [
    ...plainNotices(state, t, Number.POSITIVE_INFINITY),
    ...counts.map(({ of, total: why, tally: text }) => {
      const isJudged = judged.some((notice) => notice.of === of);
      const name = handName(state, t, of);
      return { worth: !isJudged && t("{name}: {why}", { name, why }), text };
    }),
  ];
}

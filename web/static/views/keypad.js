// The keypad page: sixteen keys below a summary of the table, and text and cards between them.

import { boardView } from "../board/board.js";
import { h } from "../core/dom.js";
import { capitalised } from "../core/i18n.js";
import { askAloudView } from "../device/ask_aloud.js";
import { GO_ABOVE, LIMIT, RANKS, cardFace, cardGap, pips } from "../game/cards.js";
import { countingNow, countingText, drawnCards, enteredIn, verdict } from "../game/match.js";
import { handName, playerName, playersOf, unbroken } from "../game/teams.js";
import { heldCount, isMade, isWon } from "../game/timeline.js";
import { followedState, runningReplay } from "../history/replay_state.js";
import { byRank, countName, countSoFar, scrollingLines } from "./count_lines.js";
import { languageKey, linkLine } from "./header.js";
import { countNotices, lettersNote, newsShown, sentences } from "./notices.js";
import { scores, seats } from "./scores.js";
import { openClaims } from "./show/muggins.js";
import { resultText, skunkText } from "./show/win.js";

export function keypadView(state, t, ui, act) {
  const [seen, seenUi] = followedState(state, ui);
  return h("div.app.keypad", { "data-version": state?.version },
    h("header",
      h("div.title", h("h1", t("Keypad")), seen?.rules && h("p", seen.rules.title)),
      linkLine(t, ui.notice?.again ? "reconnecting" : ui.link),
      languageKey(t, act.setLanguage),
    ),
    (seen?.rules || ui.hasLights) && standing(seen, t, seenUi, act),
    h("main",
      state ? messages(state, t, ui, act) : h("p.prompt", t("Looking for the table…")),
      state && (ui.me.scorer ? pad(state, t, ui) : h("p", t("You are watching"))),
    ),
    h("footer.pair",
      // OK held as a single tap, for accessibility.
      ui.me.scorer
        ? h("button.second", { "data-press": "HELD", "aria-keyshortcuts": "H" }, t("Hold OK"))
        : h("a.second", { href: "/join" }, t("Keep score")),
      h("a.second", { href: "/" }, t("Back to the table")),
    ),
    askAloudView(state, t, ui, act),
  );
}

/** Scores, in partners' play the cards left, and the lights if there are any, or the board. */
const standing = (state, t, ui, act) => h("section.stand", { "aria-label": t("Scores") },
  state?.rules && scores(state, t, { ...ui, me: { scorer: false } }, act),
  state?.phase === "play" && state.rules.teams.some((team) => team.length > 1) && state.asks === "cards" &&
    !state.typed && seats(state, t, { chosen: state.turn }),
  // If the game uses only half of the holes of the LED board, its own board is larger.
  ui.hasLights && !(state?.rules?.target <= 61) && lights(t, ui.ledBoard),
  state?.rules && boardView(state, t, ui),
);

function lights(t, ledBoard) {
  const isOneRow = ledBoard !== null && ledBoard.size[0] > 7 * ledBoard.size[1];
  return h("div.lit", {
    class: isOneRow ? "lit flat" : "lit", "data-own": true, "data-key": "lit",
    role: "img", "aria-label": t("The lights"),
  });
}

function pad(state, t, ui) {
  const { legends } = state.keypad;
  const { kind, rules } = state.live.pending_entry ?? {};
  const held = ["more", "sure", "game"].includes(kind);
  // Game titles may break at hyphens, names may not.
  const isOfGames = kind === "game" && !rules;
  return h("div.keys",
    { class: held ? "keys held" : "keys", role: "group", "aria-label": t("Keypad") },
    [...RANKS, "GO", "UNDO", "OK"].map((key) =>
      h("button.key", {
          class: [
            "key", { GO: "go", UNDO: "undo", OK: "ok" }[key], isOff(state, key, ui) && "off", ui.refused === key && "no",
            legends[key]?.length > 1 && "worded",
          ].filter(Boolean).join(" "),
          "data-key": `key-${key}`,
          "data-press": key,
        },
        h("b", keyName(key, t)),
        legends[key] && [" ", h("small", isOfGames ? legends[key] : unbroken(legends[key]))],
      ),
    ),
  );
}

/** Kinds of entry in which only keys with a word on them work. */
const ONLY_NAMED = ["more", "sure", "game", "dealer"];

/** Kinds typed in digits; A and 10 show the digits 1 and 0 below them. */
const IN_DIGITS = ["peg", "muggins"];

/** True if *key* certainly has no effect now. */
function isOff(state, key, ui) {
  const { phase, asks, count, keypad } = state;
  const ends = key === "UNDO" || key === "OK";
  if (ui.lockedWhy) return !(ends && state.typed);
  if (keypad.legends[key]) return false;
  if (ends) return key === "OK" || !(state.typed || state.undo);
  const { kind, asks: isQuestion } = state.live.pending_entry ?? {};
  if (ONLY_NAMED.includes(kind) || isQuestion || asks === "dealer") return true;
  if (asks === "points" || IN_DIGITS.includes(kind)) return !"23456789".includes(key);
  if (["idle", "over"].includes(phase) && !state.typed) return true;
  if (key === "GO") return !(phase === "play" && asks === "cards" && count > GO_ABOVE);
  // Once a hand is complete, keys are digits, and these have none.
  if (phase === "show" && keypad.legends.A && "JQK".includes(key)) return true;
  return phase === "play" && asks === "cards" && !state.typed && count + pips(key) > LIMIT;
}

export const keyName = (key, t) =>
  ({ GO: t("Go"), UNDO: t("Undo"), HELD: "OK" })[key] ?? t.rank(key);

/** Its space is fixed, so that no key moves; the lines of a count scroll in it, with the newest in sight. */
function messages(state, t, ui, act) {
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
  const drawn = state.rules && drawnCards(state);
  const piled = held ?? state;
  const { count, pile } = piled;
  const isPiled = held ?? (state.phase === "play" && state.asks === "cards");
  return box(
    isWon(state) && !state.typed ? winView(state, t, ui) : h("div.asked", { "data-key": "asked" },
      h("p.prompt", { "data-key": "prompt" }, unbroken(asked(state, t, ui))),
      ["play", "show"].includes(state.phase) && state.starter &&
        h("span.up", h("small", t("Starter")), cardFace(state.starter, t, { kind: "mini" })),
    ),
    state.phase === "over" && state.winner === null && !state.typed && onward(state, t, ui),
    isPiled && h("div.pile", { "data-key": "pile" },
      h("b", { role: "img", "aria-label": t("Count {count} of 31", { count }) }, isMade(piled) ? `${count}!` : count),
      pile.map(({ card }, at) => cardFace(card, t, { kind: "mini", latest: at === pile.length - 1 })),
    ),
    state.phase === "show" && !held && !(claim && state.typed) && handView(state, t, claim),
    drawn?.some((cards) => cards.length) && h("div.pile", { "data-key": "drawn" },
      drawn.map((cards, seat) => cards.length > 0 &&
        h("span.up", h("small", unbroken(playerName(state, t, seat))), minis(cards, t))),
    ),
    claim && claimView(claim, state, t, ui),
    currentMessage(state, t, ui),
    counts.map((one) => countView(one, state, t, ui, counts.length === 1)),
    ["idle", "draw", "cut"].includes(state.phase) && !state.typed && !counts.length &&
      lettersNote(t, ui, act),
  );
}

function winView(state, t, ui) {
  const { scores, winner } = state;
  const others = scores.filter((_, team) => team !== winner).sort((one, other) => other - one);
  return h("div.win-line", { class: `win-line team-${winner}`, "data-key": "win" },
    h("div",
      h("b", unbroken(verdict(t, playersOf(state, t, winner), state.decided))),
      h("b", [scores[winner], ...others].join("–")),
    ),
    h("p", unbroken([resultText(state, t), skunkText(state)].filter(Boolean).join(". "))),
    onward(state, t, ui),
  );
}

/** What holding OK does after a game when the match goes on: the key's label has no room for both. */
const onward = ({ decided }, t, ui) =>
  ui.me.scorer && !decided && h("p", t("Hold OK for a new match."));

/** The prompt; once all cards are typed, it says so. */
function asked(state, t, ui) {
  const { live, keypad, prompt } = state;
  const { kind, cards, wanted, asks } = live.pending_entry ?? {};
  const isWhole = ["hand", "crib"].includes(kind) && wanted > 0 && cards?.length === wanted && !asks;
  if (ui.me.scorer && keypad.prompt) return keypad.prompt;
  return isWhole ? t("All the cards are in: OK counts them.") : prompt;
}

/** One message: a refusal with any half-typed entry, else the half-typed entry, else what happened. */
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
  const typed = state.typed && typedText(state, t, ui);
  const why = notice?.text ?? ui.lockedWhy;
  if (why) return h("p.now.refused", { "data-key": "why" }, why, typed && [" ", h("b.half", unbroken(typed))]);
  if (typed) return h("p.now.half", { "data-key": "now" }, unbroken(typed));
  const happened = [...happenedNow(state, t, ui), startedText(state, t)].filter(Boolean).join(" ");
  return happened && h("p.now", { "data-key": "now" }, unbroken(happened));
}

/** The half-typed entry, with unbreakable points, as far as the prompt does not show it. */
function typedText(state, t, { me }) {
  const { kind, asks, rules, points, back } = state.live.pending_entry;
  if (["more", "sure"].includes(kind) || (kind === "game" && !rules)) return null;
  if (me.scorer && kind === "peg" && !points && !back) return null;
  return capitalised(asks
    ? handName(state, t, state.counting.of)
    : state.keypad.typed.replace(/([\d_]) (point)/, "$1\u00a0$2"));
}

/** Who counts in a match that has just begun: on the keypad that is not asked. */
function startedText(state, t) {
  const last = state.record.at(-1);
  const isBegun = !state.latest.correction && last?.entry === state.latest.version &&
    last.actions.at(-1)?.do === "start";
  return isBegun && enteredIn(state) !== "points" && `${capitalised(countingText(t, countingNow(state)))}.`;
}

/** What happened; after a win without the winner and the skunk, which the line above names. */
function happenedNow(state, t, ui) {
  const record = isWon(state) ? state.record.map((one) => ({ ...one, say: one.did ?? one.say })) : state.record;
  const news = newsShown({ ...state, record }, t, ui.age).map(({ text }) => text);
  return news.filter((text) => text !== state.prompt && !(isWon(state) && text === skunkText(state)));
}

/** The cards that OK will count: played, typed, and placeholders; beside a *claim* with their player. */
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

const minis = (cards, t) => cards.map((card) => cardFace(card, t, { kind: "mini" }));

const wholeHand = (cards, starter, t) =>
  [minis(byRank(cards), t), starter && h("span.start", minis([starter], t))];

/** The claim on which muggins is being typed, or the latest that keys can call, unless a hand is being typed. */
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
  h("div.pile", { "data-key": "claimed" }, wholeHand(cards, starter, t)),
];

/** A counted hand: its worth and its cards with the starter, and if it *isOnly* each line as it is due. */
function countView(count, state, t, ui, isOnly) {
  const { of, seat, lines, cards = [], starter } = count;
  const { totalText, lookOf } = countSoFar(count, ui.age);
  const name = countName(state, t, of, seat);
  return h("div.counted-hand", { "data-key": `counted-${of}` },
    h("b", unbroken(t("{name}: {why}", { name, why: totalText }))),
    h("div.pile", wholeHand(cards, starter, t)),
    isOnly && lines.length > 0 && scrollingLines(name, lines, t, lookOf),
  );
}

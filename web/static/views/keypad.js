// The keypad's page: sixteen keys, and above them what the table shows.

import { boardView } from "../board/board.js";
import { h } from "../core/dom.js";
import { capitalised } from "../core/i18n.js";
import { askAloudView } from "../device/ask_aloud.js";
import { GO_ABOVE, LIMIT, RANKS, cardFace, cardGap, pips } from "../game/cards.js";
import { verdict } from "../game/result.js";
import { handName, playerName, playersOf, unbroken } from "../game/teams.js";
import { runningReplay } from "../history/replay_state.js";
import { byRank, countLines, countName } from "./count_lines.js";
import { languageKey, linkLine } from "./header.js";
import { countNotices, plainNotices, sentences, wrongClaim } from "./notices.js";
import { drawnCards } from "./kiosk_hands.js";
import { lettersNote } from "./phone_notes.js";
import { scores } from "./scores.js";
import { openClaims } from "./show/calls.js";
import { resultText, skunkText } from "./show/result.js";

/** As they lie on the keypad, row by row. */
const SIXTEEN = [...RANKS, "GO", "UNDO", "OK"];

/** A key as it is printed. */
export const keyName = (key, t) =>
  ({ GO: t("Go"), UNDO: t("Undo"), HELD: "OK" })[key] ?? t.rank(key);

export const keypadView = (state, t, ui, act) =>
  h("div.app.keypad", { "data-version": state?.version },
    top(state, t, ui, act),
    (state?.rules || ui.leds.length > 0) && standing(state, t, ui, act),
    h("main",
      state ? messages(state, t, ui, act) : h("p.prompt", t("Looking for the table…")),
      state && (ui.me.scorer ? pad(state, t, ui) : h("p", t("You are watching"))),
    ),
    foot(t, ui),
    askAloudView(state, t, ui, act),
  );

const top = (state, t, ui, act) => h("header",
  h("div.title", h("h1", t("Keypad")), state?.rules && h("p", state.rules.title)),
  linkLine(t, ui.notice?.again ? "reconnecting" : ui.link),
  languageKey(t, act.setLanguage),
);

/** The scores and the board, of which a small screen shows the lights alone where there are any. */
const standing = (state, t, ui, act) => h("section.stand", { "aria-label": t("Scores") },
  state?.rules && scores(state, t, { ...ui, me: { scorer: false } }, act),
  ui.leds.length > 0 && !isHalfEmpty(state) && lights(t, ui.ledBoard),
  state?.rules && boardView(state, t, ui),
);

/** True if a game uses half of the holes with lights: its own board shows it larger. */
const isHalfEmpty = (state) => state?.rules && state.rules.target <= HALF;
const HALF = 61;

/** True if the lights lie in one long row, which is too small to be read in the width of a phone:
 * where there is room for one of both, the style takes the board. */
const isFlat = (ledBoard) => ledBoard !== null && ledBoard.size[0] > FLAT * ledBoard.size[1];
const FLAT = 7;

const lights = (t, ledBoard) => h("div.lit", {
  class: isFlat(ledBoard) ? "lit flat" : "lit", "data-own": true, "data-key": "lit", role: "img", "aria-label": t("The lights"),
});

/** Letters of a legend that go into two lines of a small key. */
const LONG = 17;

function pad(state, t, ui) {
  const { legends } = state.keypad;
  const held = ["more", "sure", "game"].includes(state.asides.typed?.what);
  return h("div.keys",
    { class: held ? "keys held" : "keys", role: "group", "aria-label": t("Keypad") },
    SIXTEEN.map((key) =>
      h("button.key", {
          class: [
            "key", KINDS[key], isOff(state, key, ui) && "off", ui.refused === key && "no",
            legends[key]?.length > 1 && "worded", legends[key]?.length > LONG && "long",
          ].filter(Boolean).join(" "),
          "data-key": `key-${key}`,
          "data-press": key,
        },
        h("b", keyName(key, t)),
        legends[key] && [" ", h("small", legends[key])],
      ),
    ),
  );
}

/** What is typed and waits for OK, which nobody may yet know: a key that means nothing clears it. */
export const isArmed = ({ asides }) => ["more", "sure"].includes(asides.typed?.what);

/** What is typed in digits; A and 10, the digits 1 and 0, say so below them. */
const IN_DIGITS = ["peg", "muggins"];
const PRINTED_DIGITS = "23456789";

/** True if *key* would do nothing now, as far as the page can tell. */
function isOff(state, key, ui) {
  const { phase, asks, count, keypad } = state;
  const ends = key === "UNDO" || key === "OK";
  if (ui.isLocked) return !(ends && state.typed);
  if (keypad.legends[key] || ends) return false;
  const { what, asks: isQuestion } = state.asides.typed ?? {};
  if (isArmed(state) || isQuestion || what === "game") return true;
  if (asks === "points" || IN_DIGITS.includes(what)) return !PRINTED_DIGITS.includes(key);
  if (["idle", "over"].includes(phase) && !state.typed) return true;
  if (key === "GO") return !isGo(state);
  // Once a hand is whole, keys are digits, and these have none.
  if (phase === "show" && keypad.legends.A && "JQK".includes(key)) return true;
  return phase === "play" && asks === "cards" && !state.typed && count + pips(key) > LIMIT;
}

/** True if Go does anything now: a player may say it, or something else is printed on the key. */
const isGo = ({ phase, asks, count, keypad }) =>
  Boolean(keypad.legends.GO) || (phase === "play" && asks === "cards" && count > GO_ABOVE);

const KINDS = { GO: "go", UNDO: "undo", OK: "ok" };

/** OK held without holding anything, for those who cannot; those who watch may join. */
const foot = (t, ui) => h("footer.pair",
  ui.me.scorer
    ? h("button.second", { "data-press": "HELD", "aria-keyshortcuts": "H" }, t("Hold OK"))
    : h("a.second", { href: "/join" }, t("Keep score")),
  h("a.second", { href: "/" }, t("Back to the table")),
);

/** Notices that name what a hand is worth. */
const JUDGED = ["overcount", "undercount"];

/** It has a room of its own, whatever is said: no key moves under a thumb. */
const messages = (state, t, ui, act) =>
  h("section.said", { "aria-label": t("What just happened"), tabindex: 0 },
    isWon(state) && !state.typed && !runningReplay(state) ? winView(state, t) : h("div.asked", { "data-key": "asked" },
      h("p.prompt", { "data-key": "prompt" }, unbroken(asked(state, t, ui))),
      ["play", "show"].includes(state.phase) && state.starter &&
        h("span.up", h("small", t("Starter")), cardFace(state.starter, t, { kind: "mini" })),
    ),
    state.phase === "play" && state.asks === "cards" && pileView(state, t),
    state.phase === "show" && handView(state, t),
    drawnView(state, t),
    callView(state, t, ui),
    currentMessage(state, t, ui),
    !ui.notice && !state.typed && countNotices(state.latest).map((one) => countView(one, state, t, ui)),
    ["idle", "draw", "cut"].includes(state.phase) && !state.typed &&
      !countNotices(state.latest).length && lettersNote(t, ui, act),
  );

const isWon = ({ phase, winner }) => phase === "over" && winner !== null;

/** True if the prompt says all: that the game was called off. */
const isCalledOff = ({ phase, winner, latest, record }) => phase === "over" && winner === null &&
  !latest.righted && record.at(-1)?.actions.at(-1).do === "abandon";

/** Who has won, by how much, and the skunk, in the winner's colour. */
const winView = (state, t) => h("div.win-line", { class: `win-line team-${state.winner}`, "data-key": "win" },
  h("b", unbroken(verdict(t, playersOf(state, t, state.winner), state.decided))),
  h("p", [resultText(state, t), skunkText(state)].filter(Boolean).join(". ")),
);

/** What the keys are for now: nobody is asked for cards that are all typed, and for nothing at all
 * during a replay. */
function asked(state, t, ui) {
  const { asides, keypad, prompt } = state;
  const { what, cards, wanted, asks } = asides.typed ?? {};
  const replay = runningReplay(state);
  if (replay && !state.typed) return t("Replay: entry {at} of {of}", replay);
  const isWhole = ["hand", "crib"].includes(what) && wanted > 0 && cards?.length === wanted && !asks;
  if (ui.me.scorer && keypad.prompt) return keypad.prompt;
  return isWhole ? t("All the cards are in: OK counts them.") : prompt;
}

/** The cards that OK is about to count: those that were played, those typed, and empty places. */
function handView({ counting, asides }, t) {
  const { what, cards = [], wanted = 0 } = asides.typed ?? {};
  const isTyped = ["hand", "crib"].includes(what) && wanted > 0;
  const known = counting?.known ?? [];
  if (!counting || !(known.length || isTyped)) return null;
  const typed = isTyped ? cards : [];
  return h("div.pile", { "data-key": "known" },
    minis([...byRank(known), ...typed], t),
    Array.from({ length: counting.missing - typed.length }, () => cardGap("mini")),
  );
}

/** The cards drawn for the deal, each beside its name, until the cut. */
function drawnView(state, t) {
  const drawn = state.rules ? drawnCards(state) : null;
  return drawn?.some((cards) => cards.length) && h("div.pile", { "data-key": "drawn" },
    drawn.map((cards, seat) => cards.length > 0 &&
      h("span.up", h("small", unbroken(playerName(state, t, seat))), minis(cards, t))),
  );
}

const minis = (cards, t) => cards.map((card) => cardFace(card, t, { kind: "mini" }));

/** Whose claim keys could call muggins on: the latest one. */
function callView(state, t, ui) {
  const [open] = openClaims(state);
  if (!open || !ui.me.scorer || ui.notice || state.typed || state.asks === "points") return null;
  const hand = capitalised(handName(state, t, open.of));
  return h("p.claimed", { "data-key": "call" },
    unbroken(t("{hand}, {claim}: muggins? Hold OK, then 3.", { hand, claim: open.claim })));
}

/** What a counted hand came to: its cards with the starter, and each line in its time. */
function countView(count, state, t, ui) {
  const { of, seat, lines, cards = [], starter } = count;
  const isOnly = countNotices(state.latest).length === 1;
  const now = linesTold(count, ui).at(-1);
  const lookOf = (line) => (line.at_ms > ui.age ? "coming" : line === now && isTelling(count, ui) && "now");
  return h("div.counted-hand", { "data-key": `counted-${of}` },
    h("div.pile",
      !isOnly && h("small", countName(state, t, of, seat)),
      minis(byRank(cards), t),
      starter && h("span.start", minis([starter], t)),
    ),
    isOnly && lines.length > 0 &&
      h("div", { class: lines.length > FEW_LINES ? "many" : "few" }, countLines(lines, t, lookOf)),
  );
}

/** More lines than these stand side by side. */
const FEW_LINES = 2;

/** The lines of a count that have been told; those of an earlier one are told long ago. */
const linesTold = ({ lines }, { age }) => lines.filter(({ at_ms }) => !(at_ms > age));

const isTelling = (count, ui) => linesTold(count, ui).length < count.lines.length;

/** The points of a count as far as they have been told. */
const worthTold = (count, ui) => linesTold(count, ui).at(-1)?.total ?? 0;

/** The running count, and the cards of it. */
const pileView = ({ count, pile: laid }, t) => h("div.pile", { "data-key": "pile" },
  h("b", { role: "img", "aria-label": t("Count {count} of 31", { count }) }, count),
  laid.map(({ card }, at) => cardFace(card, t, { kind: "mini", latest: at === laid.length - 1 })),
);

/** One thing at a time: why a key was refused, and what is half typed, for OK still enters it; else
 * what just happened. */
function currentMessage(state, t, ui) {
  const { notice, typedBefore } = ui;
  const isAsked = state.typed && !isAskedAbove(state);
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
  const typed = isAsked && capitalised(state.keypad.typed);
  if (notice) {
    return h("p.now.refused", { "data-key": "now" },
      notice.text,
      typed && [" ", h("b.half", unbroken(typed))],
    );
  }
  if (typed) return h("p.now.half", { "data-key": "now" }, unbroken(typed));
  return h("p.now", { "data-key": "now" },
    dropped && [h("b", instead(dropped, state, t)), " "],
    // Undo took back what was typed, and not once more what it took back before.
    !(dropped && state.latest.righted) && !isCallable(state) && happenedText(state, t, ui),
  );
}

/** True if the latest entry is the claim that the line above names. */
function isCallable(state) {
  const last = state.record.at(-1);
  const [open] = openClaims(state);
  return state.asks !== "points" && !state.latest.righted && open !== undefined &&
    last?.of === open.of && last.actions.at(-1).claim === open.claim;
}

/** True if the prompt says already that a game is to be chosen. */
const isAskedAbove = ({ asides: { typed } }) => typed?.what === "game" && !typed.rules && !typed.deed;

/** The outcome of the half-typed entry *dropped*, which left no line in the journal. */
const instead = ({ enters }, { asides }, t) =>
  enters && enters === asides.habits?.enters
    ? t("From now on {entered}.", { entered: enteredName(t, enters) })
    : t("Cleared.");

const enteredName = (t, enters) =>
  ({ cards: t("every card"), hands: t("hands only"), points: t("points only") })[enters];

/** The latest messages, for the eyes: of counts the totals, as far as their lines have been told. */
function happenedText(state, t, ui) {
  const counts = countNotices(state.latest);
  const isNews = (text) => !(isWon(state) && text === skunkText(state)) && !isCalledOff(state);
  if (!counts.length) return unbroken(sentences(state).filter(isNews).join(" "));
  const judged = state.latest.notices
    .filter(({ what }) => [...JUDGED, "unclaimed"].includes(what)).map(({ say }) => say);
  const others = plainNotices(state, t, ui.age)
    .filter(({ text, kind }) => !judged.includes(text) && !kind?.startsWith("later") && isNews(text));
  if (counts.length === 1 && !isTelling(counts[0], ui)) {
    const fine = fineText(counts[0], state);
    if (fine) return h("b", unbroken(fine));
  }
  const shortName = (of) => (of === "crib" ? t("Crib") : playerName(state, t, of));
  const totals = counts.map((count) => {
    const { of } = count;
    const total = isTelling(count, ui) ? `${worthTold(count, ui)}\u00a0…` : count.total;
    const hand = counts.length > 1 ? shortName(of) : handName(state, t, of);
    const wrong = !isTelling(count, ui) && wrongClaim(count, state);
    return wrong
      ? t("{hand}: {total} ({claim} claimed)", { hand, total, claim: wrong.claim })
      : t("{name}: {why}", { name: hand, why: total });
  });
  return [h("b", unbroken(totals.join(" · "))), others.length > 0 && " – ", others.map(({ text }) => `${text} `)];
}

/** The verdict on a claim too high that cost something. */
const fineText = ({ of }, { rules, latest }) => rules.overcount !== "corrected" &&
  latest.notices.find((one) => one.what === "overcount" && one.of === of)?.say;

/** The same whole for ears, and who has won, which the eyes read above it. */
export const spokenMessages = (state, t) =>
  [
    ...latestMessages(state, t).map(({ worth, text }) => (worth ? `${worth}. ${text}` : text)),
    ...(state.phase === "over" ? [state.prompt] : []),
  ].join(" ");

/** A count is said once: what was wrong with the claim, or else what it came to, and then how. */
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

// The view of a wall or table display, readable from three metres; it needs no interaction.

import { boardView } from "../board/board.js";
import { h } from "../core/dom.js";
import { capitalised } from "../core/i18n.js";
import { LIMIT, cardFace, cardGap } from "../game/cards.js";
import { drawnCards, enteredIn, matchScore, matchText, verdict } from "../game/match.js";
import { keypadCards, lessonLine, sharedCount } from "../game/show.js";
import {
  gainMark, handName, isAsked, pegMark, plainAddress, playerName, playersOf, recipientName, teamName, teamOf,
  unbroken, whoDeals,
} from "../game/teams.js";
import {
  gainShown, heldCount, isMade, isTelling, isWinHeld, isWinNew, isWinToCome, isWon, lessonNow, nextLineIn,
  pointsShown,
} from "../game/timeline.js";
import { chart, scoresByDeal } from "../history/charts.js";
import { byRank, countLines, countName, countSoFar, sortedFaces } from "./count_lines.js";
import { dealLine, icon, inviteKey, linkLine, typedOnKeypad } from "./header.js";
import { asOfCount, countNotices, latestCount, newsShown, withoutDealer } from "./notices.js";
import { pointsTags } from "./play/play.js";
import { askedToCount, notQuite } from "./show/claim.js";
import { callsOn, openClaims } from "./show/muggins.js";
import { bestHands, confetti, resultText, skunkText, starWithPeg } from "./show/win.js";

export function kioskView(latest, t, ui, act) {
  const state = latest && isWinToCome(latest, ui.elapsed) ? beforeWin(latest) : latest;
  const shown = asOfCount(state, (now) => isUntold(now, ui));
  return h("main.app.kiosk", {
      "data-version": state?.version,
      class: ["app kiosk", ui.link, !state?.rules && "empty", ui.turned && "replayed"].filter(Boolean).join(" "),
    },
    top(shown, t, ui, act),
    state?.rules && [
      h("section.sides", { "aria-label": t("Scores"), class: `sides of-${state.pegs.length}` },
        state.pegs.map((_, team) => side(shown, t, ui, team))),
      boardView(state, t, ui),
    ],
    state && now(state, t, ui),
    (ui.inviting || (state && !state.rules)) && invitation(state, t, ui),
    state && isWinHeld(state, ui.elapsed) && win(state, t, ui),
  );
}

const beforeWin = ({ winner, wins, ...state }) =>
  ({ ...state, winner: null, games: [], wins: wins.map((n, team) => n - (team === winner)) });

/** For five seconds the win fills the wall; after undo and redo without animation, with who did it. */
const win = (state, t, ui) => h("section.win", {
    class: `win team-${state.winner}${isWinNew(state, ui.elapsed) ? " new" : ""}`, "data-key": "win",
  },
  starWithPeg(state.winner),
  isWinNew(state, ui.elapsed) && confetti(),
  h("h2", unbroken(verdict(t, playersOf(state, t, state.winner), state.decided))),
  h("p.final", state.scores.map((points, team) =>
    h("span",
      playersOf(state, t, team).map((name) => h("small", unbroken(name))), h("output", points)))),
  [resultText(state, t), skunkText(state)].map((text) => text && h("p", unbroken(text))),
  (state.game > 1 || state.rules.best_of > 1) && h("p", unbroken(matchText(state, t))),
  state.latest.correction && h("p.righted-by", unbroken(state.latest.correction)),
);

const top = (state, t, ui, act) => h("header",
  h("div.what",
    h("h1", state?.rules?.title ?? "Cribble"),
    state?.rules && h("p", unbroken([
      state.rules.target_by_team.length === 0 && capitalised(t("to {n}", { n: state.rules.target })),
      state.deal && dealLine(state, t),
    ].filter(Boolean).join(" · "))),
  ),
  ui.turned && ui.link === "live"
    ? h("p.link.live.again", { role: "status" }, t("Replay: entry {at} of {of}", ui.turned))
    : linkLine(t, ui.link),
  h("button.plain.sound", { "aria-pressed": Boolean(ui.hasSound), onclick: act.toggleSound },
    ui.hasSound ? t("Sound on") : t("Tap for sound")),
  inviteKey(t, ui, act.set),
  act.showFullScreen &&
    h("button.plain.quiet", { "aria-label": t("Full screen"), onclick: act.showFullScreen },
      icon("M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5"),
    ),
);

/** Names with more than twelve letters are smaller, in up to two lines. */
const name = (text) => h("b.name", { class: text.length > 12 ? "name long" : "name", title: text }, text);

/** Without entered cards, cards left and turn are unknown. */
const isTurnKnown = (state) => enteredIn(state) !== "points" && !isPeggedByHand(state);

function side(state, t, ui, team) {
  const seats = state.rules.teams[team];
  const { winner, rules: { target_by_team: targets } } = state;
  const isPair = seats.length > 1;
  const facts = [
    gainMark(gainShown(state, team, ui.age)),
    state.games.some((games) => games > 0) && h("small.tally", matchScore(state, t, team)),
    targets.length > 0 && h("small.tally", t("to {n}", { n: targets[team] })),
  ];
  const look = [
    "side", `team-${team}`, isPair && "paired",
    isTurnKnown(state) && isAsked(state, team) ? "asked" : winner === team && "wins",
  ].filter(Boolean).join(" ");
  return h("div", { class: look, "data-key": `side-${team}` },
    h("p.who", pegMark(team), name(teamName(state, t, team)), isPair && facts),
    h("div.players",
      seats.map((seat) => player(state, t, seat, isPair)),
      !isPair && facts,
    ),
    h("output", pointsShown(state, team, ui.age)),
  );
}

function player(state, t, seat, isNamed) {
  const cards = state.left?.[seat];
  return h("p", { class: isNamed && isTurnKnown(state) && seat === state.turn ? "turn" : null },
    isNamed && name(playerName(state, t, seat)),
    enteredIn(state) === "cards" && state.left && (state.gone.includes(seat)
      ? h("em.gone", capitalised(t("go")))
      : h("span.left", { role: "img", "aria-label": t("{n} card left|{n} cards left", { n: cards }) },
        Array.from({ length: cards }, () => h("i")))),
    state.winner === null && seat === state.dealer && h("em.crib-of", t("crib")),
  );
}

function now(state, t, ui) {
  if (isWon(state)) return ended(state, t, ui);
  const pile = heldCount(state, ui.elapsed) ?? (state.phase === "play" && state.asks !== "points" ? state : null);
  const { hands, aside } = pile ? {} : handsShown(state, t, ui);
  const text = messages(state, t, ui);
  return h("section.now", { class: enteredIn(state) === "points" ? "now brief" : "now" },
    pile ? laying(pile, t) : hands && h("div.stage.hands", hands, scoresSoFar(state, t, ui)),
    h("div.saying", { class: `saying ${lengthOf(text)}` }, text, aside),
  );
}

/** What a player makes in a deal of six-card cribbage for two: half of about sixteen as dealer and ten as not. */
const parOf = ({ rules }) => (rules.key === "six-card" && rules.wins !== "low" ? 13 : null);

/** The scores by deal, between deals and at the show, up to the hand and line being shown. Not beside a claim. */
function scoresSoFar(state, t, ui) {
  const { phase, deal, rules, players, scores_by_deal: begun, windows } = state;
  if (!["cut", "show"].includes(phase) || windows.length > 0) return null;
  const past = begun.slice(0, phase === "cut" ? deal - 1 : deal);
  if (!past.length) return null;
  const game = { players, teams: rules.teams, target: rules.target, skunk: null };
  return chart(game, [...past, rules.teams.map((_, team) => pointsShown(state, team, ui.age))], t, parOf(state));
}

const lengthOf = ({ textContent: { length } }) => (length > 130 ? "longer" : length > 65 ? "long" : "");

/** The winner in their colour; once loaded, the best hand and the chart, unless another game is replayed. */
function ended(state, t, ui) {
  const { finished } = ui.turned ? {} : ui;
  const text = messages(state, t, ui);
  return h("section.now.ended",
    h("div", { role: "heading", "aria-level": 2, class: `saying outcome team-${state.winner} ${lengthOf(text)}` }, text),
    finished && [h("div.best-hands", bestHands(finished, t)), chart(finished.game, scoresByDeal(finished), t, parOf(state))],
  );
}

const laying = (state, t, tags = pointsTags(state, t)) => h("div.stage.laying", { "data-key": "laying" },
  h("p.running", {
      class: state.held ? "running held" : "running",
      role: "img", "aria-label": t("Count {count} of 31", { count: state.count }),
    },
    h("b", isMade(state) ? t("{count}!", { count: LIMIT }) : state.count),
    !isMade(state) && h("small", t("of 31")),
  ),
  h("div.cards",
    state.pile.map(({ card }, at) => h("span.laid",
      cardFace(card, t, { latest: at === state.pile.length - 1 }), tags[at])),
    state.starter && cardFace(state.starter, t, { label: t("Starter") }),
  ),
);

/** Screens of scorers show the join code, others the address for watching. */
function invitation(state, t, ui) {
  const ssid = state?.machine.wifi;
  const { scorer, sudo, code, url, local_url: local, wifi } = ui.me;
  if (!url) return h("aside.inviting", h("b", t("No network yet")));
  const page = h("div.way",
    h("img.qr", { src: scorer ? `/join.svg?${code}` : "/watch.svg", alt: t("QR code of the address") }),
    h("div",
      h("b", scorer ? t("Scan to keep score") : state?.rules ? t("Scan to watch")
        // Before the first entry no phone may have the code.
        : state?.version ? t("To keep score: the code is on a scorer’s phone.")
          : sudo ? t("For the code, type “{command}” on the machine that runs Cribble.",
            { command: "sudo\u00a0cribble\u00a0join" })
            : t("The code is in the terminal where Cribble was started.")),
      [url, local].filter(Boolean).map((address) => h("p", plainAddress(address))),
      code && h("p", t("Code"), " ", h("b.code", code)),
    ),
  );
  // If the table has its own Wi-Fi, phones join that first; only scorers get its password.
  return h("aside.inviting",
    ssid && h("div.way",
      h("img.qr", { src: "/wifi.svg", alt: t("QR code of the Wi-Fi") }),
      h("div", h("b", t("First, join the Wi-Fi")), h("p", ssid), wifi?.password && h("p", wifi.password)),
    ),
    page,
  );
}

const lastAction = ({ record }) => record.at(-1)?.actions.at(-1);

/** True until all lines of the latest count are shown. */
const isUntold = (state, ui) => isTelling(state, ui) || nextLineIn(state, ui.age) !== null;

/** The count being typed on a phone, or just taken back by an undo. */
const typedCount = (state, { entry, turned }) =>
  sharedCount(state) ?? (state.counting && !turned && entry.isBack && entry.cards.length > 0 ? entry : null);

/** The count begun at the next hand, once the previous one is told and no claim may be called any more. */
function begunCount(state, ui) {
  const count = typedCount(state, ui);
  const isBegun = count && (count.cards?.length > 0 || count.missed);
  return isBegun && !isTelling(state, ui) && openClaims(state).length === 0 ? count : null;
}

const isPeggedByHand = (state) =>
  state.phase === "play" && state.asks === "points" && enteredIn(state) === "hands";

/** The `hands` to show, and `aside` of the text: praise, the cards of the next hand, or calls on a claim. */
function handsShown(state, t, ui) {
  const drawn = drawnCards(state);
  if (drawn) {
    return { hands: drawn.map((cards, seat) => {
      const team = state.rules.teams_by === "draw" ? null : teamOf(state, seat);
      return h("section", { "data-key": `drawn-${seat}`, class: `wall-hand drawn team-${team}` },
        h("h2", h("span", unbroken(playerName(state, t, seat)))),
        h("div.cards", cards.map((card) => cardFace(card, t)), state.drawing?.includes(seat) && cardGap()),
      );
    }) };
  }
  if (isPeggedByHand(state)) {
    return { hands: state.starter && h("div.cards", cardFace(state.starter, t, { label: t("Starter") })) };
  }
  const isTyped = !isTelling(state, ui) &&
    (typedCount(state, ui)?.cards?.length > 0 || keypadCards(state).length > 0);
  const isGone = begunCount(state, ui) || isTyped;
  const counted = isGone ? null : countedHands(state, t, ui);
  const justCalled = state.windows.filter(({ of }) => of === state.record.at(-1)?.called);
  const [claim] = isGone ? openClaims(state) : [...openClaims(state), ...justCalled];
  const facts = claim && { hand: countName(state, t, claim.of, claim.seat), n: claim.claim };
  const claimed = claim && hand(t("{hand}: {n} point claimed|{hand}: {n} points claimed", facts),
    `claimed-${claim.of}`, claim.cards, claim.starter, t);
  const aside = mugginsOpen(state, t);
  const { right, given } = state.latest;
  const praise = right && h("p.praise", { "data-key": "praise" }, right, given && h("small", given));
  if (counted?.length)
    return { hands: [counted, claimed], aside: isUntold(state, ui) ? aside : [nextCards(state, t, ui), praise || aside] };
  if (claim) return { hands: [handWaiting(state, t, ui), claimed], aside };
  if (enteredIn(state) === "points") return {};
  const starterToCome = h("div.cards", { "data-key": "to-cut" },
    h("span.card.gap.labelled", { "aria-hidden": "true" }, h("em.under", t("Starter"))));
  return { hands: state.phase === "cut" ? starterToCome : handWaiting(state, t, ui, 0), aside };
}

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
  const { isUnfolding, totalText, lit, lookOf } = countSoFar(count, ui.age, lessonLine(state, ui, of));
  return hand(countName(state, t, of, seat), `counted-${of}`, cards, starter, t, {
    look: isUnfolding ? "explained unfolding" : "explained",
    total: totalText, lit, lines: countLines(lines, t, lookOf),
  });
}

const hand = (title, key, cards, starter, t, { look = "", total = null, lit = [], lines = null } = {}) =>
  h("section.wall-hand", { "data-key": key, class: `wall-hand ${look}` },
    h("h2", { class: title.length > 18 ? "long" : null },
      h("span", unbroken(title)), total !== null && h("output", { "aria-live": "off" }, total)),
    cards.length > 0 && h("div.cards", sortedFaces(cards, starter, t, lit)),
    lines,
  );

/** The cards of the hand to be counted, once *least* are known, with those being typed on a phone. */
function nextCards(state, t, ui, least = 1) {
  const { counting, phase, starter } = state;
  if (phase !== "show" || !counting) return null;
  const { again, cards: typed = keypadCards(state) } = typedCount(state, ui) ?? {};
  const known = again ? typed : [...byRank(counting.known), ...typed];
  if (known.length < least) return null;
  const gaps = Math.max(0, counting.size - known.length);
  return h("div.cards", { "data-key": "waiting-cards" },
    (gaps ? known : byRank(known)).map((card) => cardFace(card, t)),
    Array.from({ length: gaps }, () => cardGap()),
    cardFace(starter, t, { label: t("Starter") }),
  );
}

function handWaiting(state, t, ui, least) {
  const cards = nextCards(state, t, ui, least);
  return cards && h("section.wall-hand", { "data-key": "waiting" },
    h("h2", h("span", unbroken(handName(state, t, state.counting.of)))), cards);
}

/** A note that the newest claim may still be called, with earlier calls on it; null if none is open. */
function mugginsOpen(state, t) {
  const [window] = openClaims(state);
  if (!window) return null;
  const calls = callsOn(state, window).filter((entry) => entry !== state.record.at(-1));
  return h("p.muggins", { "data-key": "muggins" }, h("b", t("Muggins?")),
    calls.map(({ actions }) => actions.at(-1)).map(({ team, points }) =>
      h("span", { class: `called team-${team}` }, `${recipientName(state, t, team)} ${points}`)));
}

/** Verdict, prompt, and what happened. For a wrong first claim only what phones show; once the next hand
 * has been begun, of the previous one only a call or a correction. */
function messages(state, t, ui) {
  const begun = begunCount(state, ui);
  if (begun?.missed) return notQuite(state, t, begun.missed);
  // Cards are shown beside it.
  const typed = typedOnKeypad(state, t, state.keypad.typed);
  const isNews = state.latest.correction || lastAction(state)?.do === "muggins";
  const news = begun && !isNews ? {} : newsNow(state, t, ui);
  const { prompt, happened } = typed ? { prompt: typed, ...news } : largestFirst(state, t, ui, news);
  return h("div",
    news.verdict && h("p.counted-as", unbroken(news.verdict)),
    h("p.prompt", { class: state.winner === null ? "prompt" : "prompt winning" }, unbroken(prompt)),
    happened && h("p.happened", unbroken(happened)),
  );
}

/** If only points are entered, they come first, since the dealer is known; so does a call of muggins. */
function largestFirst(state, t, ui, { claimed, happened }) {
  const prompt = promptNow(state, t, ui, claimed);
  if (!happened) return { prompt };
  const news = withoutDealer(happened, prompt, state, t);
  const last = lastAction(state)?.do;
  const isNews = last === "muggins" || (enteredIn(state) === "points" && last === "peg");
  return isNews && state.winner === null ? { prompt: news, happened: prompt } : { prompt, happened: news };
}

/** The prompt; while a count is shown line by line, the claim or the hand's name instead. */
function promptNow(state, t, ui, claimed) {
  if (isUntold(state, ui)) {
    const { of } = lessonNow(state, ui) ?? latestCount(state);
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
  // Once a phone types cards: the number missing, then to count.
  const { cards = [], again } = typedCount(state, ui) ?? {};
  if (state.phase !== "show" || !cards.length) return state.prompt;
  const { of, seat, size, missing } = state.counting;
  const [n, player] = [(again ? size : missing) - cards.length, playerName(state, t, seat)];
  if (n <= 0) return askedToCount(state, t);
  return of === "crib" ? `${t("{n} card to enter|{n} cards to enter", { n })}.`
    : t("{player}, {n} card to enter.|{player}, {n} cards to enter.", { player, n });
}

/** What happened: for a win the margin; nothing that the prompt says.
 * Praise is shown with the hand, and the *verdict* on what was *claimed* after the lines. */
function newsNow(state, t, ui) {
  const { correction, notices, praise: praised } = state.latest;
  if (state.winner !== null && !correction) {
    const calls = lastAction(state)?.do === "muggins"
      ? notices.filter(({ what }) => what === "undercount").map(({ say }) => say) : [];
    return { happened: [...calls, resultText(state, t), skunkText(state)]
      .filter(Boolean).join(". ").replace(/\.\. /g, ". ") };
  }
  const news = newsShown(state, t, ui.age).filter(({ text }) => ![praised, state.prompt].includes(text));
  const [claimed, verdict, happened] = ["claimed", "lesson", null].map((one) =>
    news.filter(({ kind }) => kind === one).map(({ text }) => text).join(" "));
  // Several counts have no single verdict.
  return verdict && happened
    ? { happened: news.map(({ text }) => text).join(" ") }
    : { claimed, verdict, happened };
}

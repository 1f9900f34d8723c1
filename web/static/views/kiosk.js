// The board on a wall or lying on the table: read from three metres, and nothing to be done.

import { boardView } from "../board/board.js";
import { h } from "../core/dom.js";
import { cardFace } from "../game/cards.js";
import { heldCount, isWinHeld } from "../game/hold.js";
import { plainAddress } from "../game/labels.js";
import { matchScore, matchText, verdict } from "../game/result.js";
import {
  backPeg, displayName, gainMark, handName, isAsked, pegMark, playersOf, teamName, teamOf, unbroken,
  whoDeals,
} from "../game/teams.js";
import { gainShown, pointsShown } from "../game/timeline.js";
import { byRank } from "./count_lines.js";
import { icon, linkLine, typedOnKeypad } from "./header.js";
import { plainNotices, withoutOpenClaim } from "./notices.js";
import { countedHands, isTelling, stillDealt } from "./show/counted_hands.js";
import { confetti, starWithPeg } from "./show/win.js";

export const kioskView = (state, t, ui, act) => h("main.app.kiosk",
  { "data-version": state?.version, class: `app kiosk ${ui.link} ${state?.rules ? "" : "empty"}` },
  top(stillDealt(state, ui, isTelling), t, ui, act),
  state?.rules && [sides(stillDealt(state, ui, isTelling), t, ui), boardView(state, t, ui)],
  state && now(state, t, ui),
  (ui.inviting || (state && !state.rules)) && invitation(state, t, ui),
  state && isWinHeld(state, ui.elapsed) && win(state, t),
);

/** For five seconds there is nothing else on the wall. */
const win = (state, t) => h("section.win", { class: `win team-${state.winner}`, "data-key": "win" },
  starWithPeg(state.winner),
  confetti(),
  h("h2", verdict(t, playersOf(state, state.winner), state.decided)),
  h("p.final", state.scores.map((points, team) =>
    h("span", h("small", playersOf(state, team).map((name) => displayName(t, name)).join(" · ")), points))),
  skunkOf(state) && h("p", skunkOf(state).say),
  state.game > 1 && h("p", unbroken(matchText(state, t))),
);

const skunkOf = ({ record }) =>
  record.flatMap(({ notices }) => notices).find(({ what }) => what === "skunk");

const top = (state, t, ui, act) => h("header",
  h("div.what",
    h("h1", state?.rules?.title ?? t("Cribbage")),
    state?.deal && h("p", dealLine(state, t)),
    ui.turned && h("p.again", t("Replay: entry {at} of {of}", ui.turned)),
  ),
  linkLine(t, ui.link),
  h("button.plain.quiet",
    { "aria-label": t("How to join"), "aria-pressed": ui.inviting, onclick: act.toggleInvitation },
    icon("M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2M20 14v2M14 20h2M20 20v0"),
  ),
  act.showFullScreen &&
    h("button.plain.quiet", { "aria-label": t("Full screen"), onclick: act.showFullScreen },
      icon("M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5"),
    ),
);

const dealLine = (state, t) => [
  state.game > 1 && t("Game {n}", { n: state.game }),
  t("Deal {n}", { n: state.deal }),
  whoDeals(state, t),
].filter(Boolean).join(" · ");

const sides = (state, t, ui) =>
  h("section.sides", { "aria-label": t("Scores"), class: `sides of-${state.pegs.length}` },
    state.pegs.map((_, team) => side(state, t, ui, team)),
  );

function side(state, t, ui, team) {
  const names = playersOf(state, team);
  const asked = isAsked(state, team) ? " asked" : state.winner === team ? " wins" : "";
  const deals = state.dealer !== null && teamOf(state, state.dealer) === team;
  return h("div", { class: `side team-${team}${asked}`, "data-key": `side-${team}` },
    h("p.who", pegMark(team), h("b", teamName(state, t, team))),
    names.length > 1 && h("p.names", names.join(" · ")),
    h("output", pointsShown(state, team, ui.age)),
    h("p.notes",
      deals && h("em.crib-of", t("crib")),
      backPeg(state, t, team),
      gainMark(gainShown(state, team, ui.age)),
      state.games.some((games) => games > 0) &&
        h("small", matchScore(state, t, team)),
    ),
  );
}

/** The state of the deal: the count and its cards, the hand being counted, claims, and the prompt. */
function now(state, t, ui) {
  const others = withoutOpenClaim(state, plainNotices(state, t, ui.age))
    .filter(({ kind }) => kind !== "later");
  // Where no card is entered, none is asked for.
  const asked = state.asks === "points" ? whoDeals(state, t) : state.prompt;
  const isPlay = isPlayed(state, ui);
  const counted = isPlay ? [] : [countedHands(state, t, ui, {}), ...claims(state, t)].filter(Boolean);
  return h("section.now", { class: ui.enters === "points" ? "now brief" : "now" },
    isPlay
      ? pile(heldCount(state, ui.elapsed) ?? state, t)
      : h("div.hands", counted.length > 0 ? counted : waitingHand(state, t)),
    h("div.saying",
      h("p.prompt", { class: state.winner === null ? "prompt" : "prompt winning" }, unbroken(typedOnKeypad(state, t) ?? asked)),
      others.length > 0 && h("p.happened", unbroken(others.map(({ text }) => text).join(" "))),
      counted.length > 0 && waitingCards(state, t),
    ),
  );
}

const isPlayed = (state, ui) =>
  (state.phase === "play" && state.asks !== "points") || heldCount(state, ui.elapsed) !== null;

const pile = (state, t) => h("div.laying", { "data-key": "laying" },
  h("p.running", {
      class: state.held ? "running held" : "running",
      role: "img", "aria-label": t("Count {count} of 31", { count: state.count }),
    },
    h("b", state.held && state.count === 31 ? t("{count}!", { count: 31 }) : state.count),
    h("small", t("of 31")),
  ),
  h("div.cards",
    state.pile.map(({ card }, at) => cardFace(card, t, { latest: at === state.pile.length - 1 })),
    state.starter && cardFace(state.starter, t, { label: t("Starter") }),
  ),
);

/** The hand to be counted, once all of its cards are known: everybody may count it from afar. */
const waitingHand = (state, t) => {
  const cards = waitingCards(state, t);
  return cards && h("section.callout.claimed-hand", { "data-key": "waiting" },
    h("h2", handName(state, t, state.counting.of)), cards);
};

const waitingCards = ({ phase, counting, starter }, t) =>
  phase === "show" && counting && counting.missing === 0 && h("div.cards", { "data-key": "waiting-cards" },
    byRank(counting.known).map((card) => cardFace(card, t)),
    cardFace(starter, t, { label: t("Starter") }),
  );

/** The newest hand that may be called, which everybody looks at; nobody knows what it is worth. The
 * hand that is counted has the room, where there is one. */
function claims(state, t) {
  const open = state.windows.filter(({ open_to }) => open_to.length > 0);
  return open.slice(-1).map(({ of, claim, cards, starter }) =>
    h("section.callout.claimed-hand", { "data-key": `claimed-${of}` },
      h("h2", t("{hand}: {n} point claimed|{hand}: {n} points claimed",
        { hand: handName(state, t, of), n: claim })),
      h("div.cards",
        byRank(cards).map((card) => cardFace(card, t)),
        cardFace(starter, t, { label: t("Starter") }),
      ),
    ));
}

/** Scorers' screens hand the right to keep score on; others show where to watch. */
function invitation(state, t, ui) {
  const wifi = state?.asides.wifi;
  const { scorer, code, url, local_url: local } = ui.me;
  const picture = scorer ? `/join.svg?${code}` : "/watch.svg";
  if (!url) return h("aside.inviting", h("b", t("No network yet")));
  const page = [
    h("img.qr", { src: picture, alt: t("QR code of the address") }),
    h("div",
      h("b", scorer ? t("Scan to keep score") : t("Scan to watch")),
      [url, local].filter(Boolean).map((address) => h("p", plainAddress(address))),
      !scorer && !state?.rules && h("p", t("To keep score: the code is on a scorer’s phone.")),
      code && h("p", t("Code"), " ", h("b.code", code)),
    ),
  ];
  return wifi
    ? h("aside.inviting.by-wifi", wifiWay(t, wifi), h("div.way", page))
    : h("aside.inviting", page);
}

/** Where the table has a Wi-Fi of its own, phones join that first. */
const wifiWay = (t, { ssid, password }) => h("div.way",
  h("img.qr", { src: "/wifi.svg", alt: t("QR code of the Wi-Fi") }),
  h("div", h("b", t("First, join the Wi-Fi")), h("p", ssid), h("p", password)),
);

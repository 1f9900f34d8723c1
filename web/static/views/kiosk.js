// The view of a wall or table display, readable from three metres; it needs no interaction.

import { boardView } from "../board/board.js";
import { h } from "../core/dom.js";
import { capitalised } from "../core/i18n.js";
import { LIMIT, cardFace } from "../game/cards.js";
import { enteredIn, matchScore, matchText, verdict } from "../game/match.js";
import {
  gainMark, isAsked, pegMark, plainAddress, playerName, playersOf, teamName, unbroken,
} from "../game/teams.js";
import { gainShown, heldCount, isMade, isWinHeld, isWinNew, pointsShown } from "../game/timeline.js";
import { chart, scoresByDeal } from "../history/charts.js";
import { dealLine, icon, linkLine } from "./header.js";
import { asOfCount, handsShown, isPeggedByHand, messages } from "./kiosk_hands.js";
import { pointsTags } from "./play/play.js";
import { bestHands, confetti, skunkText, starWithPeg } from "./show/win.js";

export function kioskView(state, t, ui, act) {
  const shown = asOfCount(state, ui);
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

/** For five seconds the win fills the wall; after undo and redo it appears without animation, with who did
 * it. */
const win = (state, t, ui) => h("section.win", {
    class: `win team-${state.winner}${isWinNew(state, ui.elapsed) ? " new" : ""}`, "data-key": "win",
  },
  starWithPeg(state.winner),
  isWinNew(state, ui.elapsed) && confetti(),
  h("h2", unbroken(verdict(t, playersOf(state, t, state.winner), state.decided))),
  h("p.final", state.scores.map((points, team) =>
    h("span",
      playersOf(state, t, team).map((name) => h("small", unbroken(name))), h("output", points)))),
  skunkText(state) && h("p.skunked", unbroken(skunkText(state))),
  (state.game > 1 || state.rules.best_of > 1) && h("p", unbroken(matchText(state, t))),
  state.latest.correction && h("p.righted-by", unbroken(state.latest.correction)),
);

const top = (state, t, ui, act) => h("header",
  h("div.what",
    h("h1", state?.rules?.title ?? "Cribble"),
    state?.rules && h("p", unbroken(goalAndDeal(state, t))),
  ),
  ui.turned && ui.link === "live"
    ? h("p.link.live.again", { role: "status" }, t("Replay: entry {at} of {of}", ui.turned))
    : linkLine(t, ui.link),
  h("button.plain.sound", { "aria-pressed": Boolean(ui.hasSound), onclick: act.toggleSound },
    ui.hasSound ? t("Sound on") : t("Tap for sound")),
  h("button.plain.quiet",
    { "aria-label": t("How to join"), "aria-pressed": ui.inviting, onclick: act.toggleInvitation },
    icon("M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2M20 14v2M14 20h2M20 20v0"),
  ),
  act.showFullScreen &&
    h("button.plain.quiet", { "aria-label": t("Full screen"), onclick: act.showFullScreen },
      icon("M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5"),
    ),
);

/** "To 121 · Deal 3"; goals that differ by team are shown with the scores. */
const goalAndDeal = (state, t) => [
  state.rules.target_by_team.length === 0 && capitalised(t("to {n}", { n: state.rules.target })),
  state.deal && dealLine(state, t),
].filter(Boolean).join(" · ");

/** Names with more letters are smaller, in up to two lines. */
const LONG_NAME = 12;
const name = (text) =>
  h("b.name", { class: text.length > LONG_NAME ? "name long" : "name", title: text }, text);

/** Without entered cards, cards left and turn are unknown. */
const isTurnKnown = (state) => enteredIn(state) !== "points" && !isPeggedByHand(state);

/** A team's score; in the play also cards left, go, and turn. */
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

/** A player's cards left and the crib; partners with their names. */
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

/** The current state of the deal: count and cards, the counted hand, claims, and the prompt. */
function now(state, t, ui) {
  if (state.phase === "over" && state.winner !== null) return ended(state, t, ui);
  const pile = heldCount(state, ui.elapsed) ?? (state.phase === "play" && state.asks !== "points" ? state : null);
  const { hands, aside } = pile ? {} : handsShown(state, t, ui);
  const graph = !pile && hands && scoresSoFar(state, t, ui);
  return h("section.now", { class: enteredIn(state) === "points" ? "now brief" : "now" },
    pile ? laying(pile, t) : hands && h("div.stage.hands", hands, graph),
    h("div.saying", { class: `saying ${lengthOf(messages(state, t, ui))}` }, messages(state, t, ui), aside),
  );
}

/** What a player makes in a deal of six-card cribbage for two: half of about sixteen as dealer and ten as not. */
const PAR = 13;

const parOf = ({ rules }) => (rules.key === "six-card" && rules.wins !== "low" ? PAR : null);

/** The scores by deal, between deals and at the show, up to the hand and line being shown. Not beside a claim. */
function scoresSoFar(state, t, ui) {
  const { phase, deal, rules, players, scores_by_deal: begun, windows } = state;
  if (!["cut", "show"].includes(phase) || windows.length > 0) return null;
  const past = begun.slice(0, phase === "cut" ? deal - 1 : deal);
  if (!past.length) return null;
  const game = { players, teams: rules.teams, target: rules.target, skunk: null };
  return chart(game, [...past, rules.teams.map((_, team) => pointsShown(state, team, ui.age))], t, parOf(state));
}

/** Longer texts are smaller. */
const lengthOf = ({ textContent: { length } }) => (length > 130 ? "longer" : length > 65 ? "long" : "");

/** The winner in their colour; once loaded, the best hand and the chart, unless another game is replayed. */
function ended(state, t, ui) {
  const { finished } = ui.turned ? {} : ui;
  const text = messages(state, t, ui);
  return h("section.now.ended",
    h("div", { class: `saying outcome team-${state.winner} ${lengthOf(text)}` }, text),
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
  const { scorer, code, url, local_url: local, wifi } = ui.me;
  if (!url) return h("aside.inviting", h("b", t("No network yet")));
  const page = h("div.way",
    h("img.qr", { src: scorer ? `/join.svg?${code}` : "/watch.svg", alt: t("QR code of the address") }),
    h("div",
      h("b", scorer ? t("Scan to keep score") : state?.rules ? t("Scan to watch") : whereCodeIs(state, t, ui)),
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

/** Before the first entry no phone may have the code; a machine that starts by itself has no terminal
 * yet. */
function whereCodeIs(state, t, { me }) {
  if (state?.version) return t("To keep score: the code is on a scorer’s phone.");
  return me.sudo
    ? t("For the code, type “{command}” on the machine that runs Cribble.",
      { command: "sudo\u00a0cribble\u00a0join" })
    : t("The code is in the terminal where Cribble was started.");
}

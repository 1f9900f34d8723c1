// The board on a wall or lying on the table: read from three metres, and nothing to be done.

import { cardFace } from "../game/cards.js";
import { isByHand } from "../game/entry_mode.js";
import { h } from "../core/dom.js";
import { linkName } from "./linkname.js";
import { called, pegMark, playersOf, teamName, teamOf } from "../game/teams.js";
import { gainTold, pointsTold } from "../game/walk.js";
import { board } from "../board/view_board.js";
import { beside, explained } from "./notices.js";
import { typedNow } from "./typed.js";

export function kioskView(state, words, ui) {
  return h(
    "main.app.kiosk",
    { "data-version": state?.version, class: `app kiosk ${ui.link} ${state?.rules ? "" : "empty"}` },
    top(state, words, ui),
    state?.rules && [sides(state, words, ui), board(state, words, ui)],
    state && now(state, words, ui),
    (ui.inviting || (state && !state.rules)) && inviting(words, ui),
  );
}

function top(state, words, ui) {
  return h(
    "header",
    null,
    h(
      "div.what",
      null,
      h("h1", null, state?.rules ? state.rules.title : words("Cribbage")),
      state?.deal && h("p", null, where(state, words)),
      ui.turned && h("p.again", null, words("A replay is on: entry {at} of {of}", ui.turned)),
    ),
    h("p.link", { class: `link ${ui.link}`, role: "status" }, linkName(words, ui.link)),
    h(
      "button.plain.quiet",
      { "aria-label": words("How to join"), "aria-pressed": ui.inviting, onclick: ui.invite },
      h(
        "svg.icon",
        { viewBox: "0 0 24 24", "aria-hidden": "true" },
        h("path", { d: "M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2M20 14v2M14 20h2M20 20v0" }),
      ),
    ),
    ui.fill &&
      h(
        "button.plain.quiet",
        { "aria-label": words("Full screen"), onclick: ui.fill },
        h(
          "svg.icon",
          { viewBox: "0 0 24 24", "aria-hidden": "true" },
          h("path", { d: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5" }),
        ),
      ),
  );
}

const where = ({ deal, dealer, players }, words) =>
  [words("Deal {n}", { n: deal }), words("{name} deals", { name: called(words, players[dealer]) })].join(" · ");

const sides = (state, words, ui) =>
  h(
    "section.sides",
    { "aria-label": words("Scores"), class: `sides of-${state.pegs.length}` },
    state.pegs.map((_, team) => side(state, words, ui, team)),
  );

function side(state, words, ui, team) {
  const back = state.pegs[team][1];
  const front = pointsTold(state, team, ui.age);
  const names = playersOf(state, team);
  const asked = state.turn !== null && teamOf(state, state.turn) === team;
  const points = gainTold(state, team, ui.age);
  return h(
    "div",
    { class: `side team-${team}${asked ? " asked" : ""}`, "data-key": `side-${team}` },
    h("p.who", null, pegMark(team), h("b", null, teamName(state, words, team))),
    names.length > 1 && h("p.names", null, names.join(" · ")),
    h("output", null, front),
    h(
      "p.notes",
      null,
      h("small", { title: words("back peg {hole}", { hole: back }) }, `◂ ${back}`),
      points !== 0 && h("em.gain", null, points > 0 ? `+${points}` : `−${-points}`),
      state.games.some((games) => games > 0) &&
        h("small", null, words("games {n}", { n: state.games[team] })),
    ),
  );
}

/** What is going on: the count and its cards, the hand that is told, who is asked for what. */
function now(state, words, ui) {
  const others = beside(state, words, ui.age).filter(({ kind }) => kind !== "later");
  return h(
    "section.now",
    null,
    state.phase === "play" && !isByHand(state, ui)
      ? pile(state, words)
      : explained(state, words, ui),
    h(
      "div.saying",
      null,
      h("p.prompt", null, typedNow(state, words) ?? asked(state, words, ui)),
      others.length > 0 && h("p.happened", null, others.map(({ text }) => text).join(" ")),
    ),
  );
}

/** Where no card is entered, none is asked for. */
const asked = (state, words, ui) =>
  isByHand(state, ui) ? words("{name} deals", { name: called(words, state.players[state.dealer]) }) : state.prompt;

const pile = (state, words) =>
  h(
    "div.laying",
    { "data-key": "laying" },
    h(
      "p.running",
      { role: "img", "aria-label": words("Count {count} of 31", { count: state.count }) },
      h("b", null, state.count),
      h("small", null, words("of 31")),
    ),
    h(
      "div.cards",
      null,
      state.pile.map(({ card }, at) =>
        cardFace(card, words, { latest: at === state.pile.length - 1 }),
      ),
      state.starter && cardFace(state.starter, words, { label: words("Starter") }),
    ),
  );

/** Scorers' screens hand the right to keep score on; others show where to watch. */
function inviting(words, ui) {
  const { scorer, code, url, local_url: local } = ui.me;
  const picture = scorer ? `/join.svg?${ui.rights}` : "/watch.svg";
  return h(
    "aside.inviting",
    null,
    h("img.qr", { src: picture, alt: words("QR code of the address") }),
    h(
      "div",
      null,
      h("b", null, scorer ? words("Scan to keep score") : words("Scan to watch")),
      [url, local]
        .filter(Boolean)
        .map((address) => h("p", null, plain(address))),
      code && h("p", null, words("Code"), " ", h("b.code", null, code)),
    ),
  );
}

const plain = (url) => url.replace(/^https?:\/\//, "").replace(/\/$/, "");

// The whole page: the line on top, the scores, and the view of the phase or the sheet that is open.

import { fewWords } from "../game/labels.js";
import { isByHand } from "../game/entry_mode.js";
import { h } from "../core/dom.js";
import { WHOLE, lookingAt, replayNote } from "../core/lazy.js";
import { board } from "../board/view_board.js";
import { byHandView } from "./play/byhand.js";
import { cutView } from "./play/cut.js";
import { drawView } from "./play/draw.js";
import { header } from "./header.js";
import { historyView } from "./menu/history.js";
import { darkNote, stateView } from "./status.js";
import { invitedView, joinView } from "./menu/join.js";
import { lightsNote } from "./lights.js";
import { menuView } from "./menu/menu.js";
import { namesView } from "./menu/names.js";
import { overView } from "./show/over.js";
import { playView } from "./play/play.js";
import { pointsView } from "./play/points.js";
import { scores } from "./scores.js";
import { settingsView } from "./menu/settings.js";
import { setupView } from "./setup/setup.js";
import { showView } from "./show/show.js";
import { takingBack } from "./play/undo.js";

const PHASES = {
  idle: setupView,
  draw: drawView,
  cut: cutView,
  play: playView,
  show: showView,
  over: overView,
};

const SHEETS = {
  menu: menuView,
  points: pointsView,
  history: historyView,
  names: namesView,
  join: joinView,
  setup: setupView,
  settings: settingsView,
  state: stateView,
};

export function page(state, words, ui) {
  return h(
    "div.app",
    { "data-version": state?.version, "data-view": ui.sheet ?? nameOf(state, ui), "aria-busy": ui.busy },
    header(state && lookingAt(state, ui)[0], words, ui),
    state?.rules && ![...WHOLE, "setup"].includes(ui.sheet) && standing(...lookingAt(state, ui), words),
    state && !ui.sheet && !ui.invitation && lightsNote(state, words),
    state && !ui.invitation && replayNote(state, words, ui),
    h(
      "div.middle",
      { "data-key": ui.sheet ?? state?.phase, tabindex: -1 },
      middle(state, words, ui),
    ),
    state?.phase === "over" && !ui.sheet && darkNote(words, ui),
    state && foot(state, words, ui),
    ui.told && notice(state, words, ui),
  );
}

/** Sheets that change the game, without a pad: what can be taken back stands below them. */
const IN_WORDS = ["history", "names", "setup"];

const standing = (state, ui, words) =>
  h(
    "section.stand",
    { "aria-label": words("Scores") },
    scores(state, words, ui),
    board(state, words, ui),
  );

function middle(state, words, ui) {
  if (ui.invitation) return invitedView(ui.invitation, words, ui);
  if (!state) return h("main", null, h("p.prompt", null, words("Looking for the table…")));
  const sheet = SHEETS[ui.sheet] ?? ui.past?.views[ui.sheet] ?? ui.mending?.views[ui.sheet];
  return (sheet ?? viewOf(state, ui))(state, words, ui, PHASES);
}

const viewOf = (state, ui) => (isByHand(state, ui) ? byHandView : PHASES[state.phase]);
const nameOf = (state, ui) => state && (isByHand(state, ui) ? "byhand" : state.phase);

/** The way back from a sheet; for those who only watch, the way to keep score. */
function foot(state, words, ui) {
  if (ui.invitation || ui.sheet === "correct") return null;
  if (ui.sheet) {
    return h(
      "footer",
      null,
      IN_WORDS.includes(ui.sheet) && takingBack(state, words, ui),
      h("button.second.wide", { onclick: () => ui.open(null) }, words("Back to the table")),
    );
  }
  if (ui.me.scorer) return state.phase === "idle" ? takingBack(state, words, ui) : null;
  return h(
    "footer",
    null,
    h("p", null, words("You are watching")),
    h("button.second", { onclick: () => ui.open("join") }, words("Keep score")),
  );
}

/** Why something was not done, and what can be done about it. */
function notice(state, words, ui) {
  const { text, again, missed = [] } = ui.told;
  const mine = missed.map((action) => fewWords(action, state, words)).filter(Boolean).join(", ");
  return h(
    "section.notice",
    { role: "alert" },
    h("p", null, text ?? unanswered(words, again)),
    mine && h("p.about", null, words("Not added: {what}", { what: mine })),
    again && h("button.second", { onclick: again }, words("Send it again")),
    h("button.plain", { "aria-label": words("Close"), onclick: () => ui.hush() }, "×"),
  );
}

const unanswered = (words, again) =>
  again
    ? words(
        "The table did not answer. Perhaps it has this entry, perhaps not: sending it again is safe.",
      )
    : words("The table did not answer.");

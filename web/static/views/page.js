// The whole page: the line on top, the scores, and the view of the phase or the sheet that is open.

import { boardView } from "../board/board.js";
import { h } from "../core/dom.js";
import { FULL_SCREEN, replayNote, shownState } from "../core/lazy.js";
import { isPeggedByHand } from "../game/entry_mode.js";
import { actionLabel } from "../game/labels.js";
import { header } from "./header.js";
import { historyView } from "./menu/history.js";
import { invitedView, joinView } from "./menu/join.js";
import { menuView, namesView } from "./menu/menu.js";
import { settingsView } from "./menu/settings.js";
import { byHandView, pointsView } from "./play/byhand.js";
import { cutView, drawView } from "./play/draw.js";
import { playView } from "./play/play.js";
import { undoButtons } from "./play/undo.js";
import { scores } from "./scores.js";
import { setupView } from "./setup/setup.js";
import { overView } from "./show/over.js";
import { showView } from "./show/show.js";
import { lightsNote, screenNote, statusChip, statusView } from "./status.js";

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
  state: statusView,
};

export function pageView(state, t, ui) {
  const shown = state && shownState(state, ui)[0];
  return h(
    "div.app",
    { "data-version": state?.version, "data-view": ui.sheet ?? viewName(state, ui), "aria-busy": ui.busy },
    header(shown, t, ui, statusChip(shown, t, ui)),
    state?.rules && ![...FULL_SCREEN, "setup"].includes(ui.sheet) && standing(...shownState(state, ui), t),
    state && !ui.sheet && !ui.invitation && lightsNote(state, t),
    state && !ui.invitation && replayNote(state, t, ui),
    h(
      "div.middle",
      { "data-key": ui.sheet ?? state?.phase, tabindex: -1 },
      middle(state, t, ui),
    ),
    state?.phase === "over" && !ui.sheet && screenNote(t, ui),
    state && foot(state, t, ui),
    ui.told && notice(state, t, ui),
  );
}

/** Sheets that change the game, without a pad: what can be taken back stands below them. */
const IN_WORDS = ["history", "names", "setup"];

const standing = (state, ui, t) =>
  h(
    "section.stand",
    { "aria-label": t("Scores") },
    scores(state, t, ui),
    boardView(state, t, ui),
  );

function middle(state, t, ui) {
  if (ui.invitation) return invitedView(ui.invitation, t, ui);
  if (!state) return h("main", null, h("p.prompt", null, t("Looking for the table…")));
  const sheet = SHEETS[ui.sheet] ?? ui.past?.views[ui.sheet] ?? ui.mending?.views[ui.sheet];
  return (sheet ?? phaseView(state, ui))(state, t, ui, PHASES);
}

const phaseView = (state, ui) => (isPeggedByHand(state, ui) ? byHandView : PHASES[state.phase]);
const viewName = (state, ui) => state && (isPeggedByHand(state, ui) ? "byhand" : state.phase);

/** The way back from a sheet; for those who only watch, the way to keep score. */
function foot(state, t, ui) {
  if (ui.invitation || ui.sheet === "correct") return null;
  if (ui.sheet) {
    return h(
      "footer",
      null,
      IN_WORDS.includes(ui.sheet) && undoButtons(state, t, ui),
      h("button.second.wide", { onclick: () => ui.open(null) }, t("Back to the table")),
    );
  }
  if (ui.me.scorer) return state.phase === "idle" ? undoButtons(state, t, ui) : null;
  return h(
    "footer",
    null,
    h("p", null, t("You are watching")),
    h("button.second", { onclick: () => ui.open("join") }, t("Keep score")),
  );
}

/** Why something was not done, and what can be done about it. */
function notice(state, t, ui) {
  const { text, again, missed = [] } = ui.told;
  const mine = missed.map((action) => actionLabel(action, state, t)).filter(Boolean).join(", ");
  return h(
    "section.notice",
    { role: "alert" },
    h("p", null, text ?? unanswered(t, again)),
    mine && h("p.about", null, t("Not added: {what}", { what: mine })),
    again && h("button.second", { onclick: again }, t("Send it again")),
    h("button.plain", { "aria-label": t("Close"), onclick: () => ui.hush() }, "×"),
  );
}

const unanswered = (t, again) =>
  again
    ? t(
        "The table did not answer. Perhaps it has this entry, perhaps not: sending it again is safe.",
      )
    : t("The table did not answer.");

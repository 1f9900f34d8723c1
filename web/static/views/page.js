// The whole page: the line on top, the scores, and the view of the phase or the sheet that is open.

import { boardView } from "../board/board.js";
import { h } from "../core/dom.js";
import { actionLabel } from "../game/labels.js";
import { replayNote, shownState } from "../history/replay_state.js";
import { header } from "./header.js";
import { historyView } from "./menu/history.js";
import { invitedView, joinView } from "./menu/join.js";
import { whoView } from "./menu/who.js";
import { concedeView, menuView, namesView } from "./menu/menu.js";
import { settingsView } from "./menu/settings.js";
import { byHandView, pointsView } from "./play/points_pad.js";
import { cutView, drawView } from "./play/draw.js";
import { playView } from "./play/play.js";
import { undoButtons } from "./play/undo.js";
import { scores } from "./scores.js";
import { setupView } from "./setup/setup.js";
import { loading } from "./controls.js";
import { lightsNote, screenNote, statusChip, statusView } from "./status.js";

const coming = (_, t) => loading(t);

/** The show and the end come late: nobody needs them to lay the first card. */
const PHASES = {
  idle: setupView, draw: drawView, cut: cutView, play: playView, show: coming, over: coming,
};

const SHEETS = {
  menu: menuView, points: pointsView, history: historyView, names: namesView, join: joinView,
  setup: setupView, settings: settingsView, state: statusView, who: whoView, concede: concedeView,
};

/** Sheets that need the whole screen: the table's scores and board are no part of them. */
const FULL_SCREEN = ["games", "game", "players", "quiz", "rules", "correct", "join"];

/** *lazyViews* are those of the modules that were loaded meanwhile, by sheet. */
export function pageView(state, t, ui, act, lazyViews) {
  const shown = state && shownState(state, ui)[0];
  const view = ui.sheet ?? viewName(state, ui);
  return h("div.app", {
      class: view === "over" && state.winner !== null ? `app won team-${state.winner}` : "app",
      "data-version": state?.version, "data-view": view, "aria-busy": ui.busy,
    },
    header(shown, t, ui, act, statusChip(shown, t, ui, act)),
    state?.rules && ![...FULL_SCREEN, "setup"].includes(ui.sheet) && standing(state, t, ui, act),
    state && !ui.sheet && !ui.invitation && lightsNote(state, t),
    state && !ui.invitation && replayNote(state, t, ui, act),
    h("div.middle", { "data-key": ui.sheet ?? state?.phase, tabindex: -1 },
      middle(state, t, ui, act, lazyViews),
    ),
    state?.phase === "over" && !ui.sheet && screenNote(t, ui, act),
    state && foot(state, t, ui, act),
    ui.notice && notice(state, t, ui, act),
    lazyViews.asking?.(state, t, ui, act),
  );
}

/** Sheets that change the game, without a pad: what can be taken back stands below them. */
const IN_WORDS = ["history", "names", "setup"];

function standing(state, t, ui, act) {
  const [shown, shownUi] = shownState(state, ui);
  return h("section.stand", { "aria-label": t("Scores") },
    scores(shown, t, shownUi, act),
    boardView(shown, t, shownUi),
  );
}

function middle(state, t, ui, act, lazyViews) {
  if (ui.invitation) return invitedView(ui.invitation, t, act);
  if (!state) return h("main", h("p.prompt", t("Looking for the table…")));
  const phases = { ...PHASES, ...lazyViews };
  const view = SHEETS[ui.sheet] ?? lazyViews[ui.sheet] ?? phaseView(state, phases);
  return view(state, t, ui, act, phases);
}

const phaseView = (state, phases) => (state.asks === "points" ? byHandView : phases[state.phase]);
const viewName = (state, ui) => state && (state.asks === "points" ? "byhand" : state.phase);

/** The way back from a sheet; for those who only watch, the way to keep score. */
function foot(state, t, ui, act) {
  if (ui.invitation || ["correct", "who"].includes(ui.sheet)) return null;
  if (ui.sheet) {
    return h("footer",
      IN_WORDS.includes(ui.sheet) && undoButtons(state, t, ui, act),
      h("button.second.wide", { onclick: () => act.open(null) }, t("Back to the table")),
    );
  }
  if (ui.me.scorer) return state.phase === "idle" ? undoButtons(state, t, ui, act) : null;
  return h("footer",
    h("p", t("You are watching")),
    h("button.second", { onclick: () => act.open("join") }, t("Keep score")),
  );
}

/** Why something was not done, and what can be done about it. */
function notice(state, t, ui, act) {
  const { text, again, missed = [] } = ui.notice;
  const mine = missed.map((action) => actionLabel(action, state, t)).filter(Boolean).join(", ");
  return h("section.notice", { role: "alert" },
    h("p", text ?? unanswered(t, again)),
    mine && h("p.about", t("Not added: {what}", { what: mine })),
    again && h("button.second", { onclick: again }, t("Send again")),
    h("button.plain", { "aria-label": t("Close"), onclick: () => act.dismiss() }, "×"),
  );
}

const unanswered = (t, again) => again
  ? t("That may not have gone through. Send again? It can’t count twice.")
  : t("No answer from the table.");

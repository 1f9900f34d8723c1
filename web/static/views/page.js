// The whole page: the line on top, the scores, and the view of the phase or the sheet that is open.

import { boardView } from "../board/board.js";
import { h } from "../core/dom.js";
import { replayNote, shownState } from "../history/replay_state.js";
import { alertView } from "./alert.js";
import { loading } from "./controls.js";
import { header } from "./header.js";
import { invitedView, joinView } from "./menu/join.js";
import { concedeView, menuView, namesView } from "./menu/menu.js";
import { byHandView, pointsView } from "./play/points_pad.js";
import { cutView, drawView } from "./play/draw.js";
import { playView } from "./play/play.js";
import { redoButton, undoKey } from "./play/undo.js";
import { scores } from "./scores.js";
import { overView } from "./show/over.js";
import { showView } from "./show/show.js";
import { lightsNote, screenNote, statusChip, statusView } from "./status.js";

const PHASES = {
  draw: drawView, cut: cutView, play: playView, show: showView, over: overView,
};

const SHEETS = {
  menu: menuView, points: pointsView, names: namesView, join: joinView,
  state: statusView, concede: concedeView,
};

/** Sheets that need the whole screen: the table's scores and board are no part of them. */
const FULL_SCREEN = ["games", "game", "players", "quiz", "rules", "correct", "join"];

/** *lazyViews* are those of the modules that were loaded meanwhile, by sheet. */
export function pageView(state, t, ui, act, lazyViews) {
  const shown = state && shownState(state, ui)[0];
  const view = ui.sheet ?? viewName(state, ui);
  return h("div.app", { "data-version": state?.version, "data-view": view, "data-link": ui.link, "aria-busy": ui.busy },
    header(shown, t, ui, act, {
      chip: statusChip(shown, t, ui, act),
      redo: shown === state && redoButton(state, t, ui, act),
    }),
    state?.rules && ![...FULL_SCREEN, "setup"].includes(ui.sheet) && standing(state, t, ui, act),
    state && !ui.sheet && !ui.invitation && lightsNote(state, t),
    state && !ui.invitation && replayNote(state, t, ui, act),
    h("div.middle", { "data-key": ui.sheet ?? state?.phase, tabindex: -1 },
      middle(state, t, ui, act, lazyViews),
    ),
    state?.phase === "over" && !ui.sheet && screenNote(t, ui, act),
    state && foot(state, t, ui, act),
    alertView(state, t, ui, act),
  );
}

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
  const { [ui.sheet]: view = phaseView(state, ui, lazyViews) } = { ...SHEETS, ...lazyViews };
  return view ? view(state, t, ui, act, PHASES) : loading(t);
}

/** Nobody plays: a match is set up. */
function phaseView(state, { sheet }, { setup }) {
  if (sheet || state.phase === "idle") return setup;
  return state.asks === "points" ? byHandView : PHASES[state.phase];
}

const viewName = (state, ui) => state && (state.asks === "points" ? "byhand" : state.phase);

/** The way back from a sheet; for those who only watch, the way to keep score. */
function foot(state, t, ui, act) {
  if (ui.invitation || ["correct", "points"].includes(ui.sheet)) return null;
  if (ui.sheet) {
    return h("footer",
      ui.trail.length > 1 &&
        h("button.second", { "data-key": "back", onclick: () => act.back() }, t("‹ Back")),
      h("button.second.wide", { onclick: () => act.open(null) }, t("Back to the table")),
      ui.sheet === "history" && ui.me.scorer && undoKey(state, t, act),
    );
  }
  if (ui.me.scorer) return null;
  return h("footer",
    h("p", t("You are watching")),
    h("button.second", { onclick: () => act.open("join") }, t("Keep score")),
  );
}

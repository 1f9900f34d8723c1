// The whole page: header, scores, and the view of the phase or of the open sheet.

import { boardView } from "../board/board.js";
import { h } from "../core/dom.js";
import { isLongOver } from "../game/match.js";
import { isWinNew } from "../game/timeline.js";
import { replayNote, shownState } from "../history/replay_state.js";
import { loading } from "./controls.js";
import { faultNote, header, linkStatus, seatNote } from "./header.js";
import { invitedView } from "./invitation.js";
import { alertView } from "./notices.js";
import { redoButton, undoKey } from "./play/pad.js";
import { cutView, playView } from "./play/play.js";
import { byHandView, pointsView } from "./play/points_pad.js";
import { scores } from "./scores.js";

const coming = (_, t) => loading(t);

/** The draw, the show and the end are loaded later: the first card does not need them. */
const PHASES = {
  draw: coming, cut: cutView, play: playView, byhand: byHandView, show: coming, over: coming,
};

/** Full-screen sheets, without the table's scores and board. */
const WITHOUT_SCORES = ["games", "game", "figures", "quiz", "rules", "correct", "join", "setup", "entries",
  "mode", "deal", "leave", "who", "picture"];

/** *lazyViews* are the views of loaded modules, by sheet. */
export function pageView(state, t, ui, act, lazyViews) {
  const shown = state && shownState(state, ui)[0];
  // As of the hand that is being stepped through: marks of the next hand wait.
  const seen = state && (lazyViews.stillCounted?.(state, ui) ?? state);
  // The page of a scanned code ignores the table, so that nothing on it moves.
  const view = ui.invitation ? "join" : ui.sheet ?? viewName(state, ui);
  const stand = state?.rules && !["idle", ...WITHOUT_SCORES].includes(view) && standing(seen, t, ui, act);
  const won = view === "over" && state.winner !== null && `won team-${state.winner}`;
  const notes = state && !ui.invitation && [
    !ui.sheet && faultNote(state, t, ui, act), !ui.sheet && seatNote(state, t), replayNote(state, t, ui, act),
  ].filter(Boolean);
  return h("div.app", {
      class: ["app phone", stand && "standing", won].filter(Boolean).join(" "),
      "data-version": state?.version, "data-view": view, "data-link": ui.link, "aria-busy": ui.busy,
    },
    header(shown === state ? seen : shown, t, ui, act, {
      view,
      status: linkStatus(t, ui, act),
      redo: shown === state && redoButton(state, t, ui, act),
    }),
    notes?.length > 0 && h("div.notes", notes),
    stand,
    // Behind the main part, so that its text stays readable.
    won && isWinNew(state, ui.elapsed) && lazyViews.confetti?.(),
    h("div.middle", { "data-key": ui.sheet ?? state?.phase, tabindex: -1 },
      middle(state, t, ui, act, lazyViews),
    ),
    state && foot(state, t, ui, act),
    alertView(state, t, ui, act),
    lazyViews.askAloud?.(state, t, ui, act),
  );
}

function standing(seen, t, ui, act) {
  const [shown, shownUi] = shownState(seen, ui);
  return h("section.stand", { "aria-label": t("Scores") },
    scores(shown, t, shownUi, act),
    ui.sheet !== "board" &&
      boardView(shown, t, shownUi, ui.sheet === "replay" ? null : () => act.open("board")),
  );
}

function middle(state, t, ui, act, lazyViews) {
  if (ui.invitation) return invitedView(ui.invitation, state, t, ui, act);
  if (!state) return h("main", h("p.prompt", t("Looking for the table…")));
  const phases = { ...PHASES, ...lazyViews };
  const name = viewName(state, ui);
  if (ui.sheet === "board") return h("main.large", boardView(state, t, ui, () => act.open(null)));
  const view = (ui.sheet === "points" && pointsView) || lazyViews[ui.sheet] ||
    // No match is on: set one up.
    (ui.sheet || name === "idle" ? phases.setup : phases[name]);
  return view ? view(state, t, ui, act, phases) : loading(t);
}

function viewName(state, ui) {
  if (state && ui.me.scorer && !state.live.assignment && isLongOver(state)) return "idle";
  return state && (state.asks === "points" ? "byhand" : state.phase);
}

/** Undo beside the entries; for watchers, the way to keep score. */
function foot(state, t, ui, act) {
  // Beside the entries of a past game, Undo takes back a correction, but no entry of the game on the table.
  const undoes = ui.sheet === "history" || (ui.sheet === "entries" && state.undo?.amends);
  if (undoes && ui.me.scorer) return h("footer", undoKey(state, t, act));
  if (ui.invitation || ui.sheet || ui.me.scorer) return null;
  return h("footer",
    h("p", t("You are watching")),
    h("button.second", { onclick: () => act.open("join") }, t("Keep score")),
  );
}

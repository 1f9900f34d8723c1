// Past games and corrections: few open them, so they are fetched when somebody does.

import { runningReplay } from "../history/shown.js";
import { h } from "./dom.js";

/** Sheets that need the whole screen: the table's scores and board are no part of them. */
export const FULL_SCREEN = ["games", "game", "players", "quiz", "rules", "correct", "join"];

/** Returns look(sheet, ...asked), which opens one of these sheets. */
export const historyLoader =
  (store) =>
  async (sheet, ...asked) => {
    store.set({ told: null });
    try {
      const { makeHistory } = await import("../history/history.js");
      store.ui.past ??= makeHistory(store);
    } catch {
      return store.ui.tell(store.t("The table did not answer."));
    }
    return store.ui.past.open(sheet, ...asked);
  };

/** What the scores and the board show: the table, or an entry of the game that is seen again. */
export function shownState(state, ui) {
  const then = ui.sheet === "replay" && ui.past?.replay?.state;
  if (!then) return [state, ui];
  const { board, age } = ui.past.replay;
  // What this table enters now is nothing to the game that was played then.
  return [then, { ...ui, board, age, enters: "cards", me: { ...ui.me, scorer: false } }];
}

/** That one is running, and how far it is; tapped, this phone follows it. */
export function replayNote(state, t, ui) {
  const now = runningReplay(state);
  if (!now || ui.sheet === "replay") return null;
  return h(
    "button.second.replaying",
    { "data-key": "replaying", onclick: () => ui.look("replay", now.game, { shared: true }) },
    t("A replay is on: entry {at} of {of}", now),
  );
}

/** Returns mend(how, ...asked), which does something of `mend/verbs.js`; act(action) asks the table. */
export const correctionLoader =
  (store, act) =>
  async (how, ...asked) => {
    try {
      const { makeCorrection } = await import("../correction/correction.js");
      store.ui.mending ??= makeCorrection(store, act);
    } catch {
      return store.ui.tell(store.t("The table did not answer."));
    }
    return store.ui.mending[how](...asked);
  };

/** Whether an entry can be put right: something stands there, at a table that plays. */
export const isCorrectable = (state, ui) => ui.me.scorer && state.phase !== "idle";

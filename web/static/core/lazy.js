// Games of the past, their replay, the quiz, and what one looks up: few open them, so they are fetched
// when somebody does.

import { h } from "./dom.js";
import { running } from "../history/running.js";

/** Sheets that need the whole screen: the table's scores and board are no part of them. */
export const WHOLE = ["games", "game", "players", "quiz", "rules", "correct", "join"];

/** Returns look(sheet, ...asked), which opens one of these sheets. */
export const looker =
  (store) =>
  async (sheet, ...asked) => {
    store.set({ told: null });
    try {
      const { makePast } = await import("../history/history.js");
      store.ui.past ??= makePast(store);
    } catch {
      return store.ui.tell(store.words("The table did not answer."));
    }
    return store.ui.past.open(sheet, ...asked);
  };

/** What the scores and the board show: the table, or an entry of the game that is seen again. */
export function lookingAt(state, ui) {
  const then = ui.sheet === "replay" && ui.past?.replay?.state;
  if (!then) return [state, ui];
  const { board, age } = ui.past.replay;
  // What this table enters now is nothing to the game that was played then.
  return [then, { ...ui, board, age, enters: "cards", me: { ...ui.me, scorer: false } }];
}

/** That one is running, and how far it is; tapped, this phone follows it. */
export function replayNote(state, words, ui) {
  const now = running(state);
  if (!now || ui.sheet === "replay") return null;
  return h(
    "button.second.replaying",
    { "data-key": "replaying", onclick: () => ui.look("replay", now.game, { shared: true }) },
    words("A replay is on: entry {at} of {of}", now),
  );
}

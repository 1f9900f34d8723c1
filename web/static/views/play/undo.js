// Undo and redo: what they would do is always said.

import { h } from "../../core/dom.js";
import { icon } from "../header.js";
import { key } from "./pad.js";

export const undoKey = (state, t, act) => key(t("Undo"), {
  name: state.undo ? t("Undo: {what}", { what: state.undo.say }) : null,
  reason: state.undo ? null : t("Nothing to undo"),
  kind: "undo", shortcut: "U",
  icon: icon("M9 6 5 10l4 4M5 10h9a5 5 0 0 1 0 10h-3"),
  act,
  onPress: () => act.submit({ do: "undo" }),
});

/** A button that does again what was taken back, while there is something. */
export const redoButton = (state, t, ui, act) => ui.me.scorer && state.redo && h("button.text", {
  "data-key": "redo",
  "aria-label": t("Redo: {what}", { what: state.redo.say }),
  "aria-keyshortcuts": "Shift+U",
  onclick: () => act.submit({ do: "redo" }),
}, t("Redo"));

/** Both on a line, in words, where no pad has a key for it. */
export function undoButtons(state, t, ui, act) {
  if (!ui.me.scorer || !(state.undo || state.redo)) return null;
  return h("div.taking",
    state.undo && inWords("undo", t("Undo: {what}", { what: state.undo.say }), act),
    state.redo && inWords("redo", t("Redo: {what}", { what: state.redo.say }), act),
  );
}

const inWords = (name, text, act) => h("button.second",
  { "data-key": name, title: text, onclick: () => act.submit({ do: name }) },
  h("span", text),
);

/** The bar at the bottom of every view but the play: undo, and the one thing to do now. */
export const actionBar = (state, t, ui, act, main = null) =>
  ui.me.scorer && h("div.bar", undoKey(state, t, act), main);

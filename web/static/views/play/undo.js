// Undo and redo: what they would do is always said.

import { h } from "../../core/dom.js";
import { key } from "./pad.js";

/** The key on the pad. */
export function undoKey(state, t, act) {
  return key(t("Undo"), {
    name: state.undo ? t("Undo: {what}", { what: state.undo.say }) : null,
    reason: state.undo ? null : t("There is nothing to undo"),
    kind: "undo",
    shortcut: "U",
    icon: undoIcon(),
    act,
    onPress: () => act.submit({ do: "undo" }),
  });
}

const undoIcon = () => h("svg.icon", { viewBox: "0 0 24 24", "aria-hidden": "true" },
  h("path", { d: "M9 6 5 10l4 4M5 10h9a5 5 0 0 1 0 10h-3" }),
);

/** A button that does again what was taken back, while there is something. */
export function redoButton(state, t, ui, act) {
  return (
    ui.me.scorer &&
    state.redo &&
    h("button.text", {
      "data-key": "redo",
      "aria-label": t("Redo: {what}", { what: state.redo.say }),
      "aria-keyshortcuts": "Shift+U",
      onclick: () => act.submit({ do: "redo" }),
    }, t("Redo"))
  );
}

/** Both on a line, in words, where no pad has a key for it. */
export function undoButtons(state, t, ui, act) {
  if (!ui.me.scorer || !(state.undo || state.redo)) return null;
  return h("div.taking",
    state.undo &&
      undoButton(t("Undo: {what}", { what: state.undo.say }), "undo", () => act.submit({ do: "undo" })),
    state.redo &&
      undoButton(t("Redo: {what}", { what: state.redo.say }), "redo", () => act.submit({ do: "redo" })),
  );
}

const undoButton = (text, name, onclick) =>
  h("button.second", { "data-key": name, title: text, onclick }, h("span", text));

/** The bar at the bottom of every view but the play: undo, and the one thing to do now. */
export function actionBar(state, t, ui, act, main = null) {
  if (!ui.me.scorer) return null;
  return h("div.bar", undoKey(state, t, act), main);
}

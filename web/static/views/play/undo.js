// Undo and redo, labelled with what they would change.

import { h } from "../../core/dom.js";
import { icon } from "../header.js";
import { key } from "./pad.js";

/** *typed*, {name, drop}, is an entry not yet sent, which is undone first. */
export const undoKey = (state, t, act, typed = null) => key(t("Undo"), {
  name: typed?.name ?? (state.undo ? t("Undo: {what}", { what: state.undo.say }) : null),
  reason: typed || state.undo ? null : t("Nothing to undo"),
  kind: "undo", shortcut: "U",
  icon: icon("M9 6 5 10l4 4M5 10h9a5 5 0 0 1 0 10h-3"),
  act,
  onPress: typed?.drop ?? (() => act.submit({ do: "undo" })),
});

/** Shown beside the menu after an undo. */
export const redoButton = (state, t, ui, act) => ui.me.scorer && state?.redo && h("button.plain.redo", {
  "data-key": "redo",
  "aria-label": t("Redo: {what}", { what: state.redo.say }),
  "aria-keyshortcuts": "Shift+U",
  onclick: () => act.submit({ do: "redo" }),
}, icon("m15 6 4 4-4 4M19 10h-9a5 5 0 0 0 0 10h3"), h("small", { "aria-hidden": "true" }, t("Redo")));

/** The bar at the bottom: the main action, and undo in the same corner as on the pads. */
export const actionBar = (state, t, ui, act, main = null, typed = null) =>
  ui.me.scorer && h("div.bar", main, undoKey(state, t, act, typed));

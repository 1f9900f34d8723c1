// Keyboard input: shortcuts press their buttons, arrow keys move over the pad.

import { recall } from "../core/storage.js";

const WALK = {
  ArrowLeft: (here, to) => to.left < here.left && sameRow(here, to),
  ArrowRight: (here, to) => to.left > here.left && sameRow(here, to),
  ArrowUp: (here, to) => to.top < here.top && sameColumn(here, to),
  ArrowDown: (here, to) => to.top > here.top && sameColumn(here, to),
};

const sameRow = (here, to) => to.top < here.bottom && to.bottom > here.top;
const sameColumn = (here, to) => to.left < here.right && to.right > here.left;

/** Listens on the whole page; onEscape() is called if Escape is not handled elsewhere. */
export function listenForShortcuts(onEscape) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.key === "Escape") return onEscape();
    const press = walk(event) ?? pressed(event);
    if (!press) return;
    event.preventDefault();
    press();
  });
}

/** The key of the pad next to the focused one. */
function walk({ key, target }) {
  const grid = WALK[key] && target.closest(".keys, .digits, .rows");
  if (!grid) return null;
  const here = target.getBoundingClientRect();
  const next = [...grid.querySelectorAll("button")]
    .map((button) => [button, button.getBoundingClientRect()])
    .filter(([, box]) => WALK[key](here, box))
    .sort(([, one], [, other]) => distance(here, one) - distance(here, other))[0];
  return next ? () => next[0].focus() : null;
}

const distance = (here, to) => Math.abs(here.left - to.left) + Math.abs(here.top - to.top);

/** The displayed element with the typed shortcut. */
function pressed({ key, shiftKey, target }) {
  if (!isFree(key, target) || !recall("shortcuts", true)) return null;
  const plain = key.length === 1 ? key.toUpperCase() : key;
  const named = [shiftKey ? `Shift+${plain}` : null, plain].filter(Boolean);
  return named.map(button).find(Boolean) ?? null;
}

function button(name) {
  const found = document.querySelector(`[aria-keyshortcuts~="${CSS.escape(name)}"]`);
  return found?.checkVisibility?.() === false ? null : found && (() => found.click());
}

/** Letters belong to a focused field, Enter to a focused button. */
function isFree(key, target) {
  if (key === "Enter") return !target.closest("button, a, summary, select, textarea");
  return target.type === "radio" || !target.closest("input, select, textarea");
}

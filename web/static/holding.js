// Fingers and a keyboard on the sixteen keys: OK counts when it is let go, and held it is another.

import { recall } from "./device.js";

const HELD_AFTER = 800;
const CLICKED_WITHIN = 100;

/** What a keyboard, or a numeric keypad, types; ranks also by the letters on the cards. */
const TYPED = {
  1: "A",
  0: "10",
  T: "10",
  V: "J",
  D: "Q",
  R: "K",
  "/": "J",
  "*": "Q",
  "-": "K",
  "+": "GO",
  G: "GO",
  " ": "GO",
  ".": "UNDO",
  ",": "UNDO",
  U: "UNDO",
  BACKSPACE: "UNDO",
  ENTER: "OK",
  H: "HELD",
};
const RANKS = "A23456789JQK";

const keyOf = (typed) => (RANKS.includes(typed) ? typed : (TYPED[typed] ?? null));

/** Calls press(key) for each key of the pad that is tapped, clicked or typed, anywhere on the page. */
export function holding(press) {
  let timer = null;
  let isDown = false;
  let held = false;

  function down() {
    release();
    isDown = true;
    timer = setTimeout(() => {
      held = true;
      press("HELD");
    }, HELD_AFTER);
  }

  function up() {
    if (!held) press("OK");
    release();
  }

  function release() {
    clearTimeout(timer);
    isDown = false;
    held = false;
  }

  const touched = ({ target }) => target.closest("[data-press]")?.dataset.press;

  document.addEventListener("pointerdown", (event) => touched(event) === "OK" && down());
  // A finger that slides off has not pressed; a click comes right after the finger, or never.
  document.addEventListener("pointerup", () => {
    clearTimeout(timer);
    if (isDown) timer = setTimeout(release, CLICKED_WITHIN);
  });
  document.addEventListener("pointercancel", release);
  window.addEventListener("blur", release);
  // Enter is OK again once a finger or a mouse took over, whichever button had the focus.
  document.addEventListener("mousedown", (event) => {
    if (!touched(event)) return;
    event.preventDefault();
    document.activeElement?.blur();
  });
  document.addEventListener("contextmenu", (event) => touched(event) && event.preventDefault());
  document.addEventListener("click", (event) => {
    const key = touched(event);
    if (key === "OK") up();
    else if (key) press(key);
  });

  function typed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return null;
    if (event.key.length === 1 && !recall("shortcuts", true)) return null;
    const key = keyOf(event.key.toUpperCase());
    return belongsTo(event.target, event.key) ? null : key;
  }

  /** A button that has the focus is pressed by Enter and space; on OK itself Enter may be held. */
  const belongsTo = (target, typed) =>
    (typed === " " || (typed === "Enter" && touched({ target }) !== "OK")) &&
    target.closest("a, button");

  document.addEventListener("keydown", (event) => {
    const key = typed(event);
    if (!key) return;
    event.preventDefault();
    if (event.repeat) return;
    if (key === "OK") down();
    else press(key);
  });
  // Only what went down here comes up: Enter may have been pressed on another page, or on a button.
  document.addEventListener("keyup", (event) => event.key === "Enter" && isDown && up());
}

// Fingers and a keyboard on the sixteen keys: OK counts when it is let go, and held it is another.

import { recall } from "../core/storage.js";

const HELD_AFTER = 800;
const ECHO_WITHIN = 1000;

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

/** OK counts as it is let go; kept down for a while it is OK held. */
function okOf(press) {
  let timer = null;
  let waits = false;

  function give(key) {
    const given = waits;
    forget();
    if (given) press(key);
  }

  function down() {
    forget();
    waits = true;
    timer = setTimeout(() => give("HELD"), HELD_AFTER);
  }

  function forget() {
    clearTimeout(timer);
    waits = false;
  }

  return { down, forget, up: () => give("OK") };
}

const touched = ({ target }) => target?.closest("[data-press]")?.dataset.press;

/** Calls press(key) for each key of the pad that is tapped, clicked or typed, anywhere on the page. */
export function holding(press) {
  const ok = okOf(press);
  touching(ok, press);
  typing(ok, press);
  window.addEventListener("blur", ok.forget);
}

/**
 * A key counts as the finger is lifted, or before one that came down behind it: quick fingers overlap,
 * and of two at once browsers make no clicks. A click right behind a finger is its echo; any other is
 * somebody's who touched no key.
 */
function touching(ok, press) {
  const fingers = new Map();
  const lifted = new Map();
  const under = ({ clientX, clientY }) => touched({ target: document.elementFromPoint(clientX, clientY) });

  function give(finger) {
    if (finger.given) return;
    finger.given = true;
    if (finger.key === "OK") ok.up();
    else press(finger.key);
  }

  function giveUpTo(last) {
    for (const finger of fingers.values()) {
      give(finger);
      if (finger === last) return;
    }
  }

  /** A finger that slides off, or begins to scroll, has not pressed. */
  function lose({ pointerId }) {
    if (fingers.get(pointerId)?.key === "OK") ok.forget();
    fingers.delete(pointerId);
  }

  document.addEventListener("pointerdown", (event) => {
    const key = touched(event);
    if (!key || event.button) return;
    lose(event);
    fingers.set(event.pointerId, { key, given: false });
    if (key === "OK") ok.down();
  });
  document.addEventListener("pointerup", (event) => {
    const finger = fingers.get(event.pointerId);
    if (!finger) return;
    if (under(event) === finger.key) giveUpTo(finger);
    lifted.set(finger.key, event.timeStamp);
    lose(event);
  });
  document.addEventListener("pointercancel", lose);
  window.addEventListener("blur", () => fingers.clear());
  document.addEventListener("click", (event) => {
    const key = touched(event);
    if (key && !(event.timeStamp - lifted.get(key) < ECHO_WITHIN)) press(key);
  });
  // Enter is OK again once a finger or a mouse took over, whichever button had the focus.
  document.addEventListener("mousedown", (event) => {
    if (!touched(event)) return;
    event.preventDefault();
    document.activeElement?.blur();
  });
  document.addEventListener("contextmenu", (event) => touched(event) && event.preventDefault());
}

/** Keys count as they go down, before them an OK that is still down. */
function typing(ok, press) {
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
    if (!key) return null;
    event.preventDefault();
    if (event.repeat) return null;
    if (key === "OK") return ok.down();
    ok.up();
    return press(key);
  });
  // Only what went down here comes up: Enter may have been pressed on another page, or on a button.
  document.addEventListener("keyup", (event) => event.key === "Enter" && ok.up());
}

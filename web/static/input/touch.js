// Fingers that overlap, for which browsers make no clicks: on the pad of the phone and on the keypad.

import { recall } from "../core/storage.js";

const KEY = ".key";
const ECHO_WITHIN = 500;

/** Clicks the keys below fingers that overlap, as they are lifted, in the order in which they came down. */
export function overlappingTaps() {
  const fingers = new Map();
  const clicked = new Map();

  function click(finger) {
    finger.waits = false;
    finger.done = true;
    // What the thumb before it entered may have taken the key away.
    if (!finger.key?.isConnected) return;
    clicked.set(finger.key, performance.now());
    finger.key.click();
  }

  function lift(last) {
    for (const finger of fingers.values()) {
      if (finger.waits) click(finger);
      if (finger === last) return;
    }
  }

  document.addEventListener("pointerdown", ({ target, pointerId, pointerType }) => {
    clicked.clear();
    if (pointerType !== "touch") return;
    fingers.set(pointerId, { key: target.closest(KEY), done: false });
    fingers.forEach((finger) => {
      finger.waits = fingers.size > 1 && !finger.done;
    });
  });
  document.addEventListener("pointerup", ({ pointerId, clientX, clientY }) => {
    const finger = fingers.get(pointerId);
    const under = document.elementFromPoint(clientX, clientY)?.closest(KEY);
    if (finger?.key && finger.key === under) lift(finger);
    fingers.delete(pointerId);
  });
  document.addEventListener("pointercancel", ({ pointerId }) => fingers.delete(pointerId));
  // Should a browser make a click all the same, it is the one that was made.
  document.addEventListener("click", (event) => {
    const made = clicked.get(event.target.closest(KEY));
    if (event.isTrusted && event.timeStamp - made < ECHO_WITHIN) event.stopPropagation();
  }, true);
}

const HELD_AFTER = 800;
const KEYPAD_ECHO = 1000;

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

const keyUnder = ({ target }) => target?.closest("[data-press]")?.dataset.press;

/** Calls press(key) for each key of the pad that is tapped, clicked or typed, anywhere on the page. */
export function listenForKeys(press) {
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
  const under = ({ clientX, clientY }) => keyUnder({ target: document.elementFromPoint(clientX, clientY) });

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
    const key = keyUnder(event);
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
    const key = keyUnder(event);
    if (key && !(event.timeStamp - lifted.get(key) < KEYPAD_ECHO)) press(key);
  });
  // Enter is OK again once a finger or a mouse took over, whichever button had the focus.
  document.addEventListener("mousedown", (event) => {
    if (!keyUnder(event)) return;
    event.preventDefault();
    document.activeElement?.blur();
  });
  document.addEventListener("contextmenu", (event) => keyUnder(event) && event.preventDefault());
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
    (typed === " " || (typed === "Enter" && keyUnder({ target }) !== "OK")) &&
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

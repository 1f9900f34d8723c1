// Overlapping touches, keyboard shortcuts, and taps on keys that have only just appeared.

import { recall } from "../core/storage.js";
import { PACE } from "../game/timeline.js";

/** Tracks touches in the order in which they began: a key is pressed when its touch ends, or earlier, when
 * a touch that began later ends. A touch that slides off or starts to scroll presses nothing.
 *
 * keyAt(element) returns the key there, if any; only events that isFollowed() are tracked. A touch has its
 * `key`, and `overlaps` if there was another. onPress(finger) is called for each press; onDown and
 * onGone(finger) at its start and end. */
function followFingers({ keyAt, isFollowed, onPress, onDown = () => {}, onGone = () => {} }) {
  const fingers = new Map();

  function pressUpTo(last) {
    for (const finger of fingers.values()) {
      if (!finger.isPressed) onPress(finger);
      finger.isPressed = true;
      if (finger === last) return;
    }
  }

  function lose({ pointerId }) {
    const finger = fingers.get(pointerId);
    fingers.delete(pointerId);
    if (finger) onGone(finger);
  }

  document.addEventListener("pointerdown", (event) => {
    if (!isFollowed(event)) return;
    lose(event);
    const finger = { key: keyAt(event.target), isPressed: false };
    fingers.set(event.pointerId, finger);
    if (fingers.size > 1) fingers.forEach((one) => (one.overlaps = true));
    onDown(finger);
  });
  document.addEventListener("pointerup", (event) => {
    const finger = fingers.get(event.pointerId);
    const under = document.elementFromPoint(event.clientX, event.clientY);
    if (finger?.key && keyAt(under) === finger.key) pressUpTo(finger);
    lose(event);
  });
  document.addEventListener("pointercancel", lose);
  window.addEventListener("blur", () => fingers.clear());
}

const PAD_ECHO = 500;

/** Clicks pad keys under overlapping touches; for a single touch the browser does. */
export function clickOverlapping() {
  const clicked = new Map();
  const keyAt = (element) => element?.closest(".key");

  function onPress({ key, overlaps }) {
    // The entry of the previous key may have removed this one.
    if (!overlaps || !key?.isConnected) return;
    clicked.set(key, performance.now());
    key.click();
  }

  document.addEventListener("pointerdown", () => clicked.clear());
  followFingers({ keyAt, isFollowed: ({ pointerType }) => pointerType === "touch", onPress });
  // Suppress a click that the browser sends in addition.
  document.addEventListener("click", (event) => {
    const made = clicked.get(keyAt(event.target));
    if (event.isTrusted && event.timeStamp - made < PAD_ECHO) event.stopPropagation();
  }, true);
}

const KEYPAD_ECHO = 1000;

/** Keys by character typed on a keyboard or numeric keypad; ranks also by the letters on the cards. */
const TYPED = {
  1: "A", 0: "10", T: "10", V: "J", D: "Q", R: "K", "/": "J", "*": "Q", "-": "K", "+": "GO",
  G: "GO", " ": "GO", ".": "UNDO", ",": "UNDO", U: "UNDO", BACKSPACE: "UNDO", ENTER: "OK",
  H: "HELD",
};
const RANKS = "A23456789JQK";

/** OK is pressed on release; held longer, it is OK held. */
function okOf(press) {
  let timer = null;

  function forget() {
    clearTimeout(timer);
    timer = null;
  }

  function give(key) {
    const isDown = timer !== null;
    forget();
    if (isDown) press(key);
  }

  function down() {
    forget();
    timer = setTimeout(() => give("HELD"), PACE.hold);
  }

  return { down, forget, up: () => give("OK") };
}

const keyUnder = ({ target }) => target?.closest("[data-press]")?.dataset.press;

/** Calls press(key) for each keypad key tapped, clicked or typed anywhere on the page. */
export function listenForKeys(press) {
  const ok = okOf(press);
  const lifted = new Map();
  typing(ok, press);
  window.addEventListener("blur", ok.forget);
  followFingers({
    keyAt: (target) => keyUnder({ target }),
    isFollowed: (event) => keyUnder(event) && !event.button,
    onDown: ({ key }) => key === "OK" && ok.down(),
    onPress: ({ key }) => (key === "OK" ? ok.up() : press(key)),
    onGone: ({ key }) => {
      lifted.set(key, performance.now());
      if (key === "OK") ok.forget();
    },
  });
  // A click right after a touch duplicates it; any other comes from assistive technology or a mouse.
  document.addEventListener("click", (event) => {
    const key = keyUnder(event);
    if (key && !(event.timeStamp - lifted.get(key) < KEYPAD_ECHO)) press(key);
  });
  // After a touch or click, remove the focus so that Enter is OK again.
  document.addEventListener("mousedown", (event) => {
    if (!keyUnder(event)) return;
    event.preventDefault();
    document.activeElement?.blur();
  });
  document.addEventListener("contextmenu", (event) => keyUnder(event) && event.preventDefault());
}

/** Keys are pressed on keydown; an OK still held down is pressed first. */
function typing(ok, press) {
  /** A focused button handles Enter and space itself; on OK, Enter may be held. */
  const belongsTo = (target, typed) =>
    (typed === " " || (typed === "Enter" && keyUnder({ target }) !== "OK")) &&
    target.closest("a, button");

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || belongsTo(event.target, event.key)) return null;
    if (event.key.length === 1 && !recall("shortcuts", true)) return null;
    const name = event.key.toUpperCase();
    const key = RANKS.includes(name) ? name : TYPED[name];
    if (!key) return null;
    event.preventDefault();
    if (event.repeat) return null;
    if (key === "OK") return ok.down();
    ok.up();
    return press(key);
  });
  // Only if the keydown was here: Enter may have been pressed on another page or a button.
  document.addEventListener("keyup", (event) => event.key === "Enter" && ok.up());
}

const sameRow = (here, to) => to.top < here.bottom && to.bottom > here.top;
const sameColumn = (here, to) => to.left < here.right && to.right > here.left;
const WALK = {
  ArrowLeft: (here, to) => to.left < here.left && sameRow(here, to),
  ArrowRight: (here, to) => to.left > here.left && sameRow(here, to),
  ArrowUp: (here, to) => to.top < here.top && sameColumn(here, to),
  ArrowDown: (here, to) => to.top > here.top && sameColumn(here, to),
};

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

function walk({ key, target }) {
  const grid = WALK[key] && target.closest(".keys, .digits, .rows");
  if (!grid) return null;
  const here = target.getBoundingClientRect();
  const distance = (to) => Math.abs(here.left - to.left) + Math.abs(here.top - to.top);
  const next = [...grid.querySelectorAll("button")]
    .map((button) => [button, button.getBoundingClientRect()])
    .filter(([, box]) => WALK[key](here, box))
    .sort(([, one], [, other]) => distance(one) - distance(other))[0];
  return next ? () => next[0].focus() : null;
}

function pressed({ key, shiftKey, target }) {
  // Letters belong to a focused field, Enter to a focused button.
  const isFree = key === "Enter"
    ? !target.closest("button, a, summary, select, textarea")
    : target.type === "radio" || !target.closest("input, select, textarea");
  if (!isFree || !recall("shortcuts", true)) return null;
  const plain = key.length === 1 ? key.toUpperCase() : key;
  const shown = [shiftKey && `Shift+${plain}`, plain]
    .map((name) => name && document.querySelector(`[aria-keyshortcuts~="${CSS.escape(name)}"]`))
    .find((button) => button && button.checkVisibility?.() !== false);
  return shown ? () => shown.click() : null;
}

/** A suit enters nothing: its tap always counts. */
const CONTROLS = "button, summary, a, label:not(.suit)";

/** Returns update(shown), to be called after each render: taps on elements shown for less than *wait*
 * milliseconds are cancelled before other listeners. Keys that a digit brought are not new to the finger
 * that typed it: their taps count. */
export function dropFreshTaps(wait, clock = () => performance.now()) {
  const known = new WeakMap();
  let isTyping = false;

  function update(shown) {
    const at = isTyping ? Number.NEGATIVE_INFINITY : clock();
    shown.querySelectorAll(CONTROLS).forEach((control) => {
      // The function of a key as displayed, ignoring typed numbers.
      const said = control.textContent.replace(/[\d…−]+/g, "") + control.getAttribute("aria-expanded");
      if (known.get(control)?.said !== said) known.set(control, { said, at });
    });
  }

  document.addEventListener("click", (event) => {
    const control = event.target.closest(CONTROLS);
    if (control && clock() - known.get(control)?.at < wait) {
      event.preventDefault();
      event.stopImmediatePropagation();
    } else {
      isTyping = Boolean(control?.closest(".digits"));
    }
  }, true);
  window.addEventListener("click", () => (isTyping = false));
  return update;
}

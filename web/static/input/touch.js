// Two thumbs on the keys of a pad: for fingers that overlap browsers make no clicks, so this does.

const KEY = ".key";
const ECHO_WITHIN = 500;

/** Clicks the keys below fingers that overlap, as they are lifted, in the order in which they came down. */
export function thumbs() {
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

// Ignores taps on a key that has only just appeared under the finger: they were meant for the one before.

const CONTROLS = "button, summary, a, label";

/** Identifies a key's function as displayed, ignoring typed numbers. */
const saidBy = (control) =>
  control.textContent.replace(/[\d…−]+/g, "") + control.getAttribute("aria-expanded");

/** Returns update(shown), to be called after each render: taps on elements shown for less than *wait*
 * milliseconds are cancelled before other listeners. Keys that a digit brought are not new to the finger
 * that typed it: their taps count. */
export function dropFreshTaps(wait, clock = () => performance.now()) {
  const known = new WeakMap();
  let isTyping = false;

  function update(shown) {
    const at = isTyping ? Number.NEGATIVE_INFINITY : clock();
    shown.querySelectorAll(CONTROLS).forEach((control) => {
      const said = saidBy(control);
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
  window.addEventListener("click", () => {
    isTyping = false;
  });

  return update;
}

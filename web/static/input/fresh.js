// A finger may come down where another key has just appeared: that key was not meant.

const CONTROLS = "button, summary, a, label";

/** What it does, as far as one sees: numbers that somebody types do not change that. */
const saidBy = (control) =>
  control.textContent.replace(/[\d…−]+/g, "") + control.getAttribute("aria-expanded");

/** Returns update(shown), to be called after each render: taps on what the page has not shown for
 * *wait* milliseconds are dropped, before any listener hears of them. */
export function dropFreshTaps(wait, clock = () => performance.now()) {
  const known = new WeakMap();

  function update(shown) {
    const at = clock();
    shown.querySelectorAll(CONTROLS).forEach((control) => {
      const said = saidBy(control);
      if (known.get(control)?.said !== said) known.set(control, { said, at });
    });
  }

  document.addEventListener("click", (event) => {
    const control = event.target.closest(CONTROLS);
    if (!control || !(clock() - known.get(control)?.at < wait)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);

  return update;
}

// A game seen again: the table as it was, entry by entry, with the keys that turn the pages.

import { h } from "../core/dom.js";
import { lookingAt } from "../core/lazy.js";
import { sheetTitle } from "../views/sheet.js";

const SPEEDS = [1, 2, 4];
const BETWEEN = ["idle", "over"];

export function replayView(state, words, ui, phases) {
  const { replay } = ui.past;
  const [then, watching] = lookingAt(state, ui);
  if (then === state) return h("main", null, h("p.prompt", null, words("One moment…")));
  const view = phases[then.phase](then, words, watching);
  // Nothing in it can be tapped, and by the keyboard it must scroll all the same.
  view.setAttribute("tabindex", "0");
  return [view, controls(state, then, words, ui, replay)];
}

function controls(state, then, words, ui, replay) {
  const { at, of, playing, speed, shared } = replay;
  const { past } = ui;
  const may = !shared || ui.me.scorer;
  const latest = then.record.at(-1);
  return h(
    "section.turning",
    { "aria-label": words("Replay") },
    sheetTitle(words("Entry {at} of {of}", { at, of })),
    sharing(state, words, ui, shared),
    // The view of the table shows it already.
    h("p.unseen", { "aria-live": playing ? "off" : "polite" }, latest?.say),
    may &&
      h("input", {
        type: "range",
        min: 1,
        max: of,
        value: at,
        "aria-label": words("Entry"),
        onchange: (event) => past.turnTo(Number(event.target.value)),
      }),
    may &&
      h(
        "div.bar",
        null,
        key("‹", words("Back"), at <= 1, () => past.step(-1)),
        h(
          "button.prime",
          { "data-key": "play", onclick: () => past.play(!playing) },
          playing ? words("Pause") : words("Play"),
        ),
        key("›", words("Forward"), at >= of, () => past.step(1)),
        key(`${speed}×`, words("Speed: {speed}", { speed }), false, () =>
          past.hurry(SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length]),
        ),
      ),
  );
}

const key = (sign, name, disabled, onclick) =>
  h("button.second", { "aria-label": name, "data-key": name, disabled, onclick }, sign);

/** Scorers may let everybody see it, on the lights too, while nobody plays. */
function sharing(state, words, ui, shared) {
  if (shared) {
    return [
      ui.me.scorer &&
        h("button.text", { onclick: () => ui.past.share(false) }, words("End the replay")),
      h("p.quiet", null, words("Everybody sees this replay, on the lights too.")),
    ];
  }
  if (!ui.me.scorer || !BETWEEN.includes(state.phase)) return null;
  return h(
    "button.text",
    { "data-key": "share", onclick: () => ui.past.share(true) },
    words("Show it to everybody"),
  );
}

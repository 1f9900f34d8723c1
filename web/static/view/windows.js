// Muggins: while a claim may still be called, every other team can name what it missed.
// Nothing here knows or tells whether it missed anything.

import { h } from "../h.js";
import { givenTo, handName, speakerOf } from "../teams.js";
import { callKey } from "../ui.js";
import { sayChips, stepper } from "./chips.js";

const NO_CALL = { open: false, points: null, flush: 0, nobs: false };

/** Whether somebody is naming points that were missed. */
export const isCalling = (ui) => Object.values(ui.entry.calls).some((call) => call.open);

export function windows(state, words, ui) {
  const open = state.windows.filter((window) => window.open_to.length > 0);
  return (
    open.length > 0 &&
    h(
      "section.windows",
      { "aria-label": words("Muggins"), "data-key": "windows" },
      open.map((window) => one(state, words, ui, window)),
    )
  );
}

function one(state, words, ui, window) {
  const facts = { hand: handName(state, words, window.of), n: window.claim };
  return h(
    "div",
    {
      class: window.open_to.length > 1 ? "window many" : "window",
      "data-key": `window-${window.of}`,
    },
    h("p", null, words("{hand}: {n} point claimed|{hand}: {n} points claimed", facts)),
    ui.me.scorer && window.open_to.map((team) => caller(state, words, ui, window, team)),
  );
}

function caller(state, words, ui, window, team) {
  const key = callKey(window.of, team);
  const call = ui.entry.calls[key] ?? NO_CALL;
  const change = (changes) =>
    ui.enter({ calls: { ...ui.entry.calls, [key]: { ...call, ...changes } } });
  const name = speakerOf(state, words, team);
  if (!call.open) {
    return h(
      "button.call",
      { class: `call team-${team}`, "data-key": key, onclick: () => change({ open: true }) },
      words("Muggins: {name}", { name }),
    );
  }
  return h(
    "div.calling",
    { "data-key": `${key}-open` },
    h("p", null, words("How many points were missed?")),
    stepper(words, {
      label: words("Points that were missed"),
      value: call.points,
      onChange: (points) => change({ points }),
    }),
    sayChips({ ...state, starter: window.starter }, words, {
      cards: window.cards,
      seen: [...window.cards, window.starter, ...window.elsewhere],
      crib: window.of === "crib",
      said: call,
      onSay: change,
    }),
    h(
      "div.bar",
      null,
      h("button.second", { onclick: () => change(NO_CALL) }, words("No")),
      h(
        "button.prime",
        {
          class: `prime team-${team}`,
          disabled: !call.points,
          onclick: () => ui.act(asAction(window, team, call)),
        },
        words("Muggins for {name}", { name: givenTo(state, words, team) }),
      ),
    ),
  );
}

const asAction = (window, team, { points, flush, nobs }) => ({
  do: "muggins",
  team,
  points,
  of: window.of,
  ...(flush && { flush }),
  ...(nobs && { nobs }),
});

// The history of the deal, newest first, and the correction of an entry in its place.

import { h } from "../h.js";
import { stepper } from "./chips.js";
import { cannotBe, pad } from "./pad.js";
import { sheetTitle } from "./sheet.js";
import { counts } from "./told.js";

export function historyView(state, words, ui) {
  const open = state.windows.length > 0;
  return h(
    "main.scroll",
    null,
    sheetTitle(words("This deal")),
    state.record.length === 0 && h("p", null, words("Nothing was entered in this deal yet")),
    open && h("p", null, words("While muggins may be called, a count is not told")),
    h(
      "ol.record",
      { reversed: true },
      [...state.record].reverse().map((entry) => line(state, words, ui, entry)),
    ),
  );
}

function line(state, words, ui, entry) {
  const correcting = ui.correcting?.entry === entry.entry;
  return h(
    "li",
    { "data-key": `entry-${entry.entry}` },
    h("p", null, entry.say),
    h("small", null, origin(entry, words)),
    ui.me.scorer &&
      state.phase !== "idle" &&
      h(
        "button.text",
        {
          "aria-expanded": correcting,
          onclick: () =>
            ui.set({ correcting: correcting ? null : { entry: entry.entry, points: null } }),
        },
        words("Correct"),
      ),
    counts(entry, state, words),
    correcting && editor(state, words, ui, entry),
  );
}

/** The number by which the table speaks of an entry, who made it, and when. */
const origin = ({ entry, by, at }, words) =>
  [words("Entry {n}", { n: entry }), by, clock(at, words)].filter(Boolean).join(" · ");

const clock = (at, words) =>
  at && new Date(at).toLocaleTimeString(words.lang, { hour: "2-digit", minute: "2-digit" });

function editor(state, words, ui, entry) {
  const put = (actions) => ui.amend({ do: "amend", entry: entry.entry, actions });
  return h(
    "div.editor",
    null,
    entry.actions.length === 1 && replacing(state, words, ui, entry.actions[0], put),
    h("button.second", { onclick: () => put([]) }, words("Take this entry out")),
  );
}

/** Another card or other points in the place of those that were entered. */
function replacing(state, words, ui, action, put) {
  if ("card" in action) {
    return [
      h("p", null, words("Which card was it?")),
      pad(words, ui, {
        barred: (card) => cannotBe(card, [], words),
        onPick: (card) => put([{ ...action, card }]),
      }),
    ];
  }
  const name = ["points", "claim"].find((one) => typeof action[one] === "number");
  if (!name) return null;
  const points = ui.correcting.points ?? Math.abs(action[name]);
  const sign = Math.sign(action[name]) || 1;
  return [
    h("p", null, words("How many points was it?")),
    stepper(words, {
      label: words("Points"),
      value: points,
      onChange: (n) => ui.set({ correcting: { ...ui.correcting, points: n } }),
    }),
    h(
      "button.second",
      { onclick: () => put([{ ...action, [name]: sign * points }]) },
      words("Put it right"),
    ),
  ];
}

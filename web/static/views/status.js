// How things are: a chip on the top line, and the sheet that tells in words of the connection, the
// journal, the lights, the keypad and this phone's screen.

import { h } from "../core/dom.js";
import { linkName } from "./linkname.js";
import { sheetTitle } from "./sheet.js";

/** The chip. Its shape tells as much as its colour; what changed is said in a live region. */
export function stateChip(state, words, ui) {
  const name = linkName(words, ui.link);
  const dark = state?.strip.say && words("the lights are out");
  const mute = state?.keypads.some(({ say }) => say) && words("the keypad is lost");
  return [
    h(
      "button.link",
      {
        class: `link ${ui.link}${dark || mute ? " dark" : ""}`,
        "data-key": "state",
        "aria-label": [name, dark, mute].filter(Boolean).join(", "),
        "aria-expanded": ui.sheet === "state",
        onclick: () => ui.open(ui.sheet === "state" ? null : "state"),
      },
      h("span", null, name),
    ),
    h("p.unseen", { role: "status", "data-key": "link" }, ui.link !== "live" && name),
  ];
}

export function stateView(state, words, ui) {
  return h(
    "main.scroll",
    null,
    sheetTitle(words("How things are")),
    h(
      "dl.parts",
      null,
      part(words("This page"), following(words, ui.link), ui.link === "live"),
      part(words("The score"), words("Written down, entry {n}", { n: state.version }), !ui.busy),
      part(words("The lights"), state.strip.say ?? lights(words, state.strip.health), !state.strip.say),
      keypads(words, state.keypads),
      part(words("This screen"), screen(words, ui.awake), ui.awake !== "missing"),
    ),
  );
}

const part = (name, said, isWell) => [
  h("dt", { class: isWell ? "well" : "not-well" }, name),
  h("dd", null, said),
];

const following = (words, link) =>
  ({
    live: words("It follows the table as it happens."),
    reconnecting: words(
      "It lost the table and looks for it: what you see may be old, and nothing can be entered.",
    ),
    paused: words("Another page on this phone follows the table: touch this one to go on here."),
    starting: words("It is looking for the table."),
  })[link];

const lights = (words, health) =>
  health === "ok" ? words("They show the game.") : words("There are none.");

/** Each by its name where there are several. */
const called = (words, them, { name }) =>
  them.length > 1 ? words("The keypad {name}", { name }) : words("The keypad");

const keypads = (words, them) => {
  const well = ({ health }) => (health === "ok" ? words("It works.") : words("There is none."));
  return them.length
    ? them.map((it) => part(called(words, them, it), it.say ?? well(it), !it.say))
    : part(words("The keypad"), words("There is none."), true);
};

/** What is wrong with each that is lost, and what would mend it, for the menu. */
export const keypadsTold = ({ keypads }, words) =>
  keypads.map(
    (it) =>
      it.say &&
      h("section.told", null, h("h2", null, called(words, keypads, it)), h("p", null, it.say)),
  );

const screen = (words, awake) =>
  ({
    held: words("It stays on while a game is played."),
    missing: words("This phone may go dark: set its screen to stay on"),
  })[awake] ?? words("It may go dark between games.");

/** Said once where a page may not keep the screen awake. */
export const darkNote = (words, ui) =>
  ui.awake === "missing" &&
  !ui.darkTold &&
  h(
    "aside.may-darken",
    { "data-key": "may-darken" },
    h("p", null, words("This phone may go dark: set its screen to stay on")),
    h("button.plain", { "aria-label": words("Close"), onclick: () => ui.darkHeard() }, "×"),
  );

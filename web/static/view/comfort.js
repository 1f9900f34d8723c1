// What this device does for whoever holds it: a voice, a buzz, big digits, keys of a keyboard.

import { canBuzz } from "../feel.js";
import { h } from "../h.js";
import { canSpeak } from "../speech.js";
import { field, onOff } from "./fields.js";
import { sheetTitle } from "./sheet.js";

export const comforts = (words, ui) => [
  canSpeak() && field(words("Say counts aloud"), onOff(ui.speech, ui.speakAloud)),
  canBuzz() && field(words("Buzz at my entries"), kept(ui, "buzz")),
  field(words("Big digits"), kept(ui, "digits")),
  field(words("Keyboard shortcuts"), kept(ui, "shortcuts")),
  h(
    "button.item",
    { "data-key": "keyboard", onclick: () => ui.open("keyboard") },
    words("Playing with a keyboard"),
  ),
];

const kept = (ui, name) => onOff(ui[name], (value) => ui.rememberHere({ [name]: value }));

export const keyboardView = (state, words) =>
  h(
    "main.scroll",
    null,
    sheetTitle(words("Playing with a keyboard")),
    h(
      "dl.keyhelp",
      null,
      keys(words).map(([typed, what]) => [
        h("dt", null, typed.map((one) => h("kbd", null, one))),
        h("dd", null, what),
      ]),
    ),
    h("p", null, words("Letters can be switched off in the settings.")),
  );

const keys = (words) => [
  [["A", "2", "…", "9", words.rank("J"), words.rank("Q"), words.rank("K")], words("that rank")],
  [["0", "T"], words("ten")],
  [["Shift + S", "H", "D", "C"], words("spades, hearts, diamonds, clubs for the next card")],
  [["G"], words("Go")],
  [["N"], words("Nobody can lay a card")],
  [["U"], words("Undo")],
  [["Shift + U"], words("Redo")],
  [["← ↑ ↓ →"], words("from key to key")],
  [["Enter"], words("the green or coloured button at the bottom")],
  [["Escape"], words("Back to the table")],
];

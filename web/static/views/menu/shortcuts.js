// What the keys of a keyboard do.

import { h } from "../../core/dom.js";
import { sheetTitle } from "../sheet.js";

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

// The keys on which points are typed: ten digits, a sign that turns over, and one step back.

import { BACKWARD, TAKE_BACK, press } from "./digits.js";
import { h } from "../../core/dom.js";
import { key } from "./pad.js";

const DIGITS = ["1", "2", "3", "4", "5", TAKE_BACK, "6", "7", "8", "9", "0", BACKWARD];

/** What is pressed on a keyboard for those that are none of its keys. */
const SHORTCUTS = { [BACKWARD]: "-", [TAKE_BACK]: "Backspace" };

/** onType hears what is *typed* once another is pressed. */
export function digitKeys(typed, words, ui, onType) {
  const names = { [BACKWARD]: words("Backward"), [TAKE_BACK]: words("Take back a digit") };
  return h(
    "div.digits.six",
    null,
    DIGITS.map((digit) =>
      key(digit, {
        name: names[digit],
        shortcut: SHORTCUTS[digit] ?? digit,
        ui,
        onPress: () => onType(press(typed, digit)),
      }),
    ),
  );
}

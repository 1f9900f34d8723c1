// A pad for the points of a hand, 0 to 29: at most two taps, and no keyboard over what one types.

import { h } from "../../core/dom.js";
import { key } from "../play/pad.js";

const DIGITS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0"];
const DELETE = "⌫";
/** No hand of four cards and the starter is worth more. */
export const MOST = 29;

/** Another digit behind *points*; where that is more than a hand can be worth, the number begins
 * again with it. */
function withDigit(points, digit, most = MOST) {
  const longer = (points ?? 0) * 10 + digit;
  return points !== null && longer <= most ? longer : digit;
}

/** *value* is what was typed, null for nothing yet; onType(points) hears of each key. */
export const countPad = (t, act, { label, value, most = MOST, onType }) =>
  h("div.count-pad", { role: "group", "aria-label": label },
    h("output.unseen", { "aria-live": "polite" }, value),
    h("div.digits.six",
      DIGITS.map((digit) => key(digit, {
        shortcut: digit, act,
        onPress: () => onType(withDigit(value, Number(digit), most)),
      })),
      key(DELETE, {
        name: t("Delete a digit"), kind: "wide", shortcut: "Backspace", act,
        onPress: () => onType(value > 9 ? Math.floor(value / 10) : null),
      }),
    ),
  );

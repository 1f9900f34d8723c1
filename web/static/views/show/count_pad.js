// A pad for the points of a hand, 0 to 29: at most two taps, without an on-screen keyboard.

import { h } from "../../core/dom.js";
import { key } from "../play/pad.js";

const DIGITS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0"];
const DELETE = "⌫";
/** The maximum of four cards and the starter. */
export const MAX_COUNT = 29;

/** Appends a digit to *points*; if the result exceeds the maximum, starts a new number. */
function withDigit(points, digit, most = MAX_COUNT) {
  const longer = (points ?? 0) * 10 + digit;
  return points !== null && longer <= most ? longer : digit;
}

/** *value* is the typed number, null if none; onType(points) is called for each key. */
export const countPad = (t, act, { label, value, most = MAX_COUNT, onType }) =>
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

// The pad for points: of a hand, pegged by hand, missed by others, or corrected.

import { h } from "../core/dom.js";
import { key } from "./play/pad.js";

/** The maximum of four cards and the starter. */
export const MAX_COUNT = 29;
export const MINUS = "−";
const DELETE = "⌫";

/** The points that were *typed*; 0 if none. */
export const pointsIn = (typed) => Number(typed.replace(MINUS, "-")) || 0;

/** The text of *points* as if typed; empty if there are none. */
export const asTyped = (points) => `${points ?? ""}`.replace("-", MINUS);

/** The text after another key; a digit that exceeds *most* starts a new number. */
function typedAfter(typed, character, most) {
  if (character === DELETE) return typed.slice(0, -1);
  if (character === MINUS) return typed.startsWith(MINUS) ? typed.slice(1) : MINUS + typed;
  const sign = typed.startsWith(MINUS) ? MINUS : "";
  const longer = Number(typed.slice(sign.length) + character);
  return sign + (longer <= most ? longer : character);
}

/** Calls onType(text) for each key; *takesBack* adds a minus. The first digit replaces a *given* number. */
export function numberPad(t, act, { label, typed, most = 999, takesBack = false, given = false, onType }) {
  const digit = (character) => key(character, {
    shortcut: character, act,
    onPress: () => onType(typedAfter(given ? typed.replace(/\d/g, "") : typed, character, most)),
  });
  const other = (character, name, shortcut, kind = "") => key(character, {
    name, shortcut, kind, act, onPress: () => onType(typedAfter(typed, character, most)),
  });
  return h("div.number-pad", { role: "group", "aria-label": label },
    h("output.unseen", { "aria-live": "polite" }, typed),
    h("div.digits.six",
      [..."12345"].map(digit),
      other(DELETE, t("Delete a digit"), "Backspace"),
      [..."67890"].map(digit),
      takesBack && other(MINUS, t("Minus"), "-"),
    ),
  );
}

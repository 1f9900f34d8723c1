// Chips for what a player says of suits, no until tapped, and a stepper for points that are named.

import { h } from "../core/dom.js";
import { openSays } from "../game/suit_claims.js";

/** Flush and nobs, each only where it is open for *cards*. onSay({flush}) or onSay({nobs}). */
export function sayChips(state, words, { cards, seen, crib, said, onSay }) {
  const { starter, rules } = state;
  const open = openSays(cards, { starter, seen, crib, rules });
  const chips = open.flushes.map((size) =>
    chip(words("Flush of {n}", { n: size }), said.flush === size, (on) =>
      onSay({ flush: on ? size : 0 }),
    ),
  );
  if (open.nobs) {
    chips.push(chip(words("Nobs"), said.nobs, (nobs) => onSay({ nobs })));
  }
  return chips.length > 0 && h("div.chips", null, chips);
}

export const chip = (text, on, onChange) =>
  h("button.chip", { "aria-pressed": on, "data-key": text, onclick: () => onChange(!on) }, text);

/** Points from 0, empty until somebody names them: steps of one and two, or typed. */
export function stepper(words, { label, value, onChange }) {
  const step = (by) => () => onChange(Math.max(0, (value ?? 0) + by));
  return h(
    "div.stepper",
    { role: "group", "aria-label": label },
    h("button", { "aria-label": words("{n} less", { n: 1 }), onclick: step(-1) }, "−"),
    h("input", {
      inputmode: "numeric",
      autocomplete: "off",
      maxlength: 3,
      "aria-label": label,
      placeholder: "–",
      value: value ?? "",
      oninput: (event) => onChange(readPoints(event.target.value)),
    }),
    h("button", { "aria-label": words("{n} more", { n: 1 }), onclick: step(1) }, "+"),
    h("button", { "aria-label": words("{n} more", { n: 2 }), onclick: step(2) }, "+2"),
  );
}

/** The points that *text* says; null while it says none. */
export function readPoints(text) {
  const digits = text.replace(/\D/g, "");
  return digits === "" ? null : Number(digits);
}

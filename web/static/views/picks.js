// One of a few: large choices with a line that explains each, or small ones in a row.
// Choices of one name in two groups are still one choice.

import { h } from "../core/dom.js";

/** Each choice is {value, title, about, drawing}; onPick(value). Arrow keys go from one to the next. */
export const picks = (name, legend, choices, value, onPick) =>
  group("picks", name, legend, choices, value, onPick, large);

/** The same in little: titles side by side, and beneath them what is said *about* the chosen one. */
export function pills(name, legend, choices, value, onPick) {
  const chosen = choices.find((one) => one.value === value);
  return group("pills", name, legend, choices, value, onPick, small, chosen?.about);
}

function group(kind, name, legend, choices, value, onPick, inside, about = null) {
  return h(
    `fieldset.${kind}`,
    { "data-key": name },
    legend && h("legend", null, legend),
    h(
      "div",
      null,
      choices.map((one) =>
        h(
          "label.pick",
          { class: one.value === value ? "pick on" : "pick", "data-key": `${name}-${one.value}` },
          radio(name, one, one.value === value, onPick),
          inside(name, one),
        ),
      ),
    ),
    about && h("small", null, about),
  );
}

const radio = (name, { value, about }, checked, onPick) =>
  h("input", {
    type: "radio",
    name,
    value,
    checked,
    "aria-labelledby": `${name}-${value}`,
    "aria-describedby": about ? `${name}-${value}-about` : null,
    onchange: () => onPick(value),
  });

const large = (name, { value, title, about, drawing }) => [
  drawing,
  h(
    "span",
    null,
    h("b", { id: `${name}-${value}` }, title),
    about && h("small", { id: `${name}-${value}-about` }, about),
  ),
];

const small = (name, { value, title, about }) => [
  h("b", { id: `${name}-${value}` }, title),
  about && h("span.unseen", { id: `${name}-${value}-about` }, about),
];

// Labelled fields for the sheets where people fill something in.

import { h } from "../core/dom.js";

/** A field beside its label; *about* is a line that explains it. */
export function field(label, control, about = null) {
  const id = `field-${label.replace(/\s+/g, "-")}`;
  control.id = id;
  if (about) control.setAttribute("aria-describedby", `${id}-about`);
  return h(
    "div.field",
    { "data-key": label },
    h("label", { for: id }, label),
    control,
    about && h("small", { id: `${id}-about` }, about),
  );
}

/** A list to choose from: choices are [value, text]; values are text. */
export const choice = (choices, value, onChoose) =>
  h(
    "select",
    { onchange: (event) => onChoose(event.target.value), value },
    choices.map(([one, text]) => h("option", { value: one, selected: one === value }, text)),
  );

export const textField = (value, onType, props = {}) =>
  h("input", {
    type: "text",
    autocomplete: "off",
    maxlength: 40,
    value,
    oninput: (event) => onType(event.target.value),
    ...props,
  });

/** A whole number; empty where nobody has given one. */
export const numberField = (value, onType, { low, high, usual }) =>
  h("input", {
    type: "number",
    inputmode: "numeric",
    min: low,
    max: high,
    placeholder: usual,
    value: value ?? "",
    oninput: (event) => onType(event.target.value === "" ? null : Number(event.target.value)),
  });

/** A switch. */
export const onOff = (checked, onChange) =>
  h("input.switch", {
    type: "checkbox",
    role: "switch",
    checked,
    onchange: (event) => onChange(event.target.checked),
  });

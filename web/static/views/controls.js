// Form controls: labelled fields, choices, chips, tables, and the title of a sheet.

import { h } from "../core/dom.js";
import { unbroken } from "../game/teams.js";

/** A field beside its label; *about* is an explanation. */
export function field(label, control, about = null) {
  const id = `field-${label.replace(/\s+/g, "-")}`;
  control.id = id;
  if (about) control.setAttribute("aria-describedby", `${id}-about`);
  return h("div.field", { "data-key": label },
    h("label", { for: id }, label),
    control,
    about && h("small", { id: `${id}-about` }, about),
  );
}

/** A list of choices [value, text]; values are strings. */
export const select = (choices, value, onChoose) =>
  h("select", { onchange: (event) => onChoose(event.target.value), value },
    choices.map(([one, text]) => h("option", { value: one, selected: one === value }, text)),
  );

export const textField = (value, onType, props = {}) => h("input", {
  type: "text", autocomplete: "off", maxlength: 40, value,
  oninput: (event) => onType(event.target.value),
  ...props,
});

/** Enter moves to the next text field of the form, or leaves the last one. */
export const goesOn = {
  enterkeyhint: "next",
  onkeydown: (event) => {
    if (event.key !== "Enter" || event.isComposing) return;
    event.preventDefault();
    const fields = [...event.target.closest("main").querySelectorAll("input[enterkeyhint=next]")];
    const next = fields[fields.indexOf(event.target) + 1];
    if (next) next.focus();
    else event.target.blur();
  },
};

/** A whole number; empty if unset. */
export const numberField = (value, onType, { low, high, usual }) => h("input", {
  type: "number", inputmode: "numeric", min: low, max: high, placeholder: usual, value: value ?? "",
  oninput: (event) => onType(event.target.value === "" ? null : Number(event.target.value)),
});

export const toggle = (checked, onChange) => h("input.switch", {
  type: "checkbox", role: "switch", checked,
  onchange: (event) => onChange(event.target.checked),
});

/** Each choice is {value, title, about, drawing}; onPick(value). Arrow keys move. */
export const cardChoice = (...asked) => choiceOf("picks", ...asked);

/** A compact version: titles side by side, with the description of the chosen one below. */
export const pillChoice = (...asked) => choiceOf("pills", ...asked);

function choiceOf(kind, name, legend, choices, value, onPick) {
  const isLarge = kind === "picks";
  const chosen = choices.find((one) => one.value === value);
  return h(`fieldset.${kind}`, { "data-key": name },
    legend && h("legend", legend),
    h("div", choices.map((one) => {
      const id = `${name}-${one.value}`.replace(/\s+/g, "-");
      const title = h("b", { id }, one.title);
      const about = one.about && h(isLarge ? "small" : "span.unseen", { id: `${id}-about` }, one.about);
      return h("label.pick", { class: one === chosen ? "pick on" : "pick", "data-key": id },
        h("input", {
          type: "radio", name, value: one.value, checked: one === chosen,
          "aria-labelledby": id, "aria-describedby": one.about ? `${id}-about` : null,
          onchange: () => onPick(one.value),
        }),
        isLarge ? [one.drawing, h("span", title, about)] : [title, about],
      );
    })),
    !isLarge && chosen?.about && h("small", chosen.about),
  );
}

export const chip = (text, on, onChange) =>
  h("button.chip", { "aria-pressed": on, "data-key": text, onclick: () => onChange(!on) }, text);

/** Each row is a header followed by a cell for each further column. */
export const tableRows = (heads, rows) => [
  h("thead", h("tr", heads.map((text) => (text ? h("th", { scope: "col" }, text) : h("td"))))),
  h("tbody",
    rows.map(([of, ...cells]) =>
      h("tr", h("th", { scope: "row" }, unbroken(String(of))), cells.map((cell) => h("td", cell))),
    ),
  ),
];

/** A button of a list, with a second line in small text. */
export const item = (text, onclick, detail = null) =>
  h("button.item", { "data-key": text, onclick }, text, detail && h("small", detail));

export const sheetTitle = (text) => h("h2", { tabindex: -1 }, text);

export const sheet = (tag, title, ...inside) => h(tag, sheetTitle(title), inside);

export const loading = (t) => h("main.scroll", h("p", t("One moment…")));

/** A foldable question, with its answer in its line; only one is open at a time. */
export function fold(key, label, value, inside) {
  const openAlone = ({ target }) => {
    if (!target.matches(".fold[open]")) return;
    target.parentNode.querySelectorAll(".fold[open]").forEach((other) => (other.open = other === target));
    target.scrollIntoView({ block: "nearest" });
  };
  return h("details.fold", { "data-key": key, ontoggle: openAlone },
    h("summary", h("span", label), value && [" ", h("b", value)]),
    inside,
  );
}

// A foldable question of the sheet: its name and current answer in one line.

import { h } from "../../core/dom.js";
import { reveal } from "../controls.js";

/** Only one is open at a time. */
export const fold = (key, label, value, inside) =>
  h("details.fold", { "data-key": key, ontoggle: openAlone },
    h("summary", h("span", label), value && [" ", h("b", value)]),
    inside,
  );

function openAlone({ target }) {
  if (!target.matches(".fold[open]")) return;
  target.parentNode.querySelectorAll(".fold[open]").forEach((other) => {
    if (other !== target) other.open = false;
  });
  reveal(target);
}

/** Opens the fold with the first invalid number and focuses it. */
export function openFault() {
  const field = document.querySelector(".fold :invalid");
  field.closest(".fold").open = true;
  retype(field);
}

export function retype(field) {
  field.focus();
  field.select();
}

// A foldable question of the sheet: its name and current answer in one line.

import { h } from "../../core/dom.js";
import { reveal } from "../controls.js";

/** Only one is open at a time. With *closes*, a tap on an answer folds it; arrow keys only move. */
export const fold = (key, label, value, inside, closes = false) =>
  h("details.fold", {
      "data-key": key, ontoggle: openAlone, onclick: closes ? closeAnswered : null,
    },
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

/** Runs after rendering. A fold whose answer needs more input stays open and in view. */
function closeAnswered({ target, currentTarget: part, detail }) {
  if (target.type !== "radio" || detail === 0) return;
  setTimeout(() => {
    if (part.querySelector("select")) {
      reveal(part);
      return;
    }
    const [summary] = part.children;
    part.open = false;
    summary.focus({ preventScroll: true });
    reveal(summary);
    summary.lastChild.animate([{ color: "var(--ok)", fontWeight: 700 }, {}], 1500);
  });
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

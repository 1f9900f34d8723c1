// A question of the sheet, folded: its name and its present answer stand on one line.

import { h } from "../../core/dom.js";
import { reveal } from "../controls.js";

/** One is open at a time. With *closes*, a tap on an answer folds it again; arrow keys only
 * walk. */
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

/** Once the answer is drawn. One that asks for more stays open, and shows it. */
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

/** Open the fold of the first number that cannot be, and have it typed again. */
export function openFault() {
  const field = document.querySelector(".fold :invalid");
  field.closest(".fold").open = true;
  retype(field);
}

export function retype(field) {
  field.focus();
  field.select();
}

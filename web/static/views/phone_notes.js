// What a phone is asked or told once, where a deal begins, and never again.

import { h } from "../core/dom.js";
/** The first of them that is still to come; none stands in the way of a card. */
export const phoneNote = (t, ui, act) => lettersNote(t, ui, act) || screenNote(t, ui, act);

/** Decks in Québec have J Q K more often than V D R, so those are on the keys till somebody says. */
export const lettersNote = (t, ui, act) =>
  ui.me.scorer &&
  t.mayAskLetters &&
  h("aside.once", { "data-key": "letters" },
    h("p", t("Which letters are on your cards?")),
    ["JQK", "VDR"].map((letters) =>
      h("button.chip", { "data-key": letters, onclick: () => act.setLetters(letters) },
        [...letters].join(" "),
      ),
    ),
  );

/** Where a page may not keep the screen awake. */
export const screenNote = (t, ui, act) =>
  ui.awake === "missing" &&
  !ui.screenNoteSeen && ui.sheet !== "replay" &&
  h("aside.once.may-darken", { "data-key": "may-darken" },
    h("p", t("To keep the screen on, turn off auto-lock.")),
    h("button.plain", { "aria-label": t("Close"), onclick: () => act.dismissScreenNote() }, "×"),
  );

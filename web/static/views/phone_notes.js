// One-time questions and hints on a phone at the start of a deal.

import { h } from "../core/dom.js";
/** The first one that is due; none covers a card. */
export const phoneNote = (t, ui, act) => lettersNote(t, ui, act) || screenNote(t, ui, act);

/** Decks in Québec have J Q K more often than V D R, so those are the default. */
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

/** Shown if the page cannot keep the screen awake. */
export const screenNote = (t, ui, act) =>
  ui.awake === "missing" &&
  !ui.screenNoteSeen && ui.sheet !== "replay" &&
  h("aside.once.may-darken", { "data-key": "may-darken" },
    h("p", t("To keep the screen on, turn off auto-lock.")),
    h("button.plain", { "aria-label": t("Close"), onclick: () => act.dismissScreenNote() }, "×"),
  );

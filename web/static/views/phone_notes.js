// A one-time question on a phone at the start of a deal.

import { h } from "../core/dom.js";

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

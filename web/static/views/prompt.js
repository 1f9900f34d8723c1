// What is asked: the prompt in a few words, whose help a tap shows, and once the letters on the cards.

import { h } from "../core/dom.js";
import { unbroken } from "../game/teams.js";

/** The prompt of *state*, or *text* instead, which has no help. */
export function promptLine(state, props = {}, text = state.prompt) {
  if (!state.help || text !== state.prompt) return h("p.prompt", props, unbroken(text));
  return h("details.asked", { "data-key": `asked-${text}` },
    h("summary", h("span.prompt", props, unbroken(text))),
    h("p.about", state.help),
  );
}

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

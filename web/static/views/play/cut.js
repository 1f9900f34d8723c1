// The cut: the last crib is explained, the starter is asked for.

import { h } from "../../core/dom.js";
import { darkNote } from "../status.js";
import { cannotBe, pad } from "./pad.js";
import { seats } from "../seats.js";
import { explained, told } from "../notices.js";
import { undoKey } from "./undo.js";
import { isCalling, windows } from "../show/muggins.js";

export function cutView(state, words, ui) {
  return h(
    "main",
    null,
    // While claims may be called they have the place of the seats, of which the prompt tells.
    windows(state, words, ui) ?? seats(state, words, { chosen: state.turn }),
    h(
      "div.above",
      null,
      told(state, words, ui),
      explained(state, words, ui),
      darkNote(words, ui),
    ),
    h("p.prompt", null, state.prompt),
    ui.me.scorer &&
      !isCalling(ui) &&
      pad(words, ui, {
        barred: (card) => cannotBe(card, [], words),
        onPick: (card) => ui.act({ do: "starter", card }),
        keys: [undoKey(state, words, ui)],
      }),
  );
}

// The cut: the last crib is explained, the starter is asked for.

import { h } from "../h.js";
import { cannotBe, pad } from "./pad.js";
import { seats } from "./seats.js";
import { explained, told } from "./told.js";
import { undoKey } from "./undo.js";
import { windows } from "./windows.js";

export function cutView(state, words, ui) {
  return h(
    "main.scroll",
    null,
    seats(state, words, { chosen: state.turn }),
    told(state, words, ui),
    explained(state, words),
    windows(state, words, ui),
    h("p.prompt", null, state.prompt),
    ui.me.scorer &&
      pad(words, ui, {
        barred: (card) => cannotBe(card, [], words),
        onPick: (card) => ui.act({ do: "starter", card }),
        keys: [undoKey(state, words, ui)],
      }),
  );
}

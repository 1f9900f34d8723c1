// The cut for the starter.

import { h } from "../../core/dom.js";
import { isCalling } from "../../core/store.js";
import { notices } from "../notices.js";
import { lettersNote, promptLine } from "../prompt.js";
import { seats } from "../scores.js";
import { pad, whyImpossible } from "./pad.js";
import { actionBar, undoKey } from "./undo.js";

/** Until claims of the previous deal's crib are closed; by `lazy` views, which are loaded by then. */
export function cutView(state, t, ui, act, lazy) {
  const calling = isCalling(ui);
  const onward = lazy.goOn?.(state, t, ui, act, t("Next deal"));
  return h("main.cut",
    // Open claims take the place of the seats, which the prompt mentions.
    lazy.muggins?.(state, t, ui, act) ?? (!onward && seats(state, t, { chosen: state.turn })),
    !calling && h("div.above",
      // While the crib's claim is open, other counts are folded, so as not to be taken for the crib's.
      state.windows.length ? lazy.folded?.(state, t) : lazy.counted?.(state, t, ui, act),
      notices(state, t, ui, act, { inLines: state.windows.length > 0 }),
      !state.windows.length && !onward &&
        (lazy.headStart?.(state, t, ui, act) || lettersNote(t, ui, act)),
    ),
    !onward && promptLine(state),
    onward || (calling
      ? actionBar(state, t, ui, act)
      : ui.me.scorer &&
        pad(t, ui, act, {
          barred: (card) => whyImpossible(card, [], t),
          onPick: (card) => act.submit({ do: "starter", card }),
          keys: [undoKey(state, t, act)],
        })),
  );
}

// The cut for the starter.

import { h } from "../../core/dom.js";
import { isCalling } from "../../core/store.js";
import { whoNote } from "../menu/who.js";
import { notices } from "../notices.js";
import { phoneNote } from "../phone_notes.js";
import { promptLine } from "../prompt.js";
import { seats } from "../scores.js";
import { pad, whyImpossible } from "./pad.js";
import { actionBar, undoKey } from "./undo.js";

/** After the crib of the deal before it is counted here, and claims may still be called: by `lazy`
 * views, which a phone has by then. */
export function cutView(state, t, ui, act, lazy) {
  const calling = isCalling(ui);
  const onward = lazy.goOn?.(state, t, ui, act, t("Next deal"));
  return h("main.cut",
    // While claims may be called they have the place of the seats, of which the prompt tells.
    lazy.muggins?.(state, t, ui, act) ?? (!onward && seats(state, t, { chosen: state.turn })),
    !calling && h("div.above",
      // While the crib’s claim stands, a count is one line, or it would look like the crib’s.
      state.windows.length ? lazy.folded?.(state, t) : lazy.counted?.(state, t, ui, act),
      notices(state, t, ui, act, { inLines: state.windows.length > 0 }),
      !state.windows.length && !onward &&
        (lazy.headStart?.(state, t, ui, act) || whoNote(state, t, ui, act) || phoneNote(t, ui, act)),
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

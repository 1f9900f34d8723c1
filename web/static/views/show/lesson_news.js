// Announcements while someone steps through a count: never more than is displayed.

import { lessonNow } from "../../game/timeline.js";
import { isTelling } from "./counted_hands.js";

/** Announces news by say(text). While a count is stepped through, its verdict waits for the end, and each
 * line is announced as it is reached. */
export function lessonNews(store, say) {
  let waiting = null;
  let told = null;

  function tell() {
    const { state, ui } = store;
    if (waiting === null) return;
    const { of, line = null } = lessonNow(state, ui) ?? {};
    const count = state.latest.notices.find((one) => one.of === of && one.lines);
    if (line !== told && count) say(count.lines[line].say);
    told = line;
    if (isTelling(state, ui)) return;
    say(waiting);
    waiting = null;
  }

  store.subscribe(tell);
  return (text) => {
    [waiting, told] = [null, null];
    if (!isTelling(store.state, store.ui)) return say(text);
    waiting = text;
    return tell();
  };
}

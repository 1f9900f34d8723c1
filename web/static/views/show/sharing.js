// Shares what is typed on one phone at the show with all: cards, a wrong claim, the current line of a
// count, and open muggins sheets; and announces never more than is displayed.

import { put } from "../../core/api.js";
import { capitalised } from "../../core/i18n.js";
import { ownWriter, sharedCount } from "../../game/show.js";
import { lessonNow } from "../../game/timeline.js";
import { NOTHING_SAID } from "./hand.js";
import { openSheets } from "./muggins.js";
import { isTelling } from "./show.js";

const AGAIN_AFTER = 2000;

const share = ({ t }, what) => put("show", { writer: ownWriter(), ...what }, t.lang);

/** Limits what others see of the count of entry *version* to *line*; null lifts the limit. */
export const shareLesson = (store, version, line) =>
  share(store, { lesson: { version, writer: ownWriter(), line } });

/** A typed count in canonical form, for comparison. */
function textOf({ cards = [], again = false, gives = false, missed = null }) {
  const { claim, flush = 0, nobs = null, asked = [], hint = null } = missed ?? {};
  const tried = missed && { claim, flush, nobs, asked, hint };
  return JSON.stringify({ cards, again, gives, missed: tried });
}

const EMPTY = textOf({});

/** sync() is an effect that sends this phone's typed count and adopts another's. If two conflict, the table
 * keeps the first, and tell(text) informs the other phone; takeOver() makes this phone the author. */
export function shareCount(store, { editEntry }, tell) {
  let at = null;
  let agreed = EMPTY;
  let isSending = false;

  function sync() {
    const { state, ui } = store;
    if (!state?.counting || isSending) return;
    if (at !== ui.entry.key) [at, agreed] = [ui.entry.key, EMPTY];
    const theirs = sharedCount(state);
    const own = textOf(ui.entry);
    if (theirs && textOf(theirs) !== agreed) take(theirs);
    else if (own !== agreed && ui.me.scorer && !ui.entry.isBack) send(own);
  }

  function take(theirs) {
    agreed = textOf(theirs);
    const fresh = JSON.parse(agreed);
    const isSame = String(fresh.cards) === String(store.ui.entry.cards);
    editEntry({ ...(!isSame && NOTHING_SAID), ...fresh, isBack: false });
  }

  async function send(own) {
    const { game, deal, counting: { of } } = store.state;
    isSending = true;
    const { status, body } = await share(store, { count: { game, deal, of, ...JSON.parse(own) } });
    if (status === 0) await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER));
    else agreed = own;
    isSending = false;
    if (status !== 200) return sync();
    const theirs = body.counting && sharedCount(body);
    if (theirs && theirs.writer !== ownWriter())
      tell(store.t("{name} is entering the cards", { name: capitalised(body.typist) }));
    return store.hear(body);
  }

  /** Continues here with cards typed on another phone. */
  const takeOver = () => isSending || send(textOf(store.ui.entry));

  return { sync, takeOver };
}

/** An effect that shares which muggins sheets are open here. */
export function shareSheets(store) {
  let shared = "[]";
  return () => {
    const { state, ui } = store;
    const sheets = openSheets(ui.entry);
    const text = JSON.stringify(sheets);
    if (!state || !ui.me.scorer || text === shared) return;
    shared = text;
    share(store, { sheets });
  };
}

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

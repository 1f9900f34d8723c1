// The show, muggins and the end of a game, loaded during the first cards, and what phones share of them.

import { put } from "../../core/api.js";
import { capitalised } from "../../core/i18n.js";
import { ownWriter, sharedCount } from "../../game/show.js";
import { isTelling, lessonNow } from "../../game/timeline.js";
import { foldedCounts } from "../count_lines.js";
import { celebrateMoments } from "../moment.js";
import { enterClaim } from "./claim.js";
import { NOTHING_SAID } from "./hand.js";
import { followCalls, mugginsView, openSheets } from "./muggins.js";
import { agreeing, headStartNote, overView } from "./over.js";
import { countedHands, goOn, showView, stillCounted } from "./show.js";
import { confetti, finishedGame } from "./win.js";

/** The views of the show; the store holds the `finished` game. */
export function install(store, act) {
  const { sync, takeOver } = shareCount(store, act);
  [
    finishedGame(store).sync, celebrateMoments(act.answer), followCalls(store, act), sync, shareSheets(store),
  ].forEach(store.subscribe);
  return {
    views: {
      show: showView, over: overView, muggins: mugginsView, counted: countedHands, folded: foldedCounts,
      goOn, stillCounted, headStart: headStartNote, confetti,
    },
    actions: {
      takeOver, agree: agreeing(store), say: lessonNews(store, act.say),
      enterClaim: (...asked) => enterClaim(store, act, ...asked),
      // Limits what others see of the count of entry *version* to *line*; null lifts the limit.
      shareLesson: (version, line) => share(store, { lesson: { version, writer: ownWriter(), line } }),
    },
  };
}

const AGAIN_AFTER = 2000;

const share = ({ t }, what) => put("show", { writer: ownWriter(), ...what }, t.lang);

/** A typed count in canonical form, for comparison. */
function textOf({ cards = [], again = false, gives = false, missed = null }) {
  const { claim, flush = 0, nobs = null, asked = [], hint = null } = missed ?? {};
  const tried = missed && { claim, flush, nobs, asked, hint };
  return JSON.stringify({ cards, again, gives, missed: tried });
}

const EMPTY = textOf({});

/** sync() is an effect that sends this phone's typed count and adopts another's. If two conflict, the table
 * keeps the first, and informs the other phone; takeOver() makes this phone the author. */
function shareCount(store, act) {
  let at = null;
  let agreed = EMPTY;
  let isSending = false;

  function sync() {
    const { state, ui } = store;
    if (!state?.counting || isSending) return;
    if (at !== ui.entry.key) [at, agreed] = [ui.entry.key, ui.entry.isBack ? textOf(ui.entry) : EMPTY];
    const theirs = sharedCount(state);
    const own = textOf(ui.entry);
    if (theirs && textOf(theirs) !== agreed) take(theirs);
    else if (own !== agreed && ui.me.scorer && !ui.entry.isBack) send(own);
  }

  function take(theirs) {
    agreed = textOf(theirs);
    const fresh = JSON.parse(agreed);
    const isSame = String(fresh.cards) === String(store.ui.entry.cards);
    act.editEntry({ ...(!isSame && NOTHING_SAID), ...fresh, isBack: false });
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
      act.notify(store.t("{name} is entering the cards", { name: capitalised(body.typist) }));
    return store.hear(body);
  }

  const takeOver = () => isSending || send(textOf(store.ui.entry));

  return { sync, takeOver };
}

function shareSheets(store) {
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

/** Announces news by say(text); while a count is stepped through, each line as it is reached. */
function lessonNews(store, say) {
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

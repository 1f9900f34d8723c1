// The show, muggins and the end of a game, loaded during the first cards.

import { foldedCounts } from "../count_lines.js";
import { agreeing, headStartNote } from "./between_games.js";
import { enterClaim } from "./claim.js";
import { celebrateMoments } from "../moment.js";
import { followCalls, mugginsView } from "./muggins.js";
import { overView } from "./over.js";
import { lessonNews, shareCount, shareLesson, shareSheets } from "./sharing.js";
import { countedHands, goOn, showView, stillCounted } from "./show.js";
import { finishedGame } from "./story.js";
import { confetti } from "./win.js";

const VIEWS = {
  show: showView, over: overView, muggins: mugginsView, counted: countedHands, folded: foldedCounts,
  goOn, stillCounted, headStart: headStartNote, confetti,
};

/** The views of the show; the store holds the `finished` game. */
export function install(store, act) {
  store.subscribe(finishedGame(store).sync);
  store.subscribe(celebrateMoments(act.answer));
  store.subscribe(followCalls(store, (text) => act.notify(text)));
  const count = shareCount(store, act, (text) => act.notify(text));
  [count.sync, shareSheets(store)].forEach(store.subscribe);
  const claiming = (...asked) => enterClaim(store, act, ...asked);
  return { views: VIEWS, actions: {
    agree: agreeing(store), enterClaim: claiming,
    say: lessonNews(store, act.say), takeOver: count.takeOver, shareLesson: (...asked) => shareLesson(store, ...asked),
  } };
}

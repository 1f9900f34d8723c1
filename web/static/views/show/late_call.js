// Somebody whose call of muggins came too late hears so, with the points that were typed.

import { undoneEntry } from "../../core/taps.js";

/** An effect that calls tell(text) where a call was open, and its claim is closed by what others
 * entered. An undo or a correction says itself why there is nothing to call any more. */
export function tellLateCall(store, tell) {
  let [before, calls] = [null, {}];
  return () => {
    const [was, open] = [before, calls];
    const { state, ui, t } = store;
    before = state;
    calls = ui.entry.calls;
    if (!was || was.version >= state.version || isTakenBack(state, was)) return;
    const news = state.record.filter(({ entry }) => entry > was.version).flatMap(({ actions }) => actions);
    const isCalled = ({ team }) => news.some((one) => one.do === "muggins" && one.team === team);
    const late = Object.entries(open)
      .filter(([key, call]) => call.open && !calls[key] && !isCalled(call))
      .map(([, call]) => call);
    if (late.length) tell(tooLate(state, t, news, late[0].points));
  };
}

const isTakenBack = (state, before) => state.journal !== before.journal ||
  Boolean(state.latest.righted) || undoneEntry(state, before) !== null;

/** "Too late for muggins (4): the next hand is in". */
function tooLate(state, t, news, n) {
  const name = n === null ? t("Too late for muggins") : t("Too late for muggins ({n})", { n });
  return t("{name}: {why}", { name, why: whatCloses(state, t, news.at(-1)?.do) });
}

function whatCloses({ phase }, t, done) {
  if (phase === "over") return t("the game is over");
  if (done === "count") return t("the next hand is in");
  return done === "crib" ? t("the crib is in") : t("the next deal is on");
}

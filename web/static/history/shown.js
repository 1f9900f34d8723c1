// The replay that everybody is shown, as a screen on the wall follows it.

import { loadBoard } from "../board/board.js";
import { get } from "../core/api.js";
import { ageOf, nextLineIn } from "../game/timeline.js";

const AGAIN_AFTER = 2000;

/**
 * now() is what is seen instead of the table while everybody is shown a replay, else null: its
 * `state`, the `board` as it fits this screen's way(), the `age` of what it tells, and where it was
 * `turned` to. The entry before stays until the next one came.
 */
export function followReplay(store, way) {
  let asked = null;
  let seen = null;
  let telling = null;

  function now() {
    const turned = runningReplay(store.state);
    const wanted = turned && [turned.game, turned.at, way(), store.t.lang].join(" ");
    if (wanted !== asked) {
      asked = wanted;
      if (turned) load(turned, wanted);
      else seen = null;
    }
    return turned && seen && { ...seen, age: ageOf(seen.state), turned };
  }

  async function load({ game, at }, wanted) {
    const { lang } = store.t;
    const [entry, board] = await Promise.all([get(`games/${game}/${at}`, lang), boardOf(game, lang)]);
    if (asked !== wanted) return;
    if (entry.status !== 200 || !board) return setTimeout(missed, AGAIN_AFTER, wanted);
    const { journal } = entry.body;
    const state = { ...entry.body, journal: `${journal}/${game}`, seenAt: performance.now() };
    seen = { game, state, board, way: way() };
    tell();
  }

  const boardOf = async (game, lang) =>
    seen?.game === game && seen.way === way()
      ? seen.board
      : loadBoard({ of: "page", way: way(), lang, game });

  function missed(wanted) {
    if (asked === wanted) asked = null;
    store.set({});
  }

  /** Line after line of a count. */
  function tell() {
    clearTimeout(telling);
    const wait = seen && nextLineIn(seen.state);
    if (wait !== null) telling = setTimeout(tell, wait);
    store.set({});
  }

  return { now };
}

/** The one that is on, unless somebody entered something since it began. */
export const runningReplay = ({ version, asides }) =>
  asides.replay?.version === version ? asides.replay : null;

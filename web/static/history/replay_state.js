// The shared replay, on phones, walls and LEDs.

import { loadBoard } from "../board/board.js";
import { load, resource } from "../core/api.js";
import { h } from "../core/dom.js";

/** The running replay; an entry made since ends it. */
export const runningReplay = ({ version, live }) =>
  live.replay?.version === version ? live.replay : null;

/** Entry *at* of a finished *game* as a table state, with its *board*; null if a request failed. */
export async function loadEntry(ask, { game, at, way, lang, board = null }) {
  const [entry, drawn] = await Promise.all([
    ask(`games/${game}/${at}`),
    board ?? loadBoard({ of: "page", way, lang, game }),
  ]);
  if (!entry) return null;
  const journal = `${entry.journal}/${game}`;
  return { board: drawn, state: { ...entry, journal, seenAt: performance.now() } };
}

/** Keeps `ui.replay` on the shared replay for passive screens: its `state` and `board` in the orientation
 * way(). The previous entry stays until the next has loaded. */
export const followedReplay = (store, way) => resource({
  key: () => {
    const now = store.state && runningReplay(store.state);
    return now && [now.game, now.at, way(), store.t.lang].join(" ");
  },
  load: async () => {
    const { game, at } = runningReplay(store.state);
    const { replay } = store.ui;
    const isSame = replay?.game === game && replay.way === way();
    const entry = await loadEntry((path) => load(store, path), {
      game, at,
      way: way(),
      lang: store.t.lang,
      board: isSame ? replay.board : null,
    });
    return entry?.board ? { ...entry, game, way: way() } : null;
  },
  onLoad: (replay) => store.set({ replay }),
  onDrop: (key) => key === null && store.set({ replay: null }),
});

/** The state shown by scores and board: the table, or the current entry of an open replay. */
export function shownState(state, ui) {
  const { replay } = ui;
  if (ui.sheet !== "replay" || !replay?.state) return [state, ui];
  const { board, age } = replay;
  return [replay.state, { ...ui, board, age, me: { ...ui.me, scorer: false } }];
}

/** The state shown by a passive screen: the table, or the shared replay. */
export function followedState(state, ui) {
  const turned = state && runningReplay(state);
  return turned && ui.replay ? [ui.replay.state, { ...ui, ...ui.replay, turned }] : [state, ui];
}

/** A note with the progress of a running replay; a tap makes this phone follow it. */
export function replayNote(state, t, ui, act) {
  const now = runningReplay(state);
  if (!now || ui.sheet === "replay") return null;
  return h("button.second.replaying",
    { "data-key": "replaying", onclick: () => act.open("replay", now.game, { shared: true }) },
    t("Replay: entry {at} of {of}", now),
  );
}

// The replay that everybody is shown, on phones, walls and lights alike.

import { loadBoard } from "../board/board.js";
import { load } from "../core/data.js";
import { h } from "../core/dom.js";
import { resource } from "../core/resource.js";

/** The one that is on, unless somebody entered something since it began. */
export const runningReplay = ({ version, live }) =>
  live.replay?.version === version ? live.replay : null;

/** Entry *at* of a finished *game* as a state of the table, and the *board* that it was played on
 * where it is not known yet; null where no answer came. ask(path) gets what the server has
 * there. */
export async function loadEntry(ask, { game, at, way, lang, board = null }) {
  const [entry, drawn] = await Promise.all([
    ask(`games/${game}/${at}`),
    board ?? loadBoard({ of: "page", way, lang, game }),
  ]);
  if (!entry) return null;
  const journal = `${entry.journal}/${game}`;
  return { board: drawn, state: { ...entry, journal, seenAt: performance.now() } };
}

/** Keeps `ui.replay` what everybody is shown, for a screen that turns no pages: its `state` and
 * `board`, as it fits this screen's way(). The entry before stays until the next one came. */
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

/** The state that scores and board show: the table, or an entry of the replay that is open. */
export function shownState(state, ui) {
  const { replay } = ui;
  if (ui.sheet !== "replay" || !replay?.state) return [state, ui];
  const { board, age } = replay;
  return [replay.state, { ...ui, board, age, me: { ...ui.me, scorer: false } }];
}

/** The table, or the replay that everybody is shown, as a screen that turns no pages shows it. */
export function followedState(state, ui) {
  const turned = state && runningReplay(state);
  return turned && ui.replay ? [ui.replay.state, { ...ui, ...ui.replay, turned }] : [state, ui];
}

/** A note that a replay is on, and how far it is; tapped, this phone follows it. */
export function replayNote(state, t, ui, act) {
  const now = runningReplay(state);
  if (!now || ui.sheet === "replay") return null;
  return h("button.second.replaying",
    { "data-key": "replaying", onclick: () => act.open("replay", now.game, { shared: true }) },
    t("Replay: entry {at} of {of}", now),
  );
}

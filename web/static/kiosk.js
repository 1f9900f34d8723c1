// The display for a wall, kiosk or tablet; it needs no interaction.

import { boardResource, pegRenderer, upright, wayOf } from "./board/board.js";
import { followTable, tableData } from "./core/data.js";
import { render } from "./core/dom.js";
import { setLanguage } from "./core/i18n.js";
import { recall } from "./core/storage.js";
import { makeStore } from "./core/store.js";
import { canSpeak, speak, stopSpeaking, wakeLock } from "./device/accessibility.js";
import { pegSound } from "./device/peg_sound.js";
import { walksUntil } from "./game/timeline.js";
import { followedReplay, followedState } from "./history/replay_state.js";
import { kioskView } from "./views/kiosk.js";
import { celebrateMoments } from "./views/moment.js";
import { spokenNews } from "./views/notices.js";
import { finishedGame } from "./views/show/win.js";

const way = () => wayOf(upright);
const showPegs = pegRenderer();
const asked = new URLSearchParams(location.search);
const sound = pegSound();
const store = makeStore({ onEntry: (state, before) => {
  if (!store.ui.hasSound) return;
  sound.walk(state.latest.steps, store.ui.elapsed);
  if (canSpeak()) speak(spokenNews(state, before, store.t), store.t.lang);
} });

const act = {
  set: store.set,
  toggleSound: () => {
    store.set({ hasSound: !store.ui.hasSound });
    if (store.ui.hasSound) sound.unlock();
    else sound.walk([], 0);
    stopSpeaking();
  },
  showFullScreen:
    document.fullscreenEnabled && (() => document.documentElement.requestFullscreen()),
};

const board = boardResource(store, way);
// Never show pegs of a new game on the previous game's board.
store.subscribe(board.sync);
store.subscribe(({ state, t, ui }) => {
  const [seen, seenUi] = followedState(state, ui);
  const shown = render(kioskView(seen, t, seenUi, act));
  if (seen) showPegs(shown.querySelector(".board"), seenUi.board, seen, walksUntil(seen, seenUi));
});

const data = tableData(store);
[followedReplay(store, way).sync, finishedGame(store).sync, celebrateMoments()].forEach(store.subscribe);

const live = followTable(store, [data.me, data.settings, board]);

upright.addEventListener("change", () => store.set({}));
store.set({ inviting: asked.has("join") || recall("inviting", false) });

const { lang } = document.documentElement;
await setLanguage(store, asked.has("lang") ? lang : recall("lang", lang));
live.refresh();
data.me.refresh();
wakeLock(() => {})(true);

// The on-screen keypad with the sixteen keys of a real one.

import { boardResource, pegRenderer } from "./board/board.js";
import { followLights, loadLedBoard } from "./board/leds.js";
import { resource, watch } from "./core/api.js";
import { chooseLetters, followTable, tableData } from "./core/data.js";
import { render } from "./core/dom.js";
import { setLanguage } from "./core/i18n.js";
import { keyQueue } from "./core/queue.js";
import { recall, remember } from "./core/storage.js";
import { makeStore } from "./core/store.js";
import { announceTyped, announcements, wakeLock } from "./device/accessibility.js";
import { listenForQuestions } from "./device/ask_aloud.js";
import { listenForKeys } from "./device/input.js";
import { walksUntil } from "./game/timeline.js";
import { followedReplay, followedState } from "./history/replay_state.js";
import { typedOnKeypad } from "./views/header.js";
import { keyName, keypadView } from "./views/keypad.js";
import { spokenNews } from "./views/notices.js";

const { say, answer, again } = announcements(document.querySelector("#spoken"));
const showPegs = pegRenderer();
let flash = null;
let locked = null;

const store = makeStore({ onEntry: (state, before) => say(spokenNews(state, before, store.t)) });

const board = boardResource(store);

// A refusal is cleared by the next entry; a notice about unanswered keys stays until they are answered.
store.subscribe(({ state, ui, set }) => {
  const { text, version, typed } = ui.notice ?? {};
  if (text && (version !== state.version || typed !== state.typed)) set({ notice: null });
});
store.subscribe(watch(() => store.state, (state) => state && lock(state)));
// Never show pegs of a new game on the previous game's board.
store.subscribe(board.sync);
store.subscribe(({ state, t, ui }) => {
  const [seen, seenUi] = followedState(state, ui);
  const shown = render(keypadView(state, t, ui, act));
  leds.draw();
  if (seen) showPegs(shown.querySelector(".board"), seenUi.board, seen, walksUntil(seen, seenUi));
});

const ledBoard = resource({
  key: () => store.ui.ledBoardId,
  load: () => loadLedBoard({ way: "landscape", lang: store.t.lang }),
  onLoad: (drawn) => store.set({ ledBoard: drawn }),
});
const data = tableData(store);
[
  announceTyped(() => typedOnKeypad(store.state, store.t), say), ledBoard.sync,
  followedReplay(store, () => "landscape").sync,
].forEach(store.subscribe);

const live = followTable(store, [data.me, data.settings, board]);

const leds = followLights({
  lang: () => store.t.lang,
  place: () => document.querySelector(".lit"),
  board: () => store.ui.ledBoard,
  onChange: ({ board: ledBoardId, isShown }) => store.set({ ledBoardId, hasLights: isShown }),
});

const press = keyQueue({
  lang: () => store.t.lang,
  saw: () => ({ seen: store.state.version, pending: Boolean(store.state.typed) }),
  onAnswered: (key, { result, why, ...state }) => {
    const { t } = store;
    const doesNothing = key === "OK" && state.keypad.legends.OK
      ? t("OK alone does nothing now: hold it.")
      : t("{key} does nothing now; the lit keys do.", { key: keyName(key, t) });
    const refused = result === "refused" && (why ?? (state.locked_ms > 0 ? state.locked_why : doesNothing));
    // With its first entry, a phone without a name gets a number.
    if (result === "done" && !store.ui.me.signs) data.me.refresh();
    store.hear(state);
    notify(key, refused ? { text: refused } : null);
  },
  onNotice: (notice) => notify(null, notice),
});

/** All keypads are locked together: each page disables its keys for that time and says why. */
function lock({ locked_ms: ms, locked_why: why }) {
  clearTimeout(locked);
  store.set({ lockedWhy: ms > 0 ? why : null });
  if (ms <= 0) return;
  locked = setTimeout(() => {
    const { notice } = store.ui;
    store.set({ lockedWhy: null, notice: notice?.text === why ? null : notice });
  }, ms);
}

function notify(key, notice) {
  clearTimeout(flash);
  if (notice?.text) say(notice.text);
  const { version, typed } = store.state;
  store.set({ notice: notice && { ...notice, version, typed }, refused: notice && key });
  flash = setTimeout(() => store.set({ refused: null }), 600);
}

const speak = (lang) => setLanguage(store, lang, (t) => t("Keypad"));

const act = {
  answer,
  sayAgain: again,
  setLanguage: async (lang) => {
    remember("lang", lang);
    await speak(lang);
    live.refresh();
  },
  setLetters: (letters) => chooseLetters(store, letters),
};

store.set({ hasLights: false, ledBoard: null, ledBoardId: null });
await speak(recall("lang", document.documentElement.lang));
listenForQuestions();
listenForKeys((key) => store.state && store.ui.me.scorer && press(key));
live.refresh();
data.me.refresh();
leds.refresh();
wakeLock(() => {})(true);

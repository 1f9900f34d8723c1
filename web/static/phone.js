// The page on the phone: follows the table, draws what it sees, sends what people tap.

import { boardResource } from "./board/board.js";
import { pegRenderer } from "./board/pegs.js";
import { hostActions, makeActions, openSheet, phoneOwner } from "./core/actions.js";
import { followTable, restoredEntryMode, rulebook, tableData } from "./core/data.js";
import { patch } from "./core/dom.js";
import { setLanguage } from "./core/i18n.js";
import { lazyActions, showResource } from "./core/lazy.js";
import { actionQueue } from "./core/queue.js";
import { watch } from "./core/resource.js";
import { recall } from "./core/storage.js";
import { makeStore } from "./core/store.js";
import { accessibility, announceTyped, buzzForTurn } from "./device/accessibility.js";
import { announcements } from "./device/announcements.js";
import { fitShow } from "./device/fit.js";
import { rememberEntryMode, tellCounting } from "./game/entry_mode.js";
import { ownTurn } from "./game/teams.js";
import { shownState } from "./history/replay_state.js";
import { clickOverlapping } from "./input/touch.js";
import { linkName, typedOnKeypad } from "./views/header.js";
import { spokenNews } from "./views/notices.js";
import { pageView } from "./views/page.js";

const showPegs = pegRenderer();
const act = {};
const lazyViews = {};
let shown = document.querySelector("#page").firstElementChild;

const store = makeStore({
  onEntry: (state, before) => {
    spoken.say(spokenNews(state, before));
    // Those who were still choosing rules now sit at the table.
    if (store.ui.sheet === "setup" && before.phase === "over" && state.phase !== "over") {
      store.set({ sheet: null });
    }
  },
});

const access = accessibility(store, act);
const spoken = announcements(document.querySelector("#spoken"), access.announce);
const board = boardResource(store);

// Pegs of a new game never stand on the board of the one before.
store.subscribe(board.sync);

store.subscribe(({ state, t, ui }) => {
  const focused = document.activeElement;
  shown = patch(shown, pageView(state, t, ui, act, lazyViews));
  fitShow(shown);
  access.afterRender(shown, focused);
  const [seen, { board }] = shownState(state, ui);
  showPegs(shown.querySelector(".board"), board, seen);
});

const data = tableData(store, {
  onMe: (me, before) => {
    const text = lostRight(before, me, store.t);
    if (text) act.notify(text);
  },
  onSettings: (settings) => host.applySettings(settings),
});
const announce = announceTyped(
  () => typedOnKeypad(store.state, store.t),
  spoken.say,
);
const rules = rulebook(store);
const entryMode = restoredEntryMode(store);
const announceLink = watch(
  () => store.ui.link,
  (link, before) => before && link !== "live" && spoken.say(linkName(store.t, link), { aloud: false }),
);
const buzzOnTurn = watch(() => ownTurn(store), (turn) => turn && store.ui.turnBuzz && buzzForTurn());
const telling = tellCounting(store, (text) => act.notify(text));
[announce, announceLink, buzzOnTurn, phoneOwner(store, act)].forEach(store.subscribe);
[rules.sync, rememberEntryMode, telling, entryMode.sync].forEach(store.subscribe);

/** The sentence for a right that was taken back; null where none was. */
function lostRight(before, now, t) {
  if (before.scorer && !now.scorer) {
    return t(
      "The join code has changed. Ask for the new one to keep score again.",
    );
  }
  if (before.host && !now.host) {
    return t("The host’s PIN has changed: this phone is no longer the host.");
  }
  return null;
}

const live = followTable(store, [data, board]);

const submit = access.vibrating(
  actionQueue({
    lang: () => store.t.lang,
    seen: () => store.state.version,
    onBusy: (busy) => store.set({ busy }),
    onState: (fresh) => {
      store.hear(fresh);
      // With its first entry a phone without a name gets a number.
      if (!store.ui.me.signs) data.me.refresh();
    },
    onStale: (fresh) => {
      store.hear(fresh);
      live.refresh();
    },
    onNotice: (notice) => store.set({ notice }),
  }),
);

const host = hostActions(store, data, (sheet) => act.open(sheet));
Object.assign(
  act,
  makeActions(store, { submit, live }),
  lazyActions(store, act, lazyViews, (sheet) => openSheet(store, sheet)),
  host.actions,
  access.actions,
  { answer: spoken.answer, sayAgain: spoken.again },
);

store.subscribe(showResource(store, act.load).sync);
window.addEventListener("resize", () => store.state && store.set({}));

/** The code of an address such as /j/7QK4-93, which a scanned QR leads to. Codes have nothing that
 * an address writes in another way: one that has is none, and the table says so. */
const invitation = location.pathname.match(/^\/j\/([^/]+)$/)?.[1] ?? null;

store.set({ invitation, sheet: location.pathname === "/join" ? "join" : null });
clickOverlapping();
await setLanguage(store, recall("lang", document.documentElement.lang));
live.refresh();
data.me.refresh();
// The first card can be laid before the page can be asked.
setTimeout(() => act.load("asking").then(() => store.set({})), 1000);

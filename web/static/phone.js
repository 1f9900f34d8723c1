// The page on the phone: follows the table, draws what it sees, sends what people tap.

import { needBoard } from "./board/board.js";
import { pegRenderer } from "./board/pegs.js";
import { loadMe, loadRulebook, makeActions, sendEntryMode, setLanguage } from "./core/actions.js";
import { hostData } from "./core/data.js";
import { patch } from "./core/dom.js";
import { shownState } from "./core/lazy.js";
import { follow } from "./core/live.js";
import { actionQueue } from "./core/queue.js";
import { recall } from "./core/storage.js";
import { makeStore } from "./core/store.js";
import { accessibility, announceTyped } from "./device/accessibility.js";
import { overlappingTaps } from "./input/touch.js";
import { typedOnKeypad } from "./views/header.js";
import { sentences } from "./views/notices.js";
import { pageView } from "./views/page.js";

const root = document.querySelector("#page");
const spoken = document.querySelector("#spoken");
const peg = pegRenderer();
const hearTyped = announceTyped((text) => {
  spoken.textContent = text;
});
let shown = root.firstElementChild;

const store = makeStore({
  onChange: ({ state, t, ui }) => {
    shown = sense.around(() => patch(shown, pageView(state, t, ui)));
    hearTyped(typedOnKeypad(state, t));
    if (["idle", "over"].includes(state?.phase)) loadRulebook(store);
    if (state) {
      host.heed();
      needBoard(store);
      sendEntryMode(store);
    }
    const [seen, { board }] = shownState(state, ui);
    peg(shown.querySelector(".board"), board, seen);
    ui.past?.hear();
    ui.mending?.heed();
  },
  onNews: (state, before) => {
    spoken.textContent = sentences(state).join(" ");
    sense.tell(spoken.textContent);
    // Whoever else was still choosing rules now sits at the table.
    if (store.ui.sheet === "setup" && before.phase === "over" && state.phase !== "over") {
      store.ui.sheet = null;
    }
  },
});

const sense = accessibility(store);
const host = hostData(store, { loadMe, setLanguage });

const live = follow({
  lang: () => store.t.lang,
  onState: store.hear,
  onLink: (link) => {
    const back = link === "live" && store.ui.link === "reconnecting";
    store.set({ link });
    if (back) {
      Object.assign(store.ui, { boardAsked: null, habitsTold: false });
      loadMe(store);
    }
  },
});

const act = sense.entering(actionQueue({
  lang: () => store.t.lang,
  seen: () => store.state.version,
  onBusy: (busy) => store.set({ busy }),
  onState: (fresh) => {
    store.hear(fresh);
    // With its first entry a phone without a name gets a number.
    if (!store.ui.me.signs) loadMe(store);
  },
  onStale: (fresh) => {
    store.hear(fresh);
    live.refresh();
  },
  onTold: (told) => store.set({ told }),
}));

/**
 * The code of an address such as /j/7QK4-93, which a scanned QR leads to. Codes have nothing that
 * an address writes in another way: one that has is none, and the table says so.
 */
const invitation = () => location.pathname.match(/^\/j\/([^/]+)$/)?.[1] ?? null;

Object.assign(store.ui, makeActions(store, { act, live }), host.verbs, sense.verbs, {
  invitation: invitation(),
  sheet: location.pathname === "/join" ? "join" : null,
});
overlappingTaps();
await setLanguage(store, recall("lang", document.documentElement.lang));
live.refresh();
loadMe(store);

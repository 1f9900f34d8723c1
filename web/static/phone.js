// The page on the phone: follows the table, draws what it sees, sends what people tap.

import { recall } from "./core/storage.js";
import { doer } from "./core/queue.js";
import { needBoard } from "./board/board.js";
import { hosting } from "./core/data.js";
import { lookingAt } from "./core/lazy.js";
import { follow } from "./core/live.js";
import { patch } from "./core/patch.js";
import { pegging } from "./board/pegs.js";
import { senses } from "./device/accessibility.js";
import { makeStore } from "./core/store.js";
import { thumbs } from "./input/touch.js";
import { typedSaid } from "./device/typedsaid.js";
import { dress, meet, needRows, tellHabits, verbs } from "./core/actions.js";
import { page } from "./views/page.js";
import { sentences } from "./views/notices.js";
import { typedNow } from "./views/typed.js";

const root = document.querySelector("#page");
const spoken = document.querySelector("#spoken");
const peg = pegging();
const hearTyped = typedSaid((text) => {
  spoken.textContent = text;
});
let shown = root.firstElementChild;

const store = makeStore({
  onChange: ({ state, words, ui }) => {
    shown = sense.around(() => patch(shown, page(state, words, ui)));
    hearTyped(typedNow(state, words));
    if (["idle", "over"].includes(state?.phase)) needRows(store);
    if (state) {
      host.heed();
      needBoard(store);
      tellHabits(store);
    }
    const [seen, { board }] = lookingAt(state, ui);
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

const sense = senses(store);
const host = hosting(store, { meet, dress });

const live = follow({
  lang: () => store.words.lang,
  onState: store.hear,
  onLink: (link) => {
    const back = link === "live" && store.ui.link === "reconnecting";
    store.set({ link });
    if (back) {
      Object.assign(store.ui, { boardAsked: null, habitsTold: false });
      meet(store);
    }
  },
});

const act = sense.entering(doer({
  lang: () => store.words.lang,
  seen: () => store.state.version,
  onBusy: (busy) => store.set({ busy }),
  onState: (fresh) => {
    store.hear(fresh);
    // With its first entry a phone without a name gets a number.
    if (!store.ui.me.signs) meet(store);
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

Object.assign(store.ui, verbs(store, { act, live }), host.verbs, sense.verbs, {
  invitation: invitation(),
  sheet: location.pathname === "/join" ? "join" : null,
});
thumbs();
await dress(store, recall("lang", document.documentElement.lang));
live.refresh();
meet(store);

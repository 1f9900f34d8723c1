// The page on the phone: follows the table, draws what it sees, sends what people tap.

import { recall } from "./device.js";
import { doer } from "./doing.js";
import { needBoard } from "./drawing.js";
import { hosting } from "./hosting.js";
import { lookingAt } from "./late.js";
import { follow } from "./live.js";
import { patch } from "./patch.js";
import { pegging } from "./pegs.js";
import { senses } from "./senses.js";
import { makeStore } from "./store.js";
import { thumbs } from "./thumbs.js";
import { typedSaid } from "./typedsaid.js";
import { dress, meet, needRows, tellHabits, verbs } from "./verbs.js";
import { page } from "./view/page.js";
import { sentences } from "./view/told.js";
import { typedNow } from "./view/typed.js";

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

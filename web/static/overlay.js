// The scores on a transparent background, as an overlay for a video stream.

import { followTable } from "./core/data.js";
import { patch } from "./core/dom.js";
import { setLanguage } from "./core/i18n.js";
import { recall } from "./core/storage.js";
import { makeStore } from "./core/store.js";
import { overlayView } from "./views/overlay.js";

let shown = document.querySelector("#page").firstElementChild;
const store = makeStore();
store.subscribe(({ state, t, ui }) => {
  shown = patch(shown, overlayView(state, t, ui));
});
const live = followTable(store, []);

const { lang } = document.documentElement;
const isAsked = new URLSearchParams(location.search).has("lang");
await setLanguage(store, isAsked ? lang : recall("lang", lang));
live.refresh();

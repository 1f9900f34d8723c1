// Sheets: Back and Forward between them, and the modules that load when needed.

import { resource } from "./api.js";
import { h } from "./dom.js";

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** Sheets that need an argument: a finished game or a choice. */
const ABOUT_ONE = ["game", "entries", "replay", "leave", "picture"];

/** Keeps the browser's history in step with `ui.sheet`; `ui.trail` is the stack of open sheets. The address
 * does not change. open(sheet, …) reopens a sheet on Back or Forward, null the table.
 *
 * sync() subscribes to the store before the renderer; back() returns to the previous sheet. */
export function navigation(store, open) {
  const { ui } = store;
  let isMoving = false;
  let isRestored = false;

  function sync() {
    if (!store.state || isMoving) return;
    if (!isRestored) return begin(history.state?.trail ?? []);
    const now = ui.sheet && { sheet: ui.sheet, asked: ABOUT_ONE.includes(ui.sheet) ? ui.asked : [] };
    const { trail } = ui;
    const at = now ? trail.findIndex(({ sheet, asked }) => same({ sheet, asked }, now)) : -1;
    if (now && at < 0) goTo(now);
    else if (at < trail.length - 1) goBackTo(at);
  }

  /** After a reload the open sheet is restored, except a replay, which looks like the table. */
  function begin(trail) {
    isRestored = true;
    const isReplay = trail.at(-1)?.sheet === "replay";
    if (trail.length) restore(trail, isReplay ? [] : kept(trail));
    else sync();
  }

  /** An abandoned correction is not reopened. */
  const kept = (trail) => trail.filter(({ sheet }) => sheet !== "correct" || ui.draft);

  function goTo(place) {
    const { trail } = ui;
    const top = scroller()?.scrollTop ?? 0;
    const left = trail.map((one, nth) => (nth === trail.length - 1 ? { ...one, top } : one));
    history.replaceState({ trail: left }, "");
    store.set({ trail: [...left, place] });
    history.pushState({ trail: ui.trail }, "");
  }

  function goBackTo(at) {
    isMoving = true;
    const steps = at + 1 - ui.trail.length;
    store.set({ trail: ui.trail.slice(0, at + 1) });
    history.go(steps);
  }

  async function restore(trail, known = kept(trail)) {
    isMoving = true;
    store.set({ trail: known });
    await show(known.at(-1));
    const { top } = known.at(-1) ?? {};
    if (top && scroller()) scroller().scrollTop = top;
    if (known.length < trail.length) return history.go(known.length - trail.length);
    isMoving = false;
    return sync();
  }

  const show = (place) => open(place?.sheet ?? null, ...(place?.asked ?? []));

  window.addEventListener("popstate", ({ state }) => {
    const trail = state?.trail ?? [];
    if (isMoving && same(trail, ui.trail)) {
      isMoving = false;
      sync();
    } else if (!same(trail, ui.trail)) restore(trail);
  });

  return { sync, back: () => show(ui.trail.at(-2)) };
}

const scroller = () => document.querySelector("main.scroll");

const MODULES = {
  history: () => import("../history/history.js"),
  correction: () => import("../correction/correction.js"),
  machine: () => import("../views/machine.js"),
  menu: () => import("../views/menu/menu.js"),
  setup: () => import("../views/setup/setup.js"),
  show: () => import("../views/show/install.js"),
};

/** Modules with a style sheet of the same name; and those that load by themselves, so that no one waits. */
const STYLED = ["history", "show"];
const QUIET = ["menu", "show"];

const SHEETS = [
  "games", "game", "figures", "quiz", "replay", "rules", "keyboard", "settings", "history", "entries",
  "picture",
];

const IN_MENU = ["menu", "mode", "deal", "leave", "concede", "join", "who"];
const MACHINE = ["backup", "wifi"];

const sheets = {};

/** Adds the style sheet *name* next to the page's own; rejects if it fails to load. */
const addSheet = (name) => sheets[name] ??= new Promise((resolve, reject) => {
  const [page] = document.head.querySelectorAll("link[rel=stylesheet]");
  const link = h("link", { rel: "stylesheet", href: page.href.replace("phone.css", `${name}.css`) });
  link.onload = resolve;
  link.onerror = () => {
    link.remove();
    delete sheets[name];
    reject();
  };
  document.head.append(link);
});

/** Actions that need a lazy module. Loaded views are added to *views*, actions to *act*. open(sheet, …)
 * opens any sheet, using openSheet for those that need no lazy module. The show loads *after* the first card
 * can be laid, and is tried until it succeeds. */
export function lazyActions(store, act, views, openSheet, after) {
  const installed = {};
  let failed = 0;

  async function load(name) {
    try {
      if (STYLED.includes(name)) await addSheet(name);
      const { install } = await MODULES[name]();
      installed[name] ??= install(store, act);
    } catch {
      if (!QUIET.includes(name)) act.notify();
      return null;
    }
    Object.assign(views, installed[name].views);
    return Object.assign(act, installed[name].actions);
  }

  async function open(sheet, ...asked) {
    if (MACHINE.includes(sheet)) return (await load("machine")) && installed.machine.openMachine(sheet);
    if (IN_MENU.includes(sheet) && !views[sheet] && !(await load("menu")))
      return act.notify();
    if (!SHEETS.includes(sheet)) return openSheet(sheet, ...asked);
    store.set({ notice: null });
    return (await load("history"))?.openHistory(sheet, ...asked);
  }

  const loadWhen = (isDue, name, more) => store.subscribe(resource({
    key: () => (isDue(store) ? name : null),
    load: () => load(name),
    onLoad: () => store.set({}),
    ...more,
  }).sync);
  loadWhen(({ state, ui }) => ["idle", "over", "draw"].includes(state?.phase) || ui.sheet === "setup" ||
    (ui.sheet === "replay" && ui.replay?.state?.phase === "draw"), "setup");
  // Sheets that are opened without the menu, such as that of /join.
  loadWhen(({ ui }) => IN_MENU.includes(ui.sheet) && !views.menu, "menu");
  // From the first card of the play of any deal, and in a replay.
  loadWhen(({ state, ui }) => ["play", "show", "over"].includes(state?.phase) || state?.deal > 1 ||
    state?.game > 1 || ui.sheet === "replay", "show", { after, load: async () => {
    const loaded = await load("show");
    if (!loaded) failed += 1;
    // Some browsers cache a failed module import until the page is reloaded.
    if (failed === 3 && store.ui.link === "live") location.reload();
    return loaded;
  } });

  const correcting = (name) => async (...asked) => (await load("correction"))?.[name](...asked);

  return { open, load, correct: correcting("correct"), showDeal: correcting("showDeal") };
}

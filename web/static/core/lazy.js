// Lazy modules: menu, show and end of a game are prefetched during the first cards; past games,
// corrections, settings and set-up load when opened. None is needed to play a card.

import { h } from "./dom.js";
import { resource } from "./resource.js";

const MODULES = {
  history: () => import("../history/history.js"),
  correction: () => import("../correction/correction.js"),
  machine: () => import("../views/machine.js"),
  menu: () => import("../views/menu/menu.js"),
  setup: () => import("../views/setup/setup.js"),
  show: () => import("../views/show/install.js"),
};

/** Modules with a style sheet of the same name. */
const STYLED = ["history", "show"];

/** Modules that are prefetched. */
const QUIET = ["menu", "show"];

const SHEETS = [
  "games", "game", "figures", "quiz", "replay", "rules", "keyboard", "settings", "history", "entries",
  "picture",
];

/** The menu and its sheets. */
const IN_MENU = ["menu", "mode", "deal", "leave", "concede", "join", "who"];

/** The host's sheets about the machine. */
const MACHINE = ["backup", "wifi"];

const BEFORE_CARDS = ["idle", "over", "draw"];

const TRIES = 3;

/** An effect that retries loading the show by *load* of lazyActions until it succeeds. Some browsers cache
 * a failed module import until the page is reloaded. */
export function showResource(store, load, after) {
  let failed = 0;
  return resource({
    key: () => (isShowDue(store) ? "show" : null),
    load: async () => {
      const found = await load("show");
      if (!found) failed += 1;
      if (failed === TRIES && store.ui.link === "live") location.reload();
      return found;
    },
    onLoad: () => store.set({}),
    after,
  });
}

/** Style sheets loaded or loading, by name. */
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

/** True from the first card of the play of any deal, and in a replay. */
const isShowDue = ({ state, ui }) =>
  ["play", "show", "over"].includes(state?.phase) || state?.deal > 1 || state?.game > 1 || ui.sheet === "replay";

const isSetupDue = ({ state, ui }) =>
  BEFORE_CARDS.includes(state?.phase) || ui.sheet === "setup" ||
  (ui.sheet === "replay" && ui.replay?.state?.phase === "draw");

/** Actions that need a lazy module. Loaded views are added to *views*, actions to *act*. open(sheet, …)
 * opens any sheet, using openSheet for those that need no lazy module. */
export function lazyActions(store, act, views, openSheet) {
  const installed = {};

  async function load(name) {
    try {
      if (STYLED.includes(name)) await addSheet(name);
      const { install } = await MODULES[name]();
      installed[name] ??= install(store, act);
    } catch {
      if (!QUIET.includes(name)) act.notify(store.t("No answer from the table."));
      return null;
    }
    Object.assign(views, installed[name].views);
    return Object.assign(act, installed[name].actions);
  }

  async function open(sheet, ...asked) {
    if (MACHINE.includes(sheet)) return (await load("machine")) && installed.machine.openMachine(sheet);
    if (IN_MENU.includes(sheet) && !views[sheet] && !(await load("menu")))
      return act.notify(store.t("No answer from the table."));
    if (!SHEETS.includes(sheet)) return openSheet(sheet, ...asked);
    store.set({ notice: null });
    return (await load("history"))?.openHistory(sheet, ...asked);
  }

  /** The sheets of a new match and of the draw for first deal. */
  const setup = resource({
    key: () => (isSetupDue(store) ? "setup" : null),
    load: () => load("setup"),
    onLoad: () => store.set({}),
  });
  /** The menu's sheets that are opened without the menu, such as that of /join. */
  const menu = resource({
    key: () => (IN_MENU.includes(store.ui.sheet) && !views.menu ? "menu" : null),
    load: () => load("menu"),
    onLoad: () => store.set({}),
  });
  [setup, menu].forEach(({ sync }) => store.subscribe(sync));

  const correcting = (name) => async (...asked) => (await load("correction"))?.[name](...asked);

  return {
    open, load,
    correct: correcting("correct"),
    showDeal: correcting("showDeal"),
    hideDeal: correcting("hideDeal"),
  };
}

// Past games, corrections, settings and the set-up of a match: nobody needs them to lay a card, so
// they are fetched when somebody does.

import { resource } from "./resource.js";

const MODULES = {
  history: () => import("../history/history.js"),
  correction: () => import("../correction/correction.js"),
  setup: () => import("../views/setup/setup.js"),
};

const SHEETS = [
  "games", "game", "figures", "quiz", "replay", "rules", "keyboard", "devices", "settings",
  "history",
];

const BETWEEN = ["idle", "over"];

/** The actions that need a lazy module; its views come into *views*, its own actions into *act*.
 * open(sheet, …) opens any sheet; those that need no lazy module by openSheet. */
export function lazyActions(store, act, views, openSheet) {
  const installed = {};

  async function load(name) {
    try {
      const { install } = await MODULES[name]();
      installed[name] ??= install(store, act);
    } catch {
      act.notify(store.t("No answer from the table."));
      return null;
    }
    Object.assign(views, installed[name].views);
    return Object.assign(act, installed[name].actions);
  }

  async function open(sheet, ...asked) {
    if (!SHEETS.includes(sheet)) return openSheet(sheet);
    store.set({ notice: null });
    return (await load("history"))?.openHistory(sheet, ...asked);
  }

  /** Whoever may begin a match finds its sheet there. */
  const setup = resource({
    key: () => BETWEEN.includes(store.state?.phase) || store.ui.sheet === "setup" ? "setup" : null,
    load: () => load("setup"),
    onLoad: () => store.set({}),
  });
  store.subscribe(setup.sync);

  const correcting = (name) => async (...asked) => (await load("correction"))?.[name](...asked);

  return {
    open,
    correct: correcting("correct"),
    showDeal: correcting("showDeal"),
    hideDeal: correcting("hideDeal"),
  };
}

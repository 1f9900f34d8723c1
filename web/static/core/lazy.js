// Past games and corrections: few open them, so they are fetched when somebody does.

const MODULES = {
  history: () => import("../history/history.js"),
  correction: () => import("../correction/correction.js"),
};

const SHEETS = ["games", "game", "figures", "quiz", "replay", "rules", "keyboard", "devices"];

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

  const correcting = (name) => async (...asked) => (await load("correction"))?.[name](...asked);

  return {
    open,
    correct: correcting("correct"),
    showDeal: correcting("showDeal"),
    hideDeal: correcting("hideDeal"),
  };
}

// Server data other than the table: rights, settings, rules; refetched when the table reports a change.

import { applyTeamColours } from "../game/teams.js";
import { follow, load, put, resource, watch } from "./api.js";
import { loadLanguage } from "./i18n.js";
import { remember } from "./storage.js";

/** This device's rights and the table's settings, refetched when they change. Calls
 * onMe(me, before) and onSettings(settings). */
export function tableData(store, { onMe = () => {}, onSettings, after } = {}) {
  const me = resource({
    key: () => "me",
    load: () => load(store, "me"),
    onLoad: hearMe,
  });
  const settings = resource({
    key: () => store.state?.machine.settings_tag ?? null,
    load: async (tag) => {
      const body = await load(store, "settings");
      // Ignore settings that are outdated or not yet in force: the table reports the next tag.
      return body?.tag === tag ? body : null;
    },
    onLoad: onSettings ?? ((body) => applySettings(store, body)),
    after,
  });
  const onRights = watch(
    () => {
      const { rights_tag: tag, address, wifi } = store.state?.machine ?? {};
      return store.state && [tag, address, wifi].join(" ");
    },
    (_, before) => before && me.refresh(),
  );
  store.subscribe(onRights);
  store.subscribe(settings.sync);

  function hearMe(fresh) {
    // A newer server has newer files; reload this page.
    if (!import.meta.url.includes(fresh.page)) location.reload();
    const before = store.ui.me;
    store.set({ me: fresh });
    if (fresh.asks_time) put("setup/clock", { now: Math.round(Date.now() / 1000) }, store.t.lang);
    onMe(fresh, before);
  }

  return { me, settings, hearMe };
}

/** Sets the letters on the cards for this device, and for the table if a scorer is the first to do so. */
export async function chooseLetters(store, letters) {
  remember("letters", letters);
  store.translate(await loadLanguage(store.t.lang));
  if (store.ui.me.scorer) put("letters", { letters }, store.t.lang);
}

/** Shows the table's team colours, and the letters on its cards unless this device has its own. */
export async function applySettings(store, { team_colours: colours, letters }) {
  applyTeamColours(colours);
  const { dataset } = document.documentElement;
  if (dataset.letters === letters) return;
  dataset.letters = letters;
  store.translate(await loadLanguage(store.t.lang));
}

/** Follows the table. Refreshes *known* on reconnecting, since the server may be a new version. */
export const followTable = (store, known) => follow({
  lang: () => store.t.lang,
  onState: store.hear,
  onLink: (link) => {
    const isBack = link === "live" && store.ui.link === "reconnecting";
    store.set({ link });
    if (isBack) known.forEach((one) => one.refresh());
  },
});

/** The rules and their options by key, in this device's language. */
export const rulebook = (store) => resource({
  key: () => {
    const { sheet, rulebook: known } = store.ui;
    const between = ["idle", "over"].includes(store.state?.phase);
    const reads = ["setup", "correct", "games", "game", "quiz", "replay", "rules"].includes(sheet);
    return known || between || reads ? store.t.lang : null;
  },
  load: () => load(store, "rules"),
  onLoad: ({ rules, ...rest }) => {
    const byKey = Object.fromEntries(rules.map((row) => [row.key, row]));
    store.set({ rulebook: { ...rest, rules: byKey } });
  },
});

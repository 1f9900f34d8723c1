// What the host may change and what this device may do, kept up to date with the table.

import { applyTeamColours } from "../game/teams.js";
import { ask, get, put } from "./api.js";
import { follow } from "./live.js";
import { recall } from "./storage.js";

const AGAIN_AFTER = 2000;
const GATHERED_FOR = 150;
const LOOK_AGAIN_AFTER = 4000;

/** The verbs for the views; heed() goes by what the table says of settings and rights. */
export function hostData(store, { loadMe, setLanguage }) {
  const { set, ui } = store;
  const known = { settings: null, rights: null };
  let pending = {};
  let timer = null;

  function heed() {
    const { settings, rights } = store.state.asides;
    if (rights !== known.rights) {
      if (known.rights) loadMe(store);
      known.rights = rights;
    }
    if (settings !== known.settings) {
      known.settings = settings;
      load();
    }
  }

  async function load() {
    const { status, body } = await get("settings", store.t.lang);
    // Of what is no longer, or not yet, in force the table tells by itself.
    if (status === 200) return body.tag === known.settings && take(body);
    return setTimeout(load, AGAIN_AFTER);
  }

  /** What is being changed here is newer than what comes from the table. */
  function take(settings) {
    applyTeamColours(settings.colours);
    const { dataset } = document.documentElement;
    const others = dataset.letters !== settings.letters;
    dataset.letters = settings.letters;
    set({ settings: { ...settings, ...pending } });
    if (others && recall("letters", null) === null) setLanguage(store, store.t.lang);
  }

  /** Changes are in force while a finger still moves, but not one by one. */
  function change(changes) {
    pending = { ...pending, ...changes };
    set({ settings: { ...ui.settings, ...changes }, saved: "saving" });
    clearTimeout(timer);
    timer = setTimeout(send, GATHERED_FOR);
  }

  function send() {
    const sent = pending;
    pending = {};
    return keep(sent);
  }

  async function keep(sent) {
    const { status, body } = await put("settings", sent, store.t.lang);
    if (status === 200) {
      known.settings = body.tag;
      take(body);
      return set({ saved: "saved" });
    }
    set({ saved: null, told: { text: body?.refused } });
    if (status === 403) loadMe(store);
    return load();
  }

  /** Asks for a right, or gives one up; says whether it was done. */
  async function become(method, path, asked) {
    const { status, body } = await ask(method, path, asked, store.t.lang);
    if (status !== 200) {
      set({ told: { text: body?.refused } });
      return false;
    }
    set({ me: body, told: null, pin: "", renewing: false });
    return true;
  }

  async function look() {
    const { status, body } = await get("devices", store.t.lang);
    if (status === 200) set({ devices: body });
  }

  /** Looks again and again while somebody does. */
  async function watch() {
    while (ui.sheet === "devices" && ui.me.scorer) {
      await look();
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_AFTER));
    }
  }

  return {
    heed,
    verbs: {
      change,
      restore: (names) => keep(Object.fromEntries(names.map((name) => [name, null]))),
      beHost: async () => (await become("POST", "host", { pin: ui.pin.trim() })) && look(),
      leaveHost: () => become("DELETE", "host", {}),
      renewCode: async () => (await become("POST", "code", {})) && look(),
      openDevices: async () => {
        set({ devices: null, renewing: false });
        await ui.look("devices");
        watch();
      },
    },
  };
}

/** heed(asides) asks for what is new in them; anew() has all of it asked for once more. */
export function screenData(store) {
  const known = { settings: null, rights: null };

  function heed({ settings, rights }) {
    if (settings !== known.settings) {
      known.settings = settings;
      asking("settings", ({ colours }) => applyTeamColours(colours), () => (known.settings = null));
    }
    if (rights !== known.rights) {
      known.rights = rights;
      meet();
    }
  }

  async function asking(path, heard, missed) {
    const { status, body } = await get(path, store.t.lang);
    if (status === 200) return heard(body);
    return setTimeout(() => {
      missed();
      store.set({});
    }, AGAIN_AFTER);
  }

  /** A newer server has newer files. */
  function meet() {
    asking(
      "me",
      (me) => {
        if (!import.meta.url.includes(me.page)) location.reload();
        store.set({ me, rights: known.rights });
      },
      () => (known.rights = null),
    );
  }

  const anew = () => Object.assign(known, { settings: null, rights: null });
  return { heed, anew };
}

/** Follows the table; a server that is there again may be a newer one, with another board. */
export const followTable = (store, host) =>
  follow({
    lang: () => store.t.lang,
    onState: store.hear,
    onLink: (link) => {
      const back = link === "live" && store.ui.link === "reconnecting";
      if (back) host.anew();
      store.set({ link, ...(back && { boardAsked: null }) });
    },
  });

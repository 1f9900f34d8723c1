// What the host set, and what this screen may: a page that stands by itself asks when they change.

import { get } from "./api.js";
import { wear } from "../game/colours.js";
import { follow } from "./live.js";

const AGAIN_AFTER = 2000;

/** heed(asides) asks for what is new in them; anew() has all of it asked for once more. */
export function heeding(store) {
  const known = { settings: null, rights: null };

  function heed({ settings, rights }) {
    if (settings !== known.settings) {
      known.settings = settings;
      asking("settings", ({ colours }) => wear(colours), () => (known.settings = null));
    }
    if (rights !== known.rights) {
      known.rights = rights;
      meet();
    }
  }

  async function asking(path, heard, missed) {
    const { status, body } = await get(path, store.words.lang);
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
export const followedBy = (store, host) =>
  follow({
    lang: () => store.words.lang,
    onState: store.hear,
    onLink: (link) => {
      const back = link === "live" && store.ui.link === "reconnecting";
      if (back) host.anew();
      store.set({ link, ...(back && { boardAsked: null }) });
    },
  });

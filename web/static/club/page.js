// A page of the hub: follows the night, uses the language of the device, and renders after each change.

import { get } from "../core/api.js";
import { h, patch } from "../core/dom.js";
import { loadLanguage } from "../core/i18n.js";
import { follow } from "../core/live.js";
import { recall, remember } from "../core/storage.js";
import { icon, languageKey, linkLine } from "../views/header.js";

/** Follows the stream *as* the wall, me or the director, and renders view(page).
 *
 * The page has the translations `t`, the `night` as received, the `link`, and `ui`, the local state of
 * this device; set(changes) updates `ui`. */
export function makePage({ as, polled, view, title, onNight = () => {} }) {
  let shown = document.querySelector("#page").firstElementChild;
  const page = { t: null, night: null, link: "starting", ahead: 0, ui: {}, set, draw, setLanguage, start };

  function set(changes) {
    Object.assign(page.ui, changes);
    draw();
  }

  function draw() {
    if (!page.t) return;
    document.title = title(page.t);
    shown = patch(shown, view(page));
  }

  async function setLanguage(lang) {
    remember("lang", lang);
    page.t = await loadLanguage(lang);
    draw();
  }

  /** Stores data from the hub: the night, and the hub's time for the clocks. */
  page.hear = ({ now, view: night }) => {
    page.ahead = Date.parse(now) - Date.now();
    const before = page.night;
    page.night = night;
    onNight(night, before);
    draw();
  };

  /** Shows why a request was refused, or that there was no answer until the link is back. */
  page.refuse = (body) => set({
    refused: body?.refused ?? page.t("No answer from the hub. Try again: it can’t count twice."),
    isUnanswered: !body?.refused,
  });

  const live = follow({
    path: `stream/${as}`, polled,
    lang: () => page.t.lang,
    onState: page.hear,
    onLink: (link) => {
      page.link = link;
      if (link === "live" && page.ui.isUnanswered) Object.assign(page.ui, { refused: null, isUnanswered: false });
      draw();
    },
  });
  page.follow = live.refresh;

  /** Starts, and follows the night unless this page *waits* for permission. */
  async function start({ waits = false } = {}) {
    const { lang } = document.documentElement;
    const isAsked = new URLSearchParams(location.search).has("lang");
    page.t = await loadLanguage(isAsked ? lang : recall("lang", lang));
    if (!waits) live.refresh();
    draw();
    setInterval(() => page.night?.night?.ends && draw(), 1000);
  }

  return page;
}

/** The header: a title with a second line, extra content *beside* it, connection, language. */
export const header = (page, heading, second, ...beside) => h("header",
  h("div.title", h("h1", heading), second && h("p", second)),
  beside,
  page.link !== "starting" && linkLine(page.t, page.link),
  languageKey(page.t, page.setLanguage),
);

/** "Round 4 of 9" */
export const roundLine = (t, night) =>
  night.round > 0 ? t("Round {n} of {of}", { n: night.round, of: night.rounds }) : null;

/** Time left in the round as 12:05, negative if overrun; null without a clock. */
export function clock(page) {
  const { ends } = page.night?.night ?? {};
  if (!ends) return null;
  const seconds = Math.round((Date.parse(ends) - Date.now() - page.ahead) / 1000);
  const left = Math.abs(seconds);
  const text = `${seconds < 0 ? "−" : ""}${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  return h("span.clock", { role: "timer", class: seconds < 0 ? "clock over" : "clock" }, text);
}

export const names = (people) => people.map(({ name }) => name).join(" · ");

/** A warning that another hub runs this night. */
export const rivalLine = (t, night) => night?.rival &&
  h("p.notice", { role: "alert" },
    t("Another hub already runs this club’s night ({hub}). This one only watches.", { hub: night.rival }),
  );

/** "won by 12 points", "lost by 34 points · skunk" */
export function resultText(t, { won, margin, skunk }) {
  const said = won
    ? t("won by {n} point|won by {n} points", { n: margin })
    : t("lost by {n} point|lost by {n} points", { n: margin });
  return skunk ? `${said} · ${skunkName(t, skunk)}` : said;
}

export const skunkName = (t, skunk) =>
  [t("no skunk"), t("skunk"), t("double skunk")][skunk];

/** Names longer than this are set smaller on the wall. */
export const LONG_NAME = 20;

/** The standings as a table; *mine* is this phone's player. */
export const standingsTable = (t, rows, mine = null) => h("table.standings",
  heads([t("Player"), t("Points"), t("Won"), t("Spread")], t),
  h("tbody", rows.map((row) =>
    h("tr", { "data-key": row.id, "aria-current": row.id === mine ? "true" : null },
      ...placed(row),
      h("td", row.points),
      h("td", `${row.won}/${row.games}`),
      h("td", signed(row.net)),
    ),
  )),
);

/** The evening's sheet: marks the top quarter, and lists Grass Roots Points and the season. */
export const sheetTable = (t, rows) => h("table.standings.sheet",
  heads([t("Player"), t("Points"), t("Won"), t("Spread"), t("GRP"), t("Season")], t),
  h("tbody", rows.map((row) => h("tr", { "data-key": row.id, class: row.in_quarter ? "paid" : null },
    ...placed(row),
    h("td", row.points),
    h("td", `${row.won}/${row.games}`),
    h("td", signed(row.net)),
    h("td", row.grass_roots || "–"),
    h("td", row.season_points, row.season_place && h("small", ` (${row.season_place})`)),
  ))),
);

export const quarterLine = (t, { quarter }) =>
  h("p.out", { "data-key": "quarter" }, t("Top quarter: {n} place|Top quarter: {n} places", { n: quarter }));

/** The season standings: points of the nights that count. */
export const seasonTable = (t, rows) => h("table.standings",
  heads([t("Player"), t("Points"), t("Won"), t("Nights"), t("Best night"), t("GRP")], t),
  h("tbody", rows.map((row) => h("tr", { "data-key": row.id },
    ...placed(row),
    h("td", row.points),
    h("td", `${row.won}/${row.games}`),
    h("td", row.nights),
    h("td", row.best),
    h("td", row.grass_roots || "–"),
  ))),
);

const heads = ([player, ...others], t) => h("thead", h("tr",
  h("th", { scope: "col" }, h("span.unseen", t("Place"))),
  h("th.name", { scope: "col" }, player),
  others.map((name) => h("th", { scope: "col" }, name)),
));

const placed = (row) => [
  h("td", row.equal ? `=${row.place}` : row.place),
  h("th", { scope: "row", class: row.name.length > LONG_NAME ? "name long" : "name" }, row.name),
];

const signed = (n) => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "0");

/** Hands that can be entered by hand, the rarest first. */
export const HANDS = ["hand_29", "hand_28", "hand_24", "four_of_a_kind"];

export const handName = (t, kind) => ({
  hand_29: "29", hand_28: "28", hand_24: "24", four_of_a_kind: t("Four of a kind"),
})[kind];

/** Host names that phones cannot reach. */
const LOCAL = ["localhost", "127.0.0.1", "[::1]"];

/** The QR code of the player's page. */
export const invitation = (t) => h("figure.inviting",
  h("img.qr", { src: "/me.svg", alt: t("QR code of the address") }),
  h("figcaption", t("Scan to choose your name"),
    !LOCAL.includes(location.hostname) && h("b.address", `${location.host}/me`)),
);

export const qrIcon = () => icon("M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2M20 14v2M14 20h2M20 20v0");

/** GET *path*; null without an answer. */
export async function load(page, path) {
  const { status, body } = await get(path, page.t.lang);
  return status === 200 ? body : null;
}

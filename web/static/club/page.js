// A page of the hub: follows the night, uses the language of the device, and renders after each change.

import { follow } from "../core/api.js";
import { h, render } from "../core/dom.js";
import { loadLanguage } from "../core/i18n.js";
import { recall, remember } from "../core/storage.js";
import { languageKey, linkLine } from "../views/header.js";

/** Follows the stream *as* the wall, me or the director, and renders view(page).
 *
 * The page has the translations `t`, the `night` as received, the `link`, and `ui`, the local state of
 * this device; set(changes) updates `ui`. */
export function makePage({ as, polled, view, title, onNight = () => {} }) {
  const page = { t: null, night: null, link: "starting", ahead: 0, ui: {}, set, draw, setLanguage, start };

  function set(changes) {
    Object.assign(page.ui, changes);
    draw();
  }

  function draw() {
    if (!page.t) return;
    document.title = title(page.t);
    render(view(page));
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

  /** Sends a request once at a time, and shows a refusal; returns true if it was accepted. */
  page.send = async (asking) => {
    if (page.ui.sending) return false;
    set({ sending: true, refused: null, confirming: null });
    const { status, body } = await asking();
    page.ui.sending = false;
    const isKept = status === 200 || status === 201;
    if (isKept) page.hear(body);
    else page.refuse(body);
    return isKept;
  };

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

export const rivalLine = (t, night) => night?.rival &&
  h("p.notice", { role: "alert" },
    t("Another hub already runs this club’s night ({hub}). This one only watches.", { hub: night.rival }),
  );

export const restLine = (t, resting) => resting.length > 0 &&
  h("p.out", { "data-key": "out" }, t("Sitting out: {names}", { names: names(resting) }));

export const refusal = ({ refused }) => refused &&
  h("p.notice.refused", { role: "alert", "data-key": "refused" }, refused);

export function resultText(t, { won, margin, skunk }) {
  const said = won
    ? t("won by {n} point|won by {n} points", { n: margin })
    : t("lost by {n} point|lost by {n} points", { n: margin });
  return skunk ? `${said} · ${skunkName(t, skunk)}` : said;
}

export const skunkName = (t, skunk) =>
  [t("no skunk"), t("skunk"), t("double skunk")][skunk];

export const placeOf = ({ place, equal }) => `${equal ? "=" : ""}${place}`;

/** The standings as a table; *mine* is this phone's player. */
export const standingsTable = (t, rows, mine = null) => table(t, rows,
  [...results(t), [t("Spread"), spread]],
  ({ id }) => ({ "aria-current": id === mine ? "true" : null }));

/** The evening's sheet: marks the top quarter, and lists Grass Roots Points and the season. */
export const sheetTable = (t, rows) => table(t, rows,
  [...results(t), [t("Spread"), spread], grassRoots(t), [t("Season"), (row) =>
    [row.season_points, row.season_place && h("small", ` (${row.season_place})`)]]],
  (row) => ({ class: row.in_quarter ? "paid" : null }));

export const quarterLine = (t, { quarter }) =>
  h("p.out", { "data-key": "quarter" }, t("Top quarter: {n} place|Top quarter: {n} places", { n: quarter }));

/** The season standings: points of the nights that count. */
export const seasonTable = (t, rows) => table(t, rows,
  [...results(t), [t("Nights"), ({ nights }) => nights], [t("Best night"), ({ best }) => best], grassRoots(t)]);

const results = (t) => [
  [t("Points"), ({ points }) => points],
  [t("Won"), ({ won, games }) => `${won}/${games}`],
];
const grassRoots = (t) => [t("GRP"), (row) => row.grass_roots || "–"];
const spread = ({ net }) => (net > 0 ? `+${net}` : net < 0 ? `−${-net}` : "0");

/** A row for each player: place, name and the *columns*, each a title and a function of the row. */
const table = (t, rows, columns, rowProps = () => {}) => h("table.standings",
  h("thead", h("tr",
    h("th", { scope: "col" }, h("span.unseen", t("Place"))),
    h("th.name", { scope: "col" }, t("Player")),
    columns.map(([title]) => h("th", { scope: "col" }, title)),
  )),
  h("tbody", rows.map((row) => h("tr", { "data-key": row.id, ...rowProps(row) },
    h("td", placeOf(row)),
    h("th", { scope: "row", class: row.name.length > LONG_NAME ? "name long" : "name" }, row.name),
    columns.map(([, cell]) => h("td", cell(row))),
  ))),
);

/** Names longer than this are set smaller on the wall. */
export const LONG_NAME = 20;

/** Hands that can be entered by hand, the rarest first. */
export const HANDS = ["hand_29", "hand_28", "hand_24", "four_of_a_kind"];

/** A chip for each great hand in the group *label*; those in *known* are pressed. */
export const handChips = (t, label, known, { sending }, onTap) =>
  h("div.chips", { role: "group", "aria-label": label }, HANDS.map((kind) =>
    h("button.chip", {
        "data-key": kind, "aria-pressed": known.includes(kind), disabled: sending,
        onclick: () => onTap(kind, known.includes(kind)),
      }, kind.startsWith("hand_") ? kind.slice(5) : featName(t, kind))));

/** A chip for each degree of skunk that a win by *margin* may be; *skunks* are the least margins. */
export const skunkChips = (t, { margin, chosen }, skunks, { sending }, onTap) => margin >= skunks[0] &&
  h("div.chips", { role: "group", "aria-label": t("Skunk") }, [0, ...skunks].map((least, skunk) =>
    margin >= least && h("button.chip", {
        "aria-pressed": chosen === skunk, disabled: sending, onclick: () => onTap(skunk),
      }, skunkName(t, skunk))));

const featName = (t, kind) => ({
  hand_29: t("A hand of 29"), hand_28: t("A hand of 28"), hand_24: t("A hand of 24"),
  four_of_a_kind: t("Four of a kind"), grand_slam: t("A grand slam"),
})[kind];

/** Great hands, grand slams and skunks: who did it, for a skunk against whom, and when. */
export const featList = (t, feats) => feats.length > 0 && h("ul.feats", { "data-key": "feats" },
  feats.map(({ kind, name, other, round }, at) => h("li", { "data-key": at },
    kind === "skunk" ? t("{name} skunked {other}", { name, other })
      : kind === "double_skunk" ? t("{name} double-skunked {other}", { name, other })
      : [h("b", featName(t, kind)), " ", name],
    round > 0 && h("small", " · ", t("Round {n}", { n: round })))),
);

export const invitation = (t) => h("figure.inviting",
  h("img.qr", { src: "/me.svg", alt: t("QR code of the address") }),
  h("figcaption", t("Scan to choose your name"),
    // Phones cannot reach these names.
    !["localhost", "127.0.0.1", "[::1]"].includes(location.hostname) &&
      h("b.address", `${location.host}/me`)),
);

// The LED page: shows the strip's output for those without one or elsewhere.

import { upright, wayOf } from "./board/board.js";
import { followLights, lamp, loadLedBoard } from "./board/leds.js";
import { resource } from "./core/api.js";
import { h, render } from "./core/dom.js";
import { setLanguage } from "./core/i18n.js";
import { recall, remember } from "./core/storage.js";
import { languageKey, linkLine } from "./views/header.js";

const ledsView = ({ t, link, board: drawn, strip }) =>
  h("div.app.strip", { "data-health": strip?.health },
    h("header",
      h("div.title", h("h1", t("The lights"))),
      linkLine(t, link),
      languageKey(t, chooseLanguage),
    ),
    h("main",
      h("div.lit", { "data-own": true, role: "img", "aria-label": t("The lights") }),
      drawn?.lamps && !drawn.cells.length && lampRows(drawn.lamps, t),
      strip?.say && h("p.health", { role: "status" }, strip.say),
    ),
    h("footer", h("a.second.wide", { href: "/" }, t("Back to the table"))),
  );

function lampRows({ dealer, turn, games, count, link }, t) {
  const rows = [
    [t("Dealer"), [dealer]],
    [t("Turn"), [turn]],
    [t("Games won"), games],
    [t("Count"), [count]],
    [t("Connected"), [link === null ? [] : [link]]],
  ];
  return h("dl.lamps",
    rows
      .filter(([, rows]) => rows.flat().length > 0)
      .map(([name, rows]) => h("div", { "data-key": name },
        h("dt", name),
        h("dd", rows.filter((row) => row.length).map((row) =>
          h("svg.bulbs", { viewBox: `0 0 ${20 * row.length} 20`, "aria-hidden": "true" }, row.map((pixel, place) => {
            const x = 20 * place + 10;
            return [h("circle.bulb", { cx: x, cy: 10, r: 5 }), lamp(pixel, x, 10, 10)];
          })))),
      )),
  );
}

const way = () => wayOf(upright);
const seen = { t: null, link: "starting", board: null, strip: null, boardId: null };

function set(changes) {
  Object.assign(seen, changes);
  if (!seen.t) return;
  render(ledsView(seen));
  live.draw();
  board.sync();
}

const board = resource({
  key: () => seen.boardId && `${way()} ${seen.boardId}`,
  load: () => loadLedBoard({ way: way(), lang: seen.t.lang }),
  onLoad: (drawn) => set({ board: drawn }),
});

const speak = (lang) =>
  setLanguage({ translate: (t) => set({ t }) }, lang, (t) => t("The lights"));

async function chooseLanguage(lang) {
  remember("lang", lang);
  await speak(lang);
  live.refresh();
}

const live = followLights({
  lang: () => seen.t.lang,
  place: () => document.querySelector(".lit"),
  board: () => seen.board,
  onChange: ({ strip, board: boardId }) => set({ strip, boardId }),
  onLink: (link) => {
    const isBack = link === "live" && seen.link === "reconnecting";
    set({ link });
    if (isBack) board.refresh();
  },
});

upright.addEventListener("change", () => set({}));
await speak(recall("lang", document.documentElement.lang));
live.refresh();

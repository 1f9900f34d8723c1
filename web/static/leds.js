// The page of the lights: what the strip shows, light by light, for whoever has none or sits elsewhere.

import { loadBoard } from "./board/board.js";
import { decodeFrame, ledRenderer, ledsView } from "./board/leds.js";
import { patch } from "./core/dom.js";
import { loadTranslator } from "./core/i18n.js";
import { follow } from "./core/live.js";
import { recall, remember } from "./core/storage.js";

const AGAIN_AFTER = 2000;

const root = document.querySelector("#page");
const upright = matchMedia("(orientation: portrait)");
const light = ledRenderer();
const seen = { t: null, link: "starting", board: null, frame: [], strip: null, of: null };
let shown = root.firstElementChild;

function draw() {
  shown = patch(shown, ledsView(seen, { speak }));
  light(shown.querySelector(".lit"), seen.board, seen.frame);
}

async function dress(lang) {
  seen.t = await loadTranslator(lang, "JQK");
  document.documentElement.lang = lang;
  document.title = seen.t("The lights");
  draw();
}

/** The board as it fits this screen. */
async function unrollBoard() {
  const way = upright.matches ? "portrait" : "landscape";
  const board = await loadBoard({ of: "strip", way, lang: seen.t.lang });
  if (!board) return setTimeout(unrollBoard, AGAIN_AFTER);
  seen.board = board;
  return draw();
}

async function speak(lang) {
  remember("lang", lang);
  await dress(lang);
  live.refresh();
}

const live = follow({
  path: "strip",
  polled: null,
  lang: () => seen.t.lang,
  onState: ({ frame, strip, board }) => {
    if (seen.of && seen.of !== board) unrollBoard();
    Object.assign(seen, { frame: decodeFrame(frame), strip, of: board });
    draw();
  },
  onLink: (link) => {
    const back = link === "live" && seen.link === "reconnecting";
    seen.link = link;
    draw();
    if (back) unrollBoard();
  },
});

await dress(recall("lang", document.documentElement.lang));
upright.addEventListener("change", unrollBoard);
unrollBoard();
live.refresh();

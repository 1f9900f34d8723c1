// The LEDs of the strip: followed, drawn with a glow at their holes, and the page that shows them.

import { h } from "../core/dom.js";
import { follow } from "../core/live.js";
import { languageKey, linkLine } from "../views/header.js";
import { loadBoard, mount } from "./board.js";

const CORE = 0.45;

/** Rings of light around it: how wide, and how much of it they have. */
const GLOW = [[1.8, 0.1], [1.4, 0.14], [1.05, 0.2], [0.75, 0.36]];

/** Light number *pixel*, dark, at a place; *unit* is the distance to the next one. */
const lamp = (pixel, x, y, unit) =>
  h("g.light", { "data-pixel": pixel, transform: `translate(${x} ${y})`, fill: DARK },
    GLOW.map(([r, opacity]) => h("circle", { r: r * unit, opacity })),
    h("circle", { r: CORE * unit }),
  );

/** The fill of a light that is out: to hide it would have the page laid out. */
const DARK = "none";

/** Let *light* shine as in *frame*, the red, green and blue of all; one that the strip lacks is out. */
function shine(light, frame) {
  const at = 3 * Number(light.getAttribute("data-pixel"));
  const colour = frame.subarray(at, at + 3);
  const fill = colour.some(Boolean) ? `rgb(${colour.join(",")})` : DARK;
  if (light.getAttribute("fill") !== fill) light.setAttribute("fill", fill);
}

/** The board of the strip. The board of the game may be on the same page: each drawing refers to
 * its own parts. */
export async function loadLedBoard({ way, lang }) {
  const board = await loadBoard({ of: "strip", way, lang });
  board?.art.querySelectorAll("*").forEach(markIds);
  return board;
}

function markIds({ attributes }) {
  for (const one of attributes) {
    if (one.name === "id") one.value = `strip-${one.value}`;
    else if (one.name === "href") one.value = one.value.replace(/^#/, "#strip-");
    else one.value = one.value.replace("url(#", "url(#strip-");
  }
}

/** Follows the lights, and draws each frame by itself in the element place() on board(), as draw() does
 * again after the page was drawn. onChange({ strip, board, isShown }) hears only of what changes beside the
 * colours: the health of the strip, the id of its board, and whether it has shown anything. */
export function followLights({ lang, place, board, onChange, onLink = () => {} }) {
  let drawn = {};
  let known = null;
  let frame = new Uint8Array();

  function draw() {
    if (!place() || !board()) return;
    if (drawn.board !== board() || drawn.place !== place()) drawn = placeLeds(place(), board());
    [...drawn.lights, ...document.querySelectorAll(".lamps .light")].forEach((light) => shine(light, frame));
  }

  function hear({ frame: base64, ...rest }) {
    frame = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const news = { ...rest, isShown: frame.length > 0 };
    if (known !== JSON.stringify(news)) onChange(news);
    known = JSON.stringify(news);
    draw();
  }

  return { ...follow({ path: "strip", polled: null, lang, onState: hear, onLink }), draw };
}

function placeLeds(place, board) {
  const layer = mount(board, place);
  const [width, height] = board.size;
  const unit = Math.min(board.pitch, board.lane);
  const lights = board.tracks.flatMap(({ holes, pixels }) =>
    pixels.flatMap((pixel, hole) => (pixel === null ? [] : lamp(pixel, ...holes[hole], unit))),
  );
  layer.setAttribute("class", "glow");
  layer.replaceChildren(h("rect.dusk", { width, height, rx: 1.4 * unit }), ...lights);
  return { board, place, lights };
}

const UNIT = 10;

export const ledsView = ({ t, link, board, strip }, act) =>
  h("div.app.strip", { "data-health": strip?.health },
    h("header",
      h("div.title", h("h1", t("The lights"))),
      linkLine(t, link),
      languageKey(t, act.setLanguage),
    ),
    h("main",
      h("div.lit", { "data-own": true, role: "img", "aria-label": t("The lights") }),
      board?.lamps && lampRows(board.lamps, t),
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
        h("dd", rows.map((row) => row.length > 0 && bulbRow(row))),
      )),
  );
}

const bulbRow = (row) =>
  h("svg.bulbs", { viewBox: `0 0 ${2 * UNIT * row.length} ${2 * UNIT}`, "aria-hidden": "true" },
    row.map((pixel, place) => {
      const x = (2 * place + 1) * UNIT;
      return [h("circle.bulb", { cx: x, cy: UNIT, r: 0.5 * UNIT }), lamp(pixel, x, UNIT, UNIT)];
    }),
  );

// The LEDs of the strip: decoded, drawn with a glow at their holes, and the page that shows them.

import { h } from "../core/dom.js";
import { languageKey, linkLine } from "../views/header.js";
import { loadBoard, mount } from "./board.js";

const CORE = 0.45;

/** Rings of light around it: how wide, and how much of it they have. */
const GLOW = [[1.8, 0.1], [1.4, 0.14], [1.05, 0.2], [0.75, 0.36]];

/** The colours of all lights, [red, green, blue] each, from the base64 that they are sent in. */
export function decodeFrame(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return Array.from({ length: bytes.length / 3 }, (_, light) =>
    bytes.subarray(3 * light, 3 * light + 3),
  );
}

/** Light number *pixel*, dark, at a place; *unit* is the distance to the next one. */
const lamp = (pixel, x, y, unit) =>
  h("g.light", { "data-pixel": pixel, transform: `translate(${x} ${y})`, display: "none" },
    GLOW.map(([r, opacity]) => h("circle", { r: r * unit, opacity })),
    h("circle", { r: CORE * unit }),
  );

/** Let it shine in *colour*; black is out, and so is a light that the strip has not. */
function setColour(light, colour) {
  const lit = colour?.some(Boolean);
  if (!lit) return light.setAttribute("display", "none");
  light.removeAttribute("display");
  return light.setAttribute("fill", `rgb(${colour.join(",")})`);
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

/** light(place, board, frame) shows *frame* in the element *place*, changing what has changed. */
export function ledRenderer() {
  let now = { board: null, place: null, lights: [], shown: [] };

  return function light(place, board, frame) {
    if (!place || !board) return;
    if (now.board !== board || now.place !== place) now = placeLeds(place, board);
    now.lights.forEach(([pixel, light]) => {
      const colour = frame[pixel];
      if (String(now.shown[pixel]) !== String(colour)) setColour(light, colour);
    });
    now.shown = frame;
    now.beside().forEach((light) => setColour(light, frame[light.getAttribute("data-pixel")]));
  };
}

function placeLeds(place, board) {
  const layer = mount(board, place);
  const [width, height] = board.size;
  const unit = Math.min(board.pitch, board.lane);
  const lights = board.tracks.flatMap(({ holes, pixels }) =>
    pixels.map((pixel, hole) => pixel !== null && [pixel, lamp(pixel, ...holes[hole], unit)]),
  );
  const wiredLights = lights.filter(Boolean);
  layer.setAttribute("class", "glow");
  layer.append(h("rect.dusk", { width, height, rx: 1.4 * unit }));
  layer.append(...wiredLights.map(([, light]) => light));
  const beside = () => document.querySelectorAll(".lamps .light");
  return { board, place, lights: wiredLights, beside, shown: [] };
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

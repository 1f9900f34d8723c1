// The LEDs of the strip: follows them, and draws each with a glow at its hole.

import { follow } from "../core/api.js";
import { h } from "../core/dom.js";
import { loadBoard, mount } from "./board.js";

const CORE = 0.45;

const GLOW = [[1.8, 0.1], [1.4, 0.14], [1.05, 0.2], [0.75, 0.36]];

/** LED number *pixel*, off, at a position; *unit* is the distance to its neighbour. */
export const lamp = (pixel, x, y, unit) =>
  h("g.light", { "data-pixel": pixel, transform: `translate(${x} ${y})`, fill: DARK },
    GLOW.map(([r, opacity]) => h("circle", { r: r * unit, opacity })),
    h("circle", { r: CORE * unit }),
  );

/** Fill of an LED that is off; hiding it would trigger a layout. */
const DARK = "none";

function shine(light, frame) {
  const at = 3 * light.dataset.pixel;
  const [red, green, blue] = frame.subarray(at, at + 3);
  const fill = red || green || blue ? `rgb(${red},${green},${blue})` : DARK;
  if (light.getAttribute("fill") !== fill) light.setAttribute("fill", fill);
}

/** The board of the strip. IDs are made unique, since the game's board may be on the same page. */
export async function loadLedBoard({ way, lang }) {
  const board = await loadBoard({ of: "strip", way, lang });
  for (const one of [...board?.art.querySelectorAll("*") ?? []].flatMap(({ attributes }) => [...attributes])) {
    if (one.name === "id") one.value = `strip-${one.value}`;
    else if (one.name === "href") one.value = one.value.replace(/^#/, "#strip-");
    else one.value = one.value.replace("url(#", "url(#strip-");
  }
  return board;
}

/** Follows the LEDs and draws each frame directly on board() in the element place(); draw() does so again
 * after a render. onChange({ strip, board, isShown }) is called only for other changes: the strip's
 * health, its board's id, and whether a frame was shown.
 *
 * Draws at most once per screen refresh, and then leaves the page as much time as that took: on a slow phone
 * taps and the table come before lights. */
export function followLights({ lang, place, board, onChange, onLink = () => {} }) {
  let drawn = {};
  let known = null;
  let frame = new Uint8Array();
  let newest = frame;
  let isBusy = false;

  function draw() {
    if (!place() || !board()) return;
    if (drawn.board !== board() || drawn.place !== place()) drawn = placeLeds(place(), board());
    [...drawn.lights, ...document.querySelectorAll(".lamps .light")].forEach((light) => shine(light, frame));
  }

  function drawNewest() {
    if (isBusy || newest === frame) return;
    isBusy = true;
    requestAnimationFrame((began) => {
      frame = newest;
      draw();
      // After the paint.
      setTimeout(() => setTimeout(() => {
        isBusy = false;
        drawNewest();
      }, performance.now() - began));
    });
  }

  function hear({ frame: base64, ...rest }) {
    newest = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const news = { ...rest, isShown: newest.length > 0 };
    if (known !== JSON.stringify(news)) onChange(news);
    known = JSON.stringify(news);
    drawNewest();
  }

  return { ...follow({ path: "strip", polled: null, lang, onState: hear, onLink }), draw };
}

function placeLeds(place, board) {
  const layer = mount(board, place);
  const [width, height] = board.size;
  const unit = Math.min(board.pitch, board.lane);
  const inHoles = board.tracks.flatMap(({ holes, pixels }) =>
    pixels.flatMap((pixel, hole) => (pixel === null ? [] : lamp(pixel, ...holes[hole], unit))),
  );
  const lights = board.cells.length ? board.cells.map((at, pixel) => lamp(pixel, ...at, unit)) : inHoles;
  layer.setAttribute("class", "glow");
  layer.replaceChildren(h("rect.dusk", { width, height, rx: 1.4 * unit }), ...lights);
  return { board, place, lights };
}

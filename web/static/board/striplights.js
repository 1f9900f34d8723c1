// All lights of the strip: on the board at the places of their holes, the others beside it.

import { unroll } from "./board.js";
import { h } from "../core/dom.js";
import { lamp, shine } from "./leds.js";

/** light(place, board, frame) shows *frame* in the element *place*, changing what has changed. */
export function lighting() {
  let now = { board: null, place: null, lights: [], shown: [] };

  return function light(place, board, frame) {
    if (!place || !board) return;
    if (now.board !== board || now.place !== place) now = wired(place, board);
    now.lights.forEach(([pixel, light]) => {
      const colour = frame[pixel];
      if (String(now.shown[pixel]) !== String(colour)) shine(light, colour);
    });
    now.shown = frame;
    now.beside().forEach((light) => shine(light, frame[light.getAttribute("data-pixel")]));
  };
}

function wired(place, board) {
  const layer = unroll(board, place);
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

// One light of the strip: read from what came, and drawn as a point with a glow around it.

import { h } from "../core/dom.js";

const CORE = 0.45;

/** Rings of light around it: how wide, and how much of it they have. */
const GLOW = [
  [1.8, 0.1],
  [1.4, 0.14],
  [1.05, 0.2],
  [0.75, 0.36],
];

/** The colours of all lights, [red, green, blue] each, from the base64 that they are sent in. */
export function readFrame(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return Array.from({ length: bytes.length / 3 }, (_, light) =>
    bytes.subarray(3 * light, 3 * light + 3),
  );
}

/** Light number *pixel*, dark, at a place; *unit* is the distance to the next one. */
export const lamp = (pixel, x, y, unit) =>
  h(
    "g.light",
    { "data-pixel": pixel, transform: `translate(${x} ${y})`, display: "none" },
    GLOW.map(([r, opacity]) => h("circle", { r: r * unit, opacity })),
    h("circle", { r: CORE * unit }),
  );

/** Let it shine in *colour*; black is out, and so is a light that the strip has not. */
export function shine(light, colour) {
  const lit = colour?.some(Boolean);
  if (!lit) return light.setAttribute("display", "none");
  light.removeAttribute("display");
  return light.setAttribute("fill", `rgb(${colour.join(",")})`);
}

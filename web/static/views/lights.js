// How the strip of lights is, where something keeps it dark: a quiet line, and why in the menu.

import { h } from "../core/dom.js";

/** The line. The game goes on without lights, so that it is no more than that. */
export const lightsNote = ({ strip }, words) =>
  strip.say &&
  h(
    "p.lights",
    { role: "status" },
    strip.health === "misfit"
      ? words("The lights cannot show this game: see the menu")
      : words("The lights are out: see the menu"),
  );

/** What is wrong, and what would mend it. */
export const lightsTold = ({ strip }, words) =>
  strip.say && h("section.told", null, h("h2", null, words("The lights")), h("p", null, strip.say));

// How the page of the lights looks: the board, the lamps beside it, and how the strip is.

import { h } from "../core/dom.js";
import { linkName } from "../views/linkname.js";
import { lamp } from "./leds.js";
import { languageKey } from "../views/header.js";

const UNIT = 10;

export function stripPage({ words, link, board, strip }, { speak }) {
  return h(
    "div.app.strip",
    { "data-health": strip?.health },
    h(
      "header",
      null,
      h("div.title", null, h("h1", null, words("The lights"))),
      h("p.link", { class: `link ${link}`, role: "status" }, linkName(words, link)),
      languageKey(words, speak),
    ),
    h(
      "main",
      null,
      h("div.lit", { "data-own": true, role: "img", "aria-label": words("What the strip shows") }),
      board?.lamps && lamps(board.lamps, words),
      strip?.say && h("p.health", { role: "status" }, strip.say),
    ),
    h("footer", null, h("a.second.wide", { href: "/" }, words("Back to the table"))),
  );
}

function lamps({ dealer, turn, games, count, link }, words) {
  const rows = [
    [words("Dealer"), [dealer]],
    [words("Turn"), [turn]],
    [words("Games won"), games],
    [words("Count"), [count]],
    [words("Connected"), [link === null ? [] : [link]]],
  ];
  return h(
    "dl.lamps",
    null,
    rows
      .filter(([, rows]) => rows.flat().length > 0)
      .map(([name, rows]) =>
        h(
          "div",
          { "data-key": name },
          h("dt", null, name),
          h(
            "dd",
            null,
            rows.map((row) => row.length > 0 && bulbs(row)),
          ),
        ),
      ),
  );
}

const bulbs = (row) =>
  h(
    "svg.bulbs",
    { viewBox: `0 0 ${2 * UNIT * row.length} ${2 * UNIT}`, "aria-hidden": "true" },
    row.map((pixel, place) => {
      const x = (2 * place + 1) * UNIT;
      return [h("circle.bulb", { cx: x, cy: UNIT, r: 0.5 * UNIT }), lamp(pixel, x, UNIT, UNIT)];
    }),
  );

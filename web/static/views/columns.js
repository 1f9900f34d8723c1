// What a table is made of: what its columns hold, and rows that begin with whom or what they tell of.

import { h } from "../core/dom.js";

/** Each row is what it tells of, and then a cell for each other column. */
export const columns = (heads, rows) => [
  h(
    "thead",
    null,
    h(
      "tr",
      null,
      heads.map((text) => h("th", { scope: "col" }, text)),
    ),
  ),
  h(
    "tbody",
    null,
    rows.map(([of, ...cells]) =>
      h(
        "tr",
        null,
        h("th", { scope: "row" }, of),
        cells.map((cell) => h("td", null, cell)),
      ),
    ),
  ),
];

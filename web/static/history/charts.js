// Small charts: horizontal bars with names, and columns. Each number is also given as text.

import { h } from "../core/dom.js";

/** One bar for each of {name, value, text}, scaled to the longest. */
export function bars(title, rows) {
  const most = Math.max(...rows.map(({ value }) => value)) || 1;
  return h("figure.bars", { "data-key": title },
    h("figcaption", title),
    h("dl",
      rows.map(({ name, value, text }) => [
        h("dt", name),
        h("dd",
          h("svg", { viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" },
            h("rect", { width: (100 * value) / most, height: 10 }),
          ),
          h("span", text),
        ),
      ]),
    ),
  );
}

const [WIDE, HIGH] = [340, 150];
const EDGE = { top: 16, bottom: 20 };

/** One column for each of {name, value}. */
export function columns(title, steps) {
  const most = Math.max(...steps.map(({ value }) => value)) || 1;
  const wide = WIDE / steps.length;
  const words = steps.map(({ name, value }) => `${name}: ${value}`).join(", ");
  return h("figure.chart", { "data-key": title },
    h("figcaption", title),
    h("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": `${title}: ${words}` },
      steps.map(({ name, value }, at) => {
        const tall = ((HIGH - EDGE.top - EDGE.bottom) * value) / most;
        const middle = wide * (at + 0.5);
        return h("g",
          h("rect", {
            x: wide * at + 2, y: HIGH - EDGE.bottom - tall, width: wide - 4, height: tall,
          }),
          value > 0 && h("text", { x: middle, y: HIGH - EDGE.bottom - tall - 4,
            "text-anchor": "middle" }, value),
          h("text", { x: middle, y: HIGH - 5, "text-anchor": "middle" }, name),
        );
      }),
    ),
  );
}

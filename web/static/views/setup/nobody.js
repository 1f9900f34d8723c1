// For those who only watch, while nobody plays: the empty board, and what will be seen here.

import { h } from "../../core/dom.js";

export const nobodyYet = (words) =>
  h(
    "main.nobody",
    null,
    h("img", { src: "/board.svg", alt: "", width: 366, height: 106 }),
    h("h2", null, words("Nobody has begun a game yet")),
    h("p", null, words("It will be seen here as soon as somebody who keeps score begins one.")),
  );

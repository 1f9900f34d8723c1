// What a win looks like, on phones and walls: the peg in the star, and the evening's confetti.

import { h } from "../../core/dom.js";

const POINTS = 16;
const PIECES = 18;

/** A star of eight rays around the game hole, as boards have it. */
const STAR = Array.from({ length: POINTS }, (_, at) => {
  const [turn, far] = [(at * 2 * Math.PI) / POINTS, at % 2 ? 30 : 46];
  return [50 + far * Math.sin(turn), 50 - far * Math.cos(turn)].map((one) => one.toFixed(1)).join(" ");
}).join("L");

/** The marks on the heads of the pegs, for those who do not see their colours. */
const MARKS = ["", "M43 43l14 14M57 43l-14 14", "M41 50h18", "M50 41v18", "M50 42l7 12h-14z"];

export const starWithPeg = (team) =>
  h("svg.star", { viewBox: "0 0 100 100", "aria-hidden": "true" },
    h("path.rays", { d: `M${STAR}Z` }),
    h("circle.hole", { cx: 50, cy: 50, r: 9 }),
    h("g.landing", { class: `landing team-${team}` },
      h("circle", { cx: 50, cy: 50, r: 15 }),
      MARKS[team] && h("path.mark", { d: MARKS[team] }),
    ),
  );

/** Pieces that fall once; the style sheet knows when and where, and lets none fall where motion is
 * not wanted. */
export const confetti = () =>
  h("div.confetti", { "aria-hidden": "true", "data-key": "confetti" },
    Array.from({ length: PIECES }, () => h("i")));

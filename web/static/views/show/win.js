// A win, on phones, keypads and walls: the peg in a star, confetti, the margin, and the skunk.

import { h } from "../../core/dom.js";
import { capitalised } from "../../core/i18n.js";
import { resultOf } from "../../game/match.js";

const POINTS = 16;
const PIECES = 18;

/** A star of eight rays around the game hole, as on many boards. */
const STAR = Array.from({ length: POINTS }, (_, at) => {
  const [turn, far] = [(at * 2 * Math.PI) / POINTS, at % 2 ? 30 : 46];
  return [50 + far * Math.sin(turn), 50 - far * Math.cos(turn)].map((one) => one.toFixed(1)).join(" ");
}).join("L");

/** Marks on the peg heads, for colour-blind players. */
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

/** Confetti; the style sheet animates it, except with reduced motion. */
export const confetti = () =>
  h("div.confetti", { "aria-hidden": "true", "data-key": "confetti" },
    Array.from({ length: PIECES }, () => h("i")));

const skunksOf = ({ record }) =>
  record.flatMap(({ notices }) => notices).filter(({ what }) => what === "skunk");

/** Several skunks share one sentence. */
export const skunkText = (state) => skunksOf(state)[0]?.say ?? null;

/** Who conceded, if that ended the game. */
const concededBy = ({ record }) =>
  record.at(-1)?.actions.at(-1)?.do === "concede" && record.at(-1).did.replace(/\.$/, "");

/** "By 31 · 3 game points", or "Marie concedes"; skunks have their own sentence. */
export function resultText(state, t) {
  const { rules, spread } = state;
  const conceded = concededBy(state);
  const added = skunksOf(state).map(({ games }) => games - rules.game);
  const more = rules.lurch === "each" ? added.reduce((sum, one) => sum + one, 0) : Math.max(0, ...added);
  const games = rules.game + more;
  const result = { wins: rules.wins, spread, skunk: null, games, conceded };
  return capitalised([conceded, ...resultOf(result, t, rules.game > 1)].filter(Boolean).join(" · "));
}

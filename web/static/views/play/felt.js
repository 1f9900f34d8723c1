// The felt: the running count, the cards of this count with what each brought, the starter.

import { cardFace } from "../../game/cards.js";
import { gainsOf } from "../../game/gains.js";
import { h } from "../../core/dom.js";
import { pegMark, teamOf } from "../../game/teams.js";

const LIMIT = 31;
const FEW = 3;
const SOME = 5;

export const felt = (state, words, said) =>
  h(
    "section.felt",
    { "aria-label": words("The play") },
    ring(state.count, words),
    h("div.cards", { class: `cards ${howMany(state.pile.length)}` }, pile(state, words)),
    state.starter && cardFace(state.starter, words, { label: words("Starter") }),
    said,
  );

/** Cards that do not fit side by side lie over each other, as in a hand. */
const howMany = (n) => (n > SOME ? "many" : n > FEW ? "some" : "few");

function pile(state, words) {
  const gains = gainsOf(state).slice(state.laid.length - state.pile.length);
  return state.pile.map(({ card, seat }, at) =>
    h(
      "span.laid",
      null,
      cardFace(card, words, { latest: at === state.pile.length - 1 }),
      gains[at] > 0 && badge(words, teamOf(state, seat), gains[at]),
    ),
  );
}

const badge = (words, team, n) =>
  h(
    "em.brought",
    { class: `brought team-${team}`, role: "img", "aria-label": words("{n} point|{n} points", { n }) },
    pegMark(team),
    `+${n}`,
  );

function ring(count, words) {
  return h(
    "div.count",
    { role: "img", "aria-label": words("Count {count} of 31", { count }) },
    h(
      "svg",
      { viewBox: "0 0 84 84", "aria-hidden": "true" },
      h("circle.track", { cx: 42, cy: 42, r: 38 }),
      count > 0 &&
        h("circle.arc", {
          cx: 42,
          cy: 42,
          r: 38,
          pathLength: LIMIT,
          "stroke-dasharray": `${count} ${LIMIT}`,
          transform: "rotate(-90 42 42)",
        }),
    ),
    h("b", { "aria-hidden": "true" }, count),
    h("small", { "aria-hidden": "true" }, words("of 31")),
  );
}

// The players around the table: who deals, whose turn it is, how many cards each has left.

import { h } from "../core/dom.js";
import { isLong, teamOf } from "../game/teams.js";

/** A chip for each seat; pickable(seat) makes it a button that calls onPick(seat). */
export function seats(state, words, { chosen, pickable = () => false, hint = null, onPick }) {
  return h(
    "div.seats",
    { class: `seats of-${state.players.length}`, role: "group", "aria-label": words("Players") },
    state.players.map((name, seat) =>
      chip(state, words, { name, seat, on: seat === chosen, pick: pickable(seat) && onPick, hint }),
    ),
  );
}

function chip(state, words, { name, seat, on, pick, hint }) {
  return h(
    pick ? "button" : "span",
    {
      class: `seat team-${teamOf(state, seat)}${on ? " on" : ""}`,
      "data-key": `seat-${seat}`,
      onclick: pick ? () => pick(seat) : null,
      "aria-pressed": pick ? on : null,
      "aria-current": seat === state.turn ? "true" : null,
      title: pick && seat !== state.turn ? hint : null,
    },
    h("b", { class: isLong(name) ? "long" : null }, name),
    seat === state.dealer && h("em.dealer", { title: words("dealer") }, words("D")),
    state.left && cardsLeft(state, words, seat),
  );
}

function cardsLeft(state, words, seat) {
  const left = state.left[seat];
  const gone = state.gone.includes(seat);
  return [
    h("span.unseen", null, " ", words("{n} card left|{n} cards left", { n: left })),
    gone
      ? h("small", null, words("go"))
      : h(
          "span.left",
          { "aria-hidden": "true" },
          Array.from({ length: left }, () => h("i")),
        ),
  ];
}

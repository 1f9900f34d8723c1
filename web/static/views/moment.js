// A moment of the game, full screen for two seconds: a great hand, a nineteen, a skunk, a comeback, a win by one.

import { h } from "../core/dom.js";
import { cardFace } from "../game/cards.js";
import { elapsedSince, lessonAge } from "../game/timeline.js";

const SHOWN_MS = 2000;

/** An effect that shows each new moment once its count has been told line by line, and calls say(text).
 * A moment that this page missed, as it was asleep, is not shown. */
export function celebrateMoments(say = () => {}) {
  let known = null;
  let due = null;
  let timer = null;
  return ({ state, t, ui }) => {
    if (!state) return;
    const key = `${state.journal} ${state.version}`;
    if (key !== known) {
      const { moment } = state.latest;
      const isNew = known !== null && moment && elapsedSince(state) < moment.at_ms + SHOWN_MS;
      due = isNew && ui.celebrates ? moment : null;
      known = key;
    }
    clearTimeout(timer);
    // While someone steps through a count, it is not told yet.
    if (!due || lessonAge(state, ui) !== null) return;
    timer = setTimeout(() => {
      show(due, state, t);
      say(`${due.title} ${due.text}`);
      due = null;
    }, Math.max(0, due.at_ms - elapsedSince(state)));
  };
}

function show(moment, state, t) {
  const { cards = [], starter } = state.latest.notices.find(({ of, cards }) => cards && of === moment.of) ?? {};
  const box = h("div", { class: `moment team-${moment.team}`, "aria-hidden": "true" },
    h("b", moment.title),
    cards.length > 0 && h("div.cards", [...cards, starter].filter(Boolean).map((card) => cardFace(card, t))),
    h("p", moment.text),
  );
  document.body.append(box);
  setTimeout(() => box.remove(), SHOWN_MS);
}

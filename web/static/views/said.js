// What stands above the sixteen keys: what is asked, the count and its cards, and one thing more.

import { cardFace } from "../game/cards.js";
import { isByHand } from "../game/entry_mode.js";
import { h } from "../core/dom.js";
import { handName } from "../game/teams.js";
import { asksToBegin, nameOf } from "./legends.js";
import { beside, countsIn, sentences } from "./notices.js";
import { entered } from "./withoutcards.js";

/** Notices that name what a hand is worth. */
const JUDGED = ["overcount", "undercount"];

/** What is entered, by the keys that choose it. */
const KEY_OF = { cards: 8, hands: 9, points: 10 };

/** It has a room of its own, whatever is said: no key moves under a thumb. */
export const said = (state, words, ui) =>
  h(
    "section.said",
    { "aria-label": words("What just happened"), tabindex: 0 },
    h("p.prompt", { "data-key": "prompt" }, (ui.me.scorer && asksToBegin(state, words)) || state.prompt),
    state.phase === "play" && !isByHand(state, ui) && pile(state, words),
    now(state, words, ui),
  );

/** The running count, and the cards of it. */
const pile = ({ count, pile: laid }, words) =>
  h(
    "div.pile",
    { "data-key": "pile" },
    h("b", { role: "img", "aria-label": words("Count {count} of 31", { count }) }, count),
    laid.map(({ card }, at) =>
      cardFace(card, words, { kind: "mini", latest: at === laid.length - 1 }),
    ),
  );

/** One thing at a time: why a key was refused, else what is half typed, else what just happened. */
function now(state, words, { told, dropped }) {
  const name = (key) => (key === "HELD" ? words("Hold OK") : nameOf(key, words));
  if (told?.again) {
    return h(
      "p.now.unanswered",
      { "data-key": "unanswered" },
      words("The table did not answer. Waiting: {keys}", { keys: told.waiting.map(name).join(", ") }),
      h(
        "button.second",
        { onclick: told.again },
        told.waiting.length > 1 ? words("Send them again") : words("Send it again"),
      ),
    );
  }
  if (told) return h("p.now.refused", { "data-key": "now" }, told.text);
  if (state.typed) return h("p.now.half", { "data-key": "now" }, raised(state.typed));
  return h(
    "p.now",
    { "data-key": "now" },
    dropped && [h("b", null, instead(dropped, state, words)), " "],
    // Undo took back what was typed, and not once more what it took back before.
    !(dropped && state.latest.righted) && happened(state, words),
  );
}

/** What came of the half-typed entry *dropped*, which was none for the journal. */
const instead = ({ enters }, { asides }, words) =>
  enters && enters === asides.habits?.enters
    ? words("From now on {entered}.", { entered: entered(words)[KEY_OF[enters]] })
    : words("Nothing is typed any more.");

/** What just happened, for eyes: of a count what it came to is in sight at once. */
const happened = (state, words) =>
  sayings(state, words).map(({ worth, text }) => [worth && h("b", null, worth), worth && " – ", `${text} `]);

/** The same for ears, and who has won, which the eyes read above it. */
export const aloud = (state, words) =>
  [
    ...sayings(state, words).map(({ worth, text }) => (worth ? `${worth}. ${text}` : text)),
    ...(state.phase === "over" ? [state.prompt] : []),
  ].join(" ");

/** A count is said once: what was wrong with the claim, or else what it came to, and then how. */
function sayings(state, words) {
  const counts = countsIn(state.latest);
  if (!counts.length) return sentences(state).map((text) => ({ text }));
  const judged = state.latest.notices.filter(({ what }) => JUDGED.includes(what)).map(({ of }) => of);
  return [
    ...beside(state, words, Number.POSITIVE_INFINITY),
    ...counts.map(({ of, total, tally }) => ({
      worth: !judged.includes(of) && words("{name}: {why}", { name: handName(state, words, of), why: total }),
      text: tally,
    })),
  ];
}

const raised = (text) => text.charAt(0).toUpperCase() + text.slice(1);

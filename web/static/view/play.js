// The play: the running count and its cards, the pad. Never a word about unplayed cards.

import { cardFace, knownCards, pips } from "../card.js";
import { h } from "../h.js";
import { cannotBe, key, pad } from "./pad.js";
import { seats } from "./seats.js";
import { countsIn, sentences } from "./told.js";
import { redoButton, undoKey } from "./undo.js";

const LIMIT = 31;
const GO_ABOVE = 21;

export function playView(state, words, ui) {
  return h(
    "main.play",
    null,
    seats(state, words, {
      chosen: ui.entry.seat ?? state.turn,
      pickable: (seat) => ui.me.scorer && mayJump(state, seat),
      onPick: (seat) => ui.enter({ seat: seat === state.turn ? null : seat }),
    }),
    felt(state, words, ui),
    ui.me.scorer && layPad(state, words, ui),
  );
}

/** Above 21 a later player may lay: those between have then said go. */
function mayJump(state, seat) {
  return state.count > GO_ABOVE && state.left[seat] > 0 && !state.gone.includes(seat);
}

function felt(state, words, ui) {
  return h(
    "section.felt",
    { "aria-label": words("The play") },
    ring(state.count, words),
    h(
      "div.cards",
      { class: state.pile.length > 4 ? "cards many" : "cards" },
      state.pile.map(({ card }, at) =>
        cardFace(card, words, { latest: at === state.pile.length - 1 }),
      ),
    ),
    state.starter && cardFace(state.starter, words, { label: words("Starter") }),
    h("p.happened", null, happened(state, words, ui), redoButton(state, words, ui)),
    h("p.prompt", null, state.prompt),
  );
}

/** In the play the counts of the last deal may become public all at once: they have a sheet. */
function happened(state, words, ui) {
  if (countsIn(state.latest).length === 0) return sentences(state, words).join(" ");
  const open = () => ui.open("history");
  return h("button.text", { "data-key": "counts", onclick: open }, words("See what was counted"));
}

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

function layPad(state, words, ui) {
  const seat = ui.entry.seat === null ? {} : { seat: ui.entry.seat };
  return pad(words, ui, {
    barred: (card) => tooHigh(state, card, words) ?? cannotBe(card, knownCards(state), words),
    onPick: (card) => ui.act({ do: "play", card, ...seat }),
    keys: [...goKeys(state, words, ui), undoKey(state, words, ui)],
  });
}

function tooHigh(state, card, words) {
  const count = state.count + pips(card.rank);
  return count > LIMIT ? words("that would make {count}", { count }) : null;
}

function goKeys(state, words, ui) {
  const reason = state.count > GO_ABOVE ? null : words("every card fits up to a count of 21");
  const named = (name) => (reason ? `${name}: ${reason}` : name);
  return [
    key(words("Go"), {
      name: named(words("Go")),
      reason,
      kind: "go",
      ui,
      onPress: () => ui.act({ do: "go" }),
    }),
    key(words("Nobody can"), {
      name: named(words("Nobody can lay a card")),
      reason,
      kind: "go all",
      ui,
      onPress: () => ui.act({ do: "go", all: true }),
    }),
  ];
}

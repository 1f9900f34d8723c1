// The show: hand after hand, then the crib. Only cards that nobody has seen are asked for.

import { h } from "../../core/dom.js";
import { countButton, sayAndClaim } from "./counting.js";
import { hand, isWhole, typingPad } from "./hand.js";
import { isLong } from "../../game/teams.js";
import { explained, folded, told } from "../notices.js";
import { bar } from "../play/undo.js";
import { isCalling, windows } from "./muggins.js";

export function showView(state, words, ui) {
  const view = ui.me.scorer && !isWhole(state, ui) ? typing : counting;
  return view(state, words, ui);
}

/**
 * The hand and what it is counted with stay in place, and only what happened scrolls. Whoever is
 * calling muggins needs that room first.
 *
 * Once somebody types, the count before is one sentence, and its lines are folded away.
 */
const typing = (state, words, ui) =>
  h(
    "main.typing",
    null,
    steps(state, words),
    windows(state, words, ui),
    h(
      "div.above",
      null,
      told(state, words, ui, { spoken: hasBegun(ui) }),
      hasBegun(ui) ? folded(state, words) : explained(state, words, ui),
    ),
    !isCalling(ui) && [hand(state, words, ui), typingPad(state, words, ui)],
  );

const counting = (state, words, ui) =>
  h(
    "main.counting",
    null,
    steps(state, words),
    windows(state, words, ui),
    h(
      "div.above",
      null,
      told(state, words, ui),
      explained(state, words, ui),
    ),
    !isCalling(ui) && [hand(state, words, ui), ui.me.scorer && sayAndClaim(state, words, ui)],
    bar(state, words, ui, !isCalling(ui) && countButton(state, words, ui)),
  );

const hasBegun = (ui) => ui.entry.cards.length > 0;

/** The order of the show, and how far it has come. */
function steps(state, words) {
  const count = state.players.length;
  const order = state.players.map((_, step) => (state.dealer + 1 + step) % count);
  const now = [...order, "crib"].indexOf(state.counting.of);
  return h(
    "ol.steps",
    { "aria-label": words("The show") },
    [...order, "crib"].map((of, at) =>
      h(
        "li",
        { class: at < now ? "done" : null, "aria-current": at === now ? "step" : null },
        at < now && "✓ ",
        h(
          "span",
          { class: of !== "crib" && isLong(state.players[of]) ? "long" : null },
          of === "crib" ? words("Crib") : state.players[of],
        ),
      ),
    ),
  );
}

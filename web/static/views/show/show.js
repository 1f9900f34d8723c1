// The show: hand after hand, then the crib. Only cards that nobody has seen are asked for.

import { h } from "../../core/dom.js";
import { isLong } from "../../game/teams.js";
import { foldedCounts, latestCounts, notices } from "../notices.js";
import { actionBar } from "../play/undo.js";
import { claimForm, countButton, handPad, handView, isComplete } from "./hand.js";
import { isCalling, mugginsView } from "./muggins.js";

export function showView(state, t, ui, act) {
  const view = ui.me.scorer && !isComplete(state, ui) ? typingView : countingView;
  return view(state, t, ui, act);
}

/** The hand and what it is counted with stay in place, and only what happened scrolls. Somebody who
 * is calling muggins needs that room first.
 *
 * Once somebody types, the count before is one sentence, and its lines are folded away. */
const typingView = (state, t, ui, act) => h("main.typing",
  steps(state, t),
  mugginsView(state, t, ui, act),
  h("div.above",
    notices(state, t, ui, act, { spoken: hasBegun(ui) }),
    hasBegun(ui) ? foldedCounts(state, t) : latestCounts(state, t, ui),
  ),
  isCalling(ui)
    ? actionBar(state, t, ui, act)
    : [handView(state, t, ui, act), handPad(state, t, ui, act)],
);

const countingView = (state, t, ui, act) => h("main.counting",
  steps(state, t),
  mugginsView(state, t, ui, act),
  h("div.above", notices(state, t, ui, act), latestCounts(state, t, ui)),
  !isCalling(ui) && [handView(state, t, ui, act), ui.me.scorer && claimForm(state, t, ui, act)],
  actionBar(state, t, ui, act, !isCalling(ui) && countButton(state, t, ui, act)),
);

const hasBegun = (ui) => ui.entry.cards.length > 0;

/** The order of the show, and how far it has come. */
function steps(state, t) {
  const count = state.players.length;
  const order = state.players.map((_, step) => (state.dealer + 1 + step) % count);
  const now = [...order, "crib"].indexOf(state.counting.of);
  const passed = state.record.map((entry) => entry.passed);
  return h("ol.steps", { "aria-label": t("The show") },
    [...order, "crib"].map((of, at) =>
      h("li", { class: at < now ? (passed.includes(of) ? "passed" : "done") : null, "aria-current": at === now ? "step" : null },
        at < now && !passed.includes(of) && "✓ ",
        h("span", { class: of !== "crib" && isLong(state.players[of]) ? "long" : null },
          of === "crib" ? t("Crib") : state.players[of],
        ),
        passed.includes(of) && h("small", " ", t("passed")),
      ),
    ),
  );
}

// The show: hand after hand, then the crib. The counted hand is large, the next one waits below. Only cards
// never seen are asked for.

import { h } from "../../core/dom.js";
import { isCalling } from "../../core/store.js";
import { isTypedElsewhere } from "../../game/shared.js";
import { isLong, playerName } from "../../game/teams.js";
import { nextLineIn } from "../../game/timeline.js";
import { foldedCounts } from "../count_lines.js";
import { countNotices, notices } from "../notices.js";
import { actionBar } from "../play/undo.js";
import { claimForm, countButton, notQuite } from "./claim.js";
import { handPad, handView, isTyping, nextHand, nextName, typedLast } from "./hand.js";
import { mugginsView } from "./muggins.js";
import {
  countOf, countedHands, goOn, isHandOpen, isOpened, isTypedHere, looksBack, showOrder,
} from "./counted_hands.js";

/** Once the next hand is being typed, it is large, and the previous count is folded to one sentence. A
 * muggins call takes all the space. */
export function showView(state, t, ui, act) {
  const onward = goOn(state, t, ui, act, nextName(state, t));
  const elsewhere = isTypedElsewhere(state, ui);
  const types = ui.me.scorer && !onward && !elsewhere && isTyping(state, ui);
  const hasBegun = isTypedHere(state, ui);
  const waits = (!hasBegun || isOpened(state, ui)) && isHandOpen(state, ui);
  const calling = isCalling(ui);
  return h("main", { class: types ? "show typing" : "show counting" },
    steps(state, t, ui, act, onward && ui.entry.opened === null),
    mugginsView(state, t, ui, act),
    !calling && [
      h("div.above",
        waits ? countedHands(state, t, ui, act)
          : ui.entry.missed ? notQuite(state, t, ui.entry.missed) : foldedCounts(state, t),
        (waits ? !looksBack(state, ui.entry) : !ui.entry.missed) &&
          notices(state, t, ui, act, { inLines: !waits }),
        !waits && handView(state, t, ui, act),
      ),
      !onward && [
        waits && nextHand(state, t, ui, act),
        ui.me.scorer && !elsewhere && (types ? handPad : claimForm)(state, t, ui, act),
      ],
    ],
    onward ||
      ((calling || !types) &&
        actionBar(state, t, ui, act, !calling && (elsewhere ? takeOver(t, act) : countButton(state, t, ui, act)),
          calling ? null : typedLast(state, t, ui, act))),
  );
}

/** While another phone types the cards, this one watches and can take over. */
const takeOver = (t, act) => h("button.second", { "data-key": "take-over", onclick: act.takeOver },
  t("Enter them here"));

/** The steps of the show and its progress; a finished step reopens its count. A hand that is stepped
 * through counts as current. */
function steps(state, t, ui, act, isLookedAt) {
  const order = showOrder(state);
  const isTold = isLookedAt || nextLineIn(state, ui.age) !== null;
  const now = order.indexOf(isTold ? countNotices(state.latest).at(-1).of : state.counting.of);
  const passed = state.record.map((entry) => entry.passed);
  return h("ol.steps", { class: order.length > 4 ? "steps many" : "steps", "aria-label": t("The show") }, order.map((of, at) => {
    const isPassed = at < now && passed.includes(of);
    const kind = at >= now ? null : isPassed ? "passed" : "done";
    const name = stepName(state, t, of, kind);
    const look = [kind, ui.entry.opened === of && "open", kind === "done" && !countOf(state, of) && "hidden"];
    return h("li", { class: look.filter(Boolean).join(" "), "data-key": `step-${of}`, "aria-current": at === now ? "step" : null },
      kind === "done" ? opener(state, t, ui, act, of, name) : name);
  }));
}

function stepName(state, t, of, kind) {
  const name = of === "crib" ? t("Crib") : playerName(state, t, of);
  return [
    kind === "done" && "✓",
    h("span", { class: isLong(name) ? "long" : null }, name),
    kind === "passed" && h("small", " ", t("passed")),
  ];
}

/** A hand's count opens once it is public. */
function opener(state, t, ui, act, of, name) {
  if (!countOf(state, of)) {
    const tell = () => act.notify(t("This count stays hidden while muggins is open"),
      ({ windows }) => windows.some((window) => window.of === of));
    return h("button", { "aria-disabled": "true", onclick: tell }, name);
  }
  const isOpen = ui.entry.opened === of;
  return h("button",
    { "aria-pressed": isOpen, onclick: () => act.editEntry({ opened: isOpen ? null : of }) }, name);
}

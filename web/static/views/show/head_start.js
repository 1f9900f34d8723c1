// Head starts apply to the first game; for later games they are offered again, with one tap.

import { h } from "../../core/dom.js";
import { teamName } from "../../game/teams.js";

/** In later games of a match that began with a head start, while no team has other points; after an undo,
 * those not yet given. */
export function headStartNote(state, t, ui, act) {
  const starts = state.head_start;
  const given = starts
    .map((points, team) => ({ do: "peg", team, points, reason: "head start" }))
    .filter(({ team, points }) => points > 0 && state.scores[team] === 0);
  const isDue = state.game > 1 && state.deal === 1 &&
    state.scores.every((points, team) => points === 0 || points === starts[team]);
  const began = state.record[0]?.entry ?? state.game;
  if (!isDue || !ui.me.scorer || given.length === 0 || ui.headStartDeclined === began) return null;
  const named = given.map(({ team, points }) => `${teamName(state, t, team)} +${points}`).join(", ");
  return h("aside.once", { "data-key": "head-start" },
    h("p", t("Head start again?")),
    h("button.chip", { onclick: () => giveAll(act, given, began) }, named),
    h("button.chip", { onclick: () => act.openPoints(given[0].team, t("head start")) },
      t("Other"),
    ),
    h("button.plain",
      { "aria-label": t("Close"), onclick: () => act.set({ headStartDeclined: began }) }, "×"),
  );
}

/** Hides the offer between two taps. */
async function giveAll(act, given, began) {
  act.set({ headStartDeclined: began });
  await giveEach(act, given);
  act.set({ headStartDeclined: null });
}

async function giveEach(act, [first, ...others]) {
  if ((await act.submit(first)) && others.length) await giveEach(act, others);
}

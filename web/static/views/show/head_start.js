// A head start is for the first game; at each next one it is offered again, and takes one tap.

import { h } from "../../core/dom.js";
import { teamName } from "../../game/teams.js";

/** As long as nobody has a point in a next game of a match that began with a head start. */
export function headStartNote(state, t, ui, act) {
  const given = (ui.entryMode?.head_start ?? [])
    .map((points, team) => ({ do: "peg", team, points, reason: "head start" }))
    .filter(({ points }) => points > 0);
  const isDue = state.game > 1 && state.deal === 1 && state.scores.every((points) => points === 0);
  const began = state.record[0]?.entry ?? state.game;
  if (!isDue || !ui.me.scorer || given.length === 0 || ui.headStartDeclined === began) return null;
  const named = given.map(({ team, points }) => `${teamName(state, t, team)} +${points}`).join(", ");
  return h("aside.once", { "data-key": "head-start" },
    h("p", t("Head start again?")),
    h("button.chip", { onclick: () => giveAll(act, given) }, named),
    h("button.chip", { onclick: () => act.openPoints(given[0].team, t("head start")) },
      t("Other"),
    ),
    h("button.plain",
      { "aria-label": t("Close"), onclick: () => act.set({ headStartDeclined: began }) }, "×"),
  );
}

async function giveAll(act, [first, ...others]) {
  if ((await act.submit(first)) && others.length) await giveAll(act, others);
}

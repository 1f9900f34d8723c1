// Between two games: head starts given again, and the result of a game of a night, on which both players
// agree.

import { post } from "../../core/api.js";
import { h } from "../../core/dom.js";
import { playerName, teamName } from "../../game/teams.js";

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

export function agreementView(state, t, ui, act) {
  const { assignment } = state.live;
  if (!assignment?.begun || !assignment.place || state.winner === null) return null;
  return h("section.callout.agreement", { "data-key": "agreement", "aria-label": t("The result") },
    assignment.asks && h("p", t("Do you both agree with this result? Each player taps once.")),
    assignment.asks && h("div.two", state.players.map((_, seat) => player(state, seat, t, ui, act))),
    h("p.about", progress(assignment, t)),
  );
}

function player({ players, live: { assignment } }, seat, t, ui, act) {
  const name = playerName({ players }, t, seat);
  if (assignment.agreed?.[seat]) return h("p.right", t("{name} agrees ✓", { name }));
  return ui.me.scorer &&
    h("button.second", { "data-key": `agree-${seat}`, onclick: () => act.agree(assignment.place, seat) },
      t("Agreed: {name}", { name }),
    );
}

function progress({ asks, agreed = [], sent }, t) {
  if (sent) return t("The hub has the result.");
  if (asks && !(agreed.length && agreed.every(Boolean))) {
    return t("Something wrong? Undo or change it first.");
  }
  return t("The result goes to the hub as soon as it can be reached.");
}

/** A tap without an answer may be repeated: agreeing is idempotent. */
export const agreeing = ({ set, t }) => async (place, seat) => {
  const { status, body } = await post("agreements", { place, seat }, t.lang);
  if (status === 200) return;
  set({ notice: { text: body?.refused ?? t("No answer from the table. Tap again.") } });
};

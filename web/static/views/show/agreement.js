// The result of a game of a night: both players agree, and whether the hub has received it.

import { post } from "../../core/api.js";
import { h } from "../../core/dom.js";
import { playerName } from "../../game/teams.js";

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

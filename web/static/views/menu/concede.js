// Giving up a game, and who then wins it.

import { h } from "../../core/dom.js";
import { pegMark, playersOf, teamOf } from "../../game/teams.js";
import { sheetTitle } from "../controls.js";

/** One's own team is tapped, and that is all: undo brings the game back. */
export const concedeView = (state, t, ui, act) => h("main.scroll",
  sheetTitle(t("Who concedes?")),
  h("p.about", state.scores.length > 2
    ? t("The best placed of the others wins. Undo brings it back.")
    : t("The other side wins. Undo brings it back.")),
  !["idle", "over"].includes(state.phase) &&
    h("div.drawers", { role: "group", "aria-label": t("Team") },
      state.scores.map((_, team) =>
        h("button", {
            class: `drawer team-${team}`,
            "data-key": `concede-${team}`,
            onclick: () => act.submitAndClose({ do: "concede", team }),
          },
          pegMark(team),
          playersOf(state, t, team).map((name) => h("b", name)),
          state.scores.length > 2 &&
            h("small", t("winner: {names}", { names: winnersWithout(state, t, team) })),
        ),
      ),
    ),
);

/** The best placed of the others, and of equal ones the first from the dealer's left. */
function winnersWithout(state, t, team) {
  const { dealer, players, rules: { wins, target, target_by_team: goals }, scores } = state;
  const placed = (one) => (scores[one] - (goals[one] ?? target)) * (wins === "low" ? -1 : 1);
  const [winner] = players
    .map((_, step) => teamOf(state, ((dealer ?? -1) + 1 + step) % players.length))
    .filter((one) => one !== team)
    .sort((one, other) => placed(other) - placed(one));
  return playersOf(state, t, winner).join(" · ");
}

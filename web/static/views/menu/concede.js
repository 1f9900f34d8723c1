// Conceding a game, and who then wins it.

import { h } from "../../core/dom.js";
import { pegMark, playersOf, teamOf } from "../../game/teams.js";
import { sheetTitle } from "../controls.js";

/** A tap on one's own team concedes at once; undo reverts it. */
export const concedeView = (state, t, ui, act) => h("main.scroll",
  sheetTitle(t("Who concedes?")),
  h("p.about", state.scores.length > 2
    ? t("The leading opponent wins. Undo brings the game back.")
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
            h("small", { "data-key": "winner" },
              t("winner: {names}", { names: playersOf(state, t, winnerWithout(state, team)).join(" · ") })),
          skunkFor(state, t, winnerWithout(state, team)),
        ),
      ),
    ),
);

/** The points of *team*, adjusted as if all targets were equal. */
const progress = ({ rules: { target, target_by_team: goals }, scores }, team) =>
  scores[team] + target - (goals[team] ?? target);

/** The best placed of the other teams; ties go to the first from the dealer's left. */
function winnerWithout(state, team) {
  const { dealer, players, rules: { wins } } = state;
  const placed = (one) => progress(state, one) * (wins === "low" ? -1 : 1);
  const [winner] = players
    .map((_, step) => teamOf(state, ((dealer ?? -1) + 1 + step) % players.length))
    .filter((one) => one !== team)
    .sort((one, other) => placed(other) - placed(one));
  return winner;
}

/** "Skunk: the win counts double", if a team is that far behind when *winner* wins. */
function skunkFor(state, t, winner) {
  const { lurch, skunks, wins } = state.rules;
  if (wins === "low") return null;
  const behind = state.scores.map((_, team) => team).filter((team) => team !== winner)
    .map((team) => progress(state, team));
  const losers = lurch === "each" ? behind : [Math.min(...behind)];
  const lines = [...skunks].sort(([below], [other]) => below - other);
  const games = losers
    .map((points) => lines.find(([below]) => points < below)?.[1])
    .filter(Boolean);
  if (!games.length) return null;
  const why = worth(state, t, games);
  return h("small", { "data-key": "skunk" }, why ? t("{name}: {why}", { name: t("Skunk"), why }) : t("Skunk"));
}

/** The value of a win with *games* for a skunk; null if the match counts wins only. */
function worth({ rules: { best_of: most, game: plain, lurch } }, t, games) {
  const n = lurch === "each"
    ? plain + games.reduce((sum, one) => sum + one - plain, 0)
    : Math.max(...games);
  if (most > 0 && plain === 1) return null;
  if (plain > 1) return t("the win scores {n} game points", { n });
  return n === 2 ? t("the win counts double")
    : t("the win counts as {n} game|the win counts as {n} games", { n });
}

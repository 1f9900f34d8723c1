// This deal or game: ways to end it, which can all be undone. Those that discard more than a hand or a
// play are confirmed first.

import { h } from "../../core/dom.js";
import { pegMark, playerName, playersOf, teamOf } from "../../game/teams.js";
import { chip, item, sheetTitle } from "../controls.js";

export function dealView(state, t, ui, act) {
  const { phase } = state;
  const n = state.rules?.misdeal;
  const leave = (action) => () => act.submitAndClose(action);
  const isPlay = phase === "play";
  const hasLaid = isPlay && state.laid.length > 0;
  const isDealt = ["cut", "play", "show"].includes(phase);
  const isOn = isDealt || phase === "draw";
  return h("main.scroll.menu",
    sheetTitle(t("This deal or game")),
    h("div.items",
      phase === "show" && passItem(state, t, leave),
      isPlay && state.asks === "cards" &&
        item(t("{name} has no cards left", { name: playerName(state, t, state.turn) }),
          leave({ do: "go", out: true }), t("too few were dealt, or the hand is dead")),
      isPlay &&
        item(t("Skip to the hands"), leave({ do: "show" }), t("the play was pegged by hand")),
      hasLaid &&
        item(t("Misdeal"), () => act.open("leave", "misdeal"), t("the play’s points go back")),
      (phase === "cut" || isPlay) && !hasLaid && item(t("Misdeal"), leave({ do: "misdeal" }), n > 0
        ? t("{n} point for the others, and the same player deals again|{n} points for the others, and the same player deals again",
          { n })
        : t("the same player deals again")),
      ["cut", "play"].includes(phase) &&
        n > 0 &&
        item(t("Misdeal: only the penalty"),
          leave({ do: "misdeal", redeal: false }),
          t("{n} point for the others, and the deal goes on|{n} points for the others, and the deal goes on",
            { n }),
        ),
      isDealt &&
        item(t("Skip this deal"), () => act.open("leave", "deal"), t("on to the next deal, or to another dealer")),
      isOn &&
        item(t("Concede"), () => act.open("concede"), state.scores.length > 2
          ? t("the leading opponent wins")
          : t("the other side wins")),
      isOn && item(t("Call off this game"), () => act.open("leave", "abandon"), t("no winner")),
    ),
  );
}

/** Passes a hand or the crib, so that it counts for nothing. */
function passItem(state, t, leave) {
  const { of, seat } = state.counting;
  return of === "crib"
    ? item(t("Pass the crib"), leave({ do: "crib", pass: true }), t("it counts for nothing"))
    : item(t("Pass {name}’s hand", { name: playerName(state, t, of) }),
        leave({ do: "count", seat, pass: true }),
        t("it counts for nothing"),
      );
}

/** By action: the phases in which it is possible, the question, and its answer. */
const LEAVING = (t) => ({
  deal: [["cut", "play", "show"], t("Skip this deal?"), t("Skip it")],
  misdeal: [["cut", "play"], t("Misdeal?"), t("Deal again")],
  abandon: [["draw", "cut", "play", "show"], t("Call off this game?"), t("Call it off")],
});

export function leaveView(state, t, ui, act) {
  const [asked] = ui.asked;
  const [phases, question, answer] = LEAVING(t)[asked];
  const isPossible = phases.includes(state.phase);
  const leave = (more) => act.submitAndClose({ do: asked, ...more });
  return h("main.scroll.counts",
    sheetTitle(question),
    asked === "misdeal" && isPossible && whatGoesBack(state, t),
    asked === "deal" && h("p", t("The points of this deal stay.")),
    h("p", t("Undo brings it back.")),
    h("div.two",
      h("button.second", { onclick: () => act.back() }, t("Keep playing")),
      isPossible && h("button.prime.ends", { onclick: () => leave() }, answer),
    ),
    asked === "deal" && isPossible && h("section", { "data-key": "dealers" },
      h("h3", t("Dealt out of turn? Choose who deals")),
      h("div.chips", state.players.map((_, dealer) =>
        chip(playerName(state, t, dealer), false, () => leave({ dealer })))),
    ),
  );
}

function whatGoesBack(state, t) {
  const n = state.rules.misdeal;
  return h("p",
    t("The pegs go back to where they were before the play, and {name} deals again.",
      { name: playerName(state, t, state.dealer) }),
    n > 0 && [" ", state.rules.teams.length > 2
      ? t("Then the others get {n} point each.|Then the others get {n} points each.", { n })
      : t("Then the other side gets {n} point.|Then the other side gets {n} points.", { n })],
  );
}

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

// The end of the game: winner, margin, value, course of the game, and what comes next.

import { h } from "../../core/dom.js";
import { hasGamePoints, matchText, playAgain, playersCount, verdict } from "../../game/match.js";
import { playersOf, unbroken } from "../../game/teams.js";
import { gameName } from "../../history/games.js";
import { tableRows } from "../controls.js";
import { foldedCounts } from "../count_lines.js";
import { notices } from "../notices.js";
import { actionBar } from "../play/pad.js";
import { assignmentView } from "../setup/assignment.js";
import { agreementView } from "./between_games.js";
import { countedHands, isLesson } from "./show.js";
import { gameStory } from "./story.js";
import { resultText, skunkText, starWithPeg } from "./win.js";

export const overView = (state, t, ui, act) => h("main.scroll.over",
  hero(state, t),
  agreementView(state, t, ui, act),
  assignmentView(state, t, ui, act, state.entry_mode),
  notices(state, t, ui, act, { inLines: !isLesson(state, ui), but: saidAbove(state) }),
  isLesson(state, ui) ? countedHands(state, t, ui, act) : foldedCounts(state, t),
  ui.finished && ui.sheet !== "replay" && [
    gameStory(ui.finished, t, playersCount(state)),
    h("button.second.wide", {
      "data-key": "picture", onclick: () => act.open("picture", { game: gameName(ui.finished.game) }),
    }, t("A picture to send")),
  ],
  standings(state, t),
  ui.me.scorer &&
    state.winner === null &&
    h("p.about", t("Called off by mistake? Undo brings it back.")),
  ending(state, t, ui, act),
);

/** The same people again, or others; neither in a night, where matches are assigned. */
const ending = (state, t, ui, act) => h("div.ending",
  ui.me.scorer && !state.live.assignment && h("button.prime", {
    "data-key": "again", "aria-keyshortcuts": "Enter", disabled: !ui.rulebook,
    onclick: () => playAgain(state, ui, act),
  }, t("Play again")),
  actionBar(state, t, ui, act, h("button.second",
    { "data-key": "new-match", disabled: !ui.rulebook, onclick: () => act.open("setup") },
    t("New players or rules"),
  )),
);

/** The winner, in the colour of their pegs. */
const hero = (state, t) => h("section.hero", { "data-key": "hero" },
  state.winner !== null && starWithPeg(state.winner),
  h("h2.winner",
    unbroken(verdict(t, state.winner !== null && playersOf(state, t, state.winner), state.decided)),
  ),
  state.winner !== null && h("p.result", resultText(state, t)),
  skunkText(state) && h("p.skunk-line", skunkText(state)),
  (state.game > 1 || state.rules.best_of > 1) && h("p.match", unbroken(matchText(state, t))),
);

/** The skunk, and whether the game was called off or conceded. */
const saidAbove = (state) => [
  skunkText(state),
  !state.latest.correction && ["abandon", "concede"].includes(state.record.at(-1)?.actions.at(-1)?.do) &&
    state.record.at(-1).say,
];

/** Games won, and their value if different. */
function standings(state, t) {
  const columns = [
    [t("Games won"), state.wins],
    (state.rules.game > 1 || hasGamePoints(state)) && [t("Game points"), state.games],
  ].filter(Boolean);
  return h("table.standings",
    tableRows([t("Players"), t("Points"), ...columns.map(([title]) => title)],
      state.scores.map((score, team) => [
        playersOf(state, t, team).join(" · "),
        score,
        ...columns.map(([, games]) => games[team]),
      ]),
    ),
  );
}

// The end of the game and what comes next: another match, the agreement on a night's result, head starts.

import { post } from "../../core/api.js";
import { h } from "../../core/dom.js";
import { hasGamePoints, matchText, playAgain, playersCount, verdict } from "../../game/match.js";
import { playerName, playersOf, teamName, unbroken } from "../../game/teams.js";
import { gameName } from "../../history/games.js";
import { foldedCounts } from "../count_lines.js";
import { notices } from "../notices.js";
import { actionBar } from "../play/pad.js";
import { assignmentView } from "../setup/assignment.js";
import { countedHands, isLesson } from "./show.js";
import { gameStory, resultText, skunkText, starWithPeg } from "./win.js";

export const overView = (state, t, ui, act) => h("main.scroll.over",
  h("section.hero", { "data-key": "hero" },
    state.winner !== null && starWithPeg(state.winner),
    h("h2.winner", unbroken(verdict(t, state.winner !== null && playersOf(state, t, state.winner), state.decided))),
    state.winner !== null && h("p.result", resultText(state, t)),
    skunkText(state) && h("p.skunk-line", skunkText(state)),
    state.wins.some(Boolean) && (state.game > 1 || state.rules.best_of > 1 || hasGamePoints(state)) &&
      h("p.match", unbroken(matchText(state, t))),
  ),
  agreementView(state, t, ui, act),
  assignmentView(state, t, ui, act, state.entry_mode),
  // The skunk, and whether the game was called off or conceded, are said above.
  notices(state, t, ui, act, { inLines: !isLesson(state), but: [
    skunkText(state),
    !state.latest.correction && ["abandon", "concede"].includes(state.record.at(-1)?.actions.at(-1)?.do) &&
      state.record.at(-1).say,
  ] }),
  isLesson(state) ? countedHands(state, t, ui, act) : foldedCounts(state, t),
  ui.finished && ui.sheet !== "replay" && [
    h("button.second.wide", {
      "data-key": "picture", onclick: () => act.open("picture", { game: gameName(ui.finished.game) }),
    }, t("A picture to send")),
    gameStory(ui.finished, t, playersCount(state)),
  ],
  ui.me.scorer &&
    state.winner === null &&
    h("p.about", t("Called off by mistake? Undo brings it back.")),
  // The same people again, or others; neither in a night, where matches are assigned.
  h("div.ending",
    ui.me.scorer && !state.live.assignment && h("button.prime", {
      "data-key": "again", "aria-keyshortcuts": "Enter", disabled: !ui.rulebook,
      onclick: () => playAgain(state, ui, act),
    }, t("Play again")),
    actionBar(state, t, ui, act, h("button.second",
      { "data-key": "new-match", disabled: !ui.rulebook, onclick: () => act.open("setup") },
      t("New players or rules"),
    )),
  ),
);

/** In later games of a match that began with a head start, while no team has other points. */
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
  for (const one of given) if (!(await act.submit(one))) break;
  act.set({ headStartDeclined: null });
}

function agreementView(state, t, ui, act) {
  const { assignment } = state.live;
  if (!assignment?.begun || !assignment.place || state.winner === null) return null;
  const { asks, agreed = [], sent } = assignment;
  const isAwaited = asks && !(agreed.length && agreed.every(Boolean));
  return h("section.callout.agreement", { "data-key": "agreement", "aria-label": t("The result") },
    asks && h("p", t("Do you both agree with this result? Each player taps once.")),
    asks && h("div.two", state.players.map((_, seat) => {
      const name = playerName(state, t, seat);
      if (agreed[seat]) return h("p.right", t("{name} agrees ✓", { name }));
      return ui.me.scorer && h("button.second", {
        "data-key": `agree-${seat}`, onclick: () => act.agree(assignment.place, seat),
      }, t("Agreed: {name}", { name }));
    })),
    h("p.about", sent ? t("The hub has the result.")
      : isAwaited ? t("Something wrong? Undo or change it first.")
        : t("The result goes to the hub as soon as it can be reached.")),
  );
}

/** A tap without an answer may be repeated: agreeing is idempotent. */
export const agreeing = ({ set, t }) => async (place, seat) => {
  const { status, body } = await post("agreements", { place, seat }, t.lang);
  if (status === 200) return;
  set({ notice: { text: body?.refused ?? t("No answer from the table. Tap again.") } });
};

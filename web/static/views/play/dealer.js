// Who deals first, where no card of the draw is entered: people cut for it, and tap who it is.

import { h } from "../../core/dom.js";
import { dealtBy, startIn } from "../../game/match.js";
import { pegMark, teamOf } from "../../game/teams.js";
import { darkNote } from "../status.js";
import { told } from "../notices.js";
import { bar } from "./undo.js";

/** Whether it is asked for so: hands or points alone are entered, in the first game of a match. */
export const isTapped = (state, ui) => ui.enters !== "cards" && Boolean(startIn(state));

export function dealerView(state, words, ui) {
  return h(
    "main",
    null,
    h(
      "div.above",
      null,
      told(state, words, ui),
      h("p.prompt", null, words("Who deals?")),
      h("p.about", null, words("Cut for it as you like: no card is entered.")),
      state.rules.teams_by === "draw" && h("p.about", null, words("Partners sit face to face.")),
      h(
        "div.drawers",
        { role: "group", "aria-label": words("Players") },
        state.players.map((name, seat) =>
          h(
            ui.me.scorer ? "button" : "div",
            {
              class: `drawer team-${teamOf(state, seat)}`,
              "data-key": `dealer-${seat}`,
              onclick: ui.me.scorer ? () => ui.act(dealtBy(state, seat)) : null,
            },
            pegMark(teamOf(state, seat)),
            h("b", null, name),
          ),
        ),
      ),
      darkNote(words, ui),
    ),
    bar(state, words, ui),
  );
}

// The match that a night assigns to this table, started with one tap, or a bye.

import { h } from "../../core/dom.js";
import { modeIn } from "../../game/match.js";

/** Shows whose table it is before starting, for players at the wrong one. *mode*: the entry mode to start with. */
export function assignmentView(state, t, ui, act, mode = modeIn(ui.setup)) {
  const { assignment } = state.live;
  if (!assignment || assignment.begun) return null;
  const { round: n, table, start } = assignment;
  return h("section.callout.assignment", { "data-key": "assignment", "aria-label": t("Your match") },
    h("h2", t("Round {n} · table {table}", { n, table })),
    !start ? h("p", t("This table sits this round out.")) : [
      h("p.players", start.players.join(" · ")),
      h("p.about", [ui.rulebook?.rules[start.rules]?.title, start.options?.target].filter(Boolean).join(" · ")),
      ui.me.scorer && h("button.prime.wide", {
        "data-key": "begin-match", onclick: () => act.submitAndClose({ ...start, entry_mode: mode }),
      }, t("Start this match")),
      h("p.about", t("Not your names? The screen on the wall shows where you play.")),
    ],
  );
}

// Points by hand: any team, any time, forward or back.

import { asTyped, pointsIn } from "./digits.js";
import { h } from "../../core/dom.js";
import { givenTo, teamName } from "../../game/teams.js";
import { chip } from "../chips.js";
import { digitKeys } from "./digitkeys.js";
import { field, textField } from "../controls.js";
import { key } from "./pad.js";
import { sheetTitle } from "../sheet.js";
import { bar } from "./undo.js";

const QUICK = [1, 2, 3];

export function pointsView(state, words, ui) {
  const { team, typed, reason } = ui.points;
  const points = pointsIn(typed);
  const change = (changes) => ui.set({ points: { ...ui.points, ...changes } });
  return h(
    "main.scroll",
    null,
    sheetTitle(words("Points by hand")),
    h(
      "div.chips",
      { role: "group", "aria-label": words("Team") },
      state.scores.map((_, one) =>
        chip(teamName(state, words, one), one === team, () => change({ team: one })),
      ),
    ),
    h(
      "div.quick",
      null,
      QUICK.map((n) => key(`+${n}`, { ui, kind: "go", onPress: () => peg(ui, team, n, reason) })),
    ),
    h("output.typed", { "aria-live": "polite" }, typed || "0"),
    digitKeys(typed, words, ui, (text) => change({ typed: text })),
    field(
      words("Why (if you like)"),
      textField(reason, (text) => change({ reason: text })),
    ),
    bar(
      state,
      words,
      ui,
      h(
        "button.prime",
        {
          class: `prime team-${team}`,
          disabled: points === 0,
          onclick: () => peg(ui, team, points, reason),
        },
        words("Peg {n} for {team}", { n: asTyped(points), team: givenTo(state, words, team) }),
      ),
    ),
  );
}

async function peg(ui, team, points, reason) {
  if (await ui.act({ do: "peg", team, points, ...(reason && { reason }) })) ui.open(null);
}

// The table of those who enter no cards of the play: one, two or three points for each team, a pad,
// and the way on, to the show or to the next deal.

import { asTyped, pointsIn } from "./digits.js";
import { h } from "../../core/dom.js";
import { called, givenTo, isLong, pegMark, playersOf, teamName } from "../../game/teams.js";
import { digitKeys } from "./digitkeys.js";
import { darkNote } from "../status.js";
import { key } from "./pad.js";
import { sentences, told } from "../notices.js";
import { bar } from "./undo.js";
import { isCalling, windows } from "../show/muggins.js";

const QUICK = [1, 2, 3];

export function byHandView(state, words, ui) {
  return h(
    "main.byhand",
    null,
    windows(state, words, ui),
    h(
      "div.above",
      null,
      told(state, words, ui),
      sentences(state).length === 0 && h("p.prompt", null, whoDeals(state, words)),
      darkNote(words, ui),
    ),
    ui.me.scorer && !isCalling(ui) && [teams(state, words, ui), typing(state, words, ui)],
    bar(state, words, ui, wayOn(state, words, ui)),
  );
}

const whoDeals = (state, words) => words("{name} deals", { name: called(words, state.players[state.dealer]) });

const teams = (state, words, ui) =>
  h(
    "div.rows",
    null,
    state.scores.map((_, team) =>
      h(
        "div.row",
        { class: `row team-${team}`, role: "group", "aria-label": teamName(state, words, team) },
        pegMark(team),
        h(
          "span.who",
          { "aria-hidden": "true" },
          h("b", { class: isLong(teamName(state, words, team)) ? "long" : null }, teamName(state, words, team)),
          playersOf(state, team).length > 1 &&
            h("small", null, playersOf(state, team).join(" · ")),
        ),
        QUICK.map((n) => pegKey(state, words, ui, team, n, `+${n}`)),
      ),
    ),
  );

function pegKey(state, words, ui, team, n, text, kind = "peg-it") {
  const name = words("Peg {n} for {team}", { n: asTyped(n), team: givenTo(state, words, team) });
  const reason = n === 0 ? words("type the points first") : null;
  return key(text, {
    name: text === name ? null : words("{name}: {why}", { name: text, why: reason ?? name }),
    kind: `${kind} team-${team}`,
    reason,
    at: `${kind}-${team}-${kind === "peg-it" ? n : ""}`,
    ui,
    onPress: async () => (await ui.act({ do: "peg", team, points: n })) && ui.enter({ typed: "" }),
  });
}

/** What was typed stands on the keys that give it to a team. */
function typing(state, words, ui) {
  const { typed } = ui.entry;
  const points = pointsIn(typed);
  return [
    digitKeys(typed, words, ui, (text) => ui.enter({ typed: text })),
    h("output.unseen", { "aria-live": "polite" }, typed),
    h(
      "div.givers",
      null,
      state.scores.map((_, team) =>
        pegKey(state, words, ui, team, points, giving(state, words, team, typed), "give"),
      ),
    ),
  ];
}

const giving = (state, words, team, typed) =>
  words("Peg {n} for {team}", { n: typed || "…", team: givenTo(state, words, team) });

/** Whoever enters hands goes to the show; whoever enters points alone deals anew. */
function wayOn(state, words, ui) {
  const toShow = ui.enters === "hands";
  return h(
    "button.prime",
    {
      "data-key": "way-on",
      "aria-keyshortcuts": "Enter",
      onclick: () => ui.act({ do: toShow ? "show" : "deal" }),
    },
    toShow ? words("To the show") : words("Next deal"),
  );
}

// Points pegged by hand: as the main view if no cards are entered, and as a sheet.

import { h } from "../../core/dom.js";
import { capitalised } from "../../core/i18n.js";
import { isCalling } from "../../core/store.js";
import { enteredIn } from "../../game/match.js";
import {
  isLong, pegMark, playersOf, recipientName, signedPoints, speakerName, teamName, unbroken, whoDeals,
} from "../../game/teams.js";
import { chip, field, sheet, textField } from "../controls.js";
import { notices, sentences } from "../notices.js";
import { MINUS, actionBar, key, numberPad, pointsIn } from "./pad.js";

const QUICK = [1, 2, 3];

/** The highest hand; more at once is probably a typing error. */
const MAX_POINTS = 29;

export function byHandView(state, t, ui, act, lazy) {
  const { typed, typedAt } = ui.entry;
  const isCalled = isCalling(ui);
  const hasPartners = state.players.length > state.scores.length;
  const toShow = enteredIn(state) === "hands";
  const keys = typed ? h("div.givers", state.scores.map((_, team) =>
    // More than two keys have room for names only.
    pegKey(state, t, act, team, pointsIn(typed), (state.scores.length > 2 ? teamName : givingText)(state, t, team, typed),
      "give"))) : h("button.prime", {
    "data-key": "way-on", "aria-keyshortcuts": "Enter",
    onclick: () => act.submit({ do: toShow ? "show" : "deal" }),
  }, toShow ? t("To the show") : t("Next deal"));
  return h("main.byhand",
    lazy.muggins?.(state, t, ui, act),
    h("div.above",
      // Another entry hides a number that is being typed until its next digit.
      typed && typedAt === state.version
        ? pointsIn(typed) > MAX_POINTS
          ? h("p.prompt", capitalised(`${whyNot(pointsIn(typed), t)}.`))
          : h("p.typed", { "aria-hidden": "true" }, typed)
        : notices(state, t, ui, act, { leads: true }),
      // No badge shows which of partners deals.
      (sentences(state).length === 0 || hasPartners) && h("p.prompt", unbroken(whoDeals(state, t))),
      state.deal === 1 && !state.latest.correction && lazy.headStart?.(state, t, ui, act),
    ),
    ui.me.scorer && !isCalled && [
      h("div.rows", state.scores.map((_, team) => {
        const [name, players] = [teamName(state, t, team), playersOf(state, t, team)];
        return h("div.row", { class: `row team-${team}`, role: "group", "aria-label": name },
          pegMark(team),
          h("span.who", { "aria-hidden": "true" },
            h("b", { class: isLong(name) ? "long" : null }, name),
            players.length > 1 && h("small", players.join(" · ")),
          ),
          QUICK.map((n) => pegKey(state, t, act, team, n, `+${n}`)),
        );
      })),
      numberPad(t, act, {
        label: t("Points"), typed, takesBack: true,
        onType: (text) => act.editEntry({ typed: text, typedAt: state.version }),
      }),
    ],
    actionBar(state, t, ui, act, !isCalled && keys,
      typedNumber(typed, t, (text) => act.editEntry({ typed: text }))),
  );
}

const typedNumber = (typed, t, onType) => (typed && {
  name: t("Undo: {n}, not pegged yet", { n: typed }),
  drop: () => onType(""),
});

function pegKey(state, t, act, team, n, text, kind = "peg-it") {
  const name = givingText(state, t, team, signedPoints(n));
  const reason = whyNot(n, t);
  return key(text, {
    name: text === name && !reason ? null : t("{name}: {why}", { name: text, why: reason ?? name }),
    kind: `${kind} team-${team}`,
    reason,
    at: `${kind}-${team}-${kind === "peg-it" ? n : ""}`,
    act,
    onPress: () => {
      // A quick key keeps the half-typed number.
      if (kind === "give") act.editEntry({ typed: "" });
      return act.submit({ do: "peg", team, points: n });
    },
  });
}

function whyNot(points, t) {
  if (points === 0) return t("type the points first");
  return points > MAX_POINTS ? t("no hand has more than 29; for more, tap a score") : null;
}

function givingText(state, t, team, typed) {
  const name = recipientName(state, t, team);
  if (!typed.startsWith(MINUS)) return t("Peg {n} for {team}", { n: typed || "…", team: name });
  return t("Take {n} back from {team}", { n: typed.slice(1) || "…", team: name });
}

export function pointsView(state, t, ui, act) {
  const { team, typed, reason } = ui.points;
  const change = (changes) => act.set({ points: { ...ui.points, ...changes } });
  const peg = async (points) =>
    (await act.submit({ do: "peg", team, points, ...(reason && { reason }) })) && act.open(null);
  const onType = (text) => change({ typed: text });
  return sheet("main.scroll.points", t("Add points"),
    h("div.chips", { role: "group", "aria-label": t("Team") }, state.scores.map((_, one) =>
      chip(teamName(state, t, one), one === team, () => change({ team: one })))),
    team === null ? h("p.prompt", t("Points for which team?")) : [
      h("div.quick", QUICK.map((n) =>
        key(`+${n}`, { act, kind: `given team-${team}`, onPress: () => peg(n) }))),
      h("p.typed", { "aria-hidden": "true" }, typed || "0"),
      numberPad(t, act, { label: t("Points"), typed, takesBack: true, onType }),
      field(t("Why (if you like)"), textField(reason, (text) => change({ reason: text }))),
      state.rules.captain && state.rules.teams[team].length > 1 &&
        h("p.about", t("★ {name} is the captain, who alone counts and calls for the team.",
          { name: speakerName(state, t, team) })),
    ],
    actionBar(state, t, ui, act, [
      h("button.second", { "aria-label": t("Close"), onclick: () => act.open(null) }, "×"),
      team !== null && h("button.prime", {
        class: `prime team-${team}`,
        "data-key": "peg-typed",
        disabled: pointsIn(typed) === 0,
        onclick: () => peg(pointsIn(typed)),
      }, givingText(state, t, team, signedPoints(pointsIn(typed)))),
    ], typedNumber(typed, t, onType)),
  );
}

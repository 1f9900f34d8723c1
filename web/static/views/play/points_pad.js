// Points pegged by hand: as the main view if no cards are entered, and as a sheet.

import { h } from "../../core/dom.js";
import { capitalised } from "../../core/i18n.js";
import { isCalling } from "../../core/store.js";
import { enteredIn } from "../../game/match.js";
import {
  isLong, pegMark, playersOf, recipientName, signedPoints, speakerName, teamName, unbroken, whoDeals,
} from "../../game/teams.js";
import { chip, field, sheetTitle, textField } from "../controls.js";
import { notices, sentences } from "../notices.js";
import { MINUS, actionBar, key, numberPad, pointsIn } from "./pad.js";

const QUICK = [1, 2, 3];

/** The highest hand; more at once is probably a typing error. */
const MAX_POINTS = 29;

/** True for partners: no badge shows which of them deals. */
const isOfPartners = ({ players, scores }) => players.length > scores.length;

export const byHandView = (state, t, ui, act, lazy) => h("main.byhand",
  lazy.muggins?.(state, t, ui, act),
  h("div.above",
    isTyping(state, ui)
      ? typedSoFar(ui.entry.typed, t)
      : notices(state, t, ui, act, { leads: true }),
    (sentences(state).length === 0 || isOfPartners(state)) &&
      h("p.prompt", unbroken(whoDeals(state, t))),
    state.deal === 1 && !state.latest.correction && lazy.headStart?.(state, t, ui, act),
  ),
  ui.me.scorer && !isCalling(ui) && [teamRows(state, t, ui, act), typedPoints(state, ui, t, act)],
  actionBar(state, t, ui, act, !isCalling(ui) && mainKeys(state, t, ui, act),
    typedNumber(ui.entry.typed, t, (typed) => act.editEntry({ typed }))),
);

/** True while a number is being typed; another entry hides it until the next digit. */
const isTyping = ({ version }, { entry }) => entry.typed && entry.typedAt === version;

/** Undo first clears the points typed here. */
const typedNumber = (typed, t, onType) => (typed && {
  name: t("Undo: {n}, not pegged yet", { n: typed }),
  drop: () => onType(""),
});

const mainKeys = (state, t, ui, act) =>
  ui.entry.typed ? givers(state, t, ui, act) : nextStepButton(state, t, ui, act);

const teamRows = (state, t, ui, act) => h("div.rows",
  state.scores.map((_, team) => h("div.row",
    { class: `row team-${team}`, role: "group", "aria-label": teamName(state, t, team) },
    pegMark(team),
    h("span.who", { "aria-hidden": "true" },
      h("b", { class: isLong(teamName(state, t, team)) ? "long" : null }, teamName(state, t, team)),
      playersOf(state, t, team).length > 1 && h("small", playersOf(state, t, team).join(" · ")),
    ),
    QUICK.map((n) => pegKey(state, t, act, team, n, `+${n}`)),
  )),
);

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

/** The typed number, or why it cannot be pegged. */
const typedSoFar = (typed, t) => pointsIn(typed) > MAX_POINTS
  ? h("p.prompt", capitalised(`${whyNot(pointsIn(typed), t)}.`))
  : h("p.typed", { "aria-hidden": "true" }, typed);

const typedPoints = ({ version }, ui, t, act) => numberPad(t, act, {
  label: t("Points"), typed: ui.entry.typed, takesBack: true,
  onType: (typed) => act.editEntry({ typed, typedAt: version }),
});

/** Keys that give the typed points to a team, in place of the button that goes on. */
const givers = (state, t, ui, act) => h("div.givers",
  state.scores.map((_, team) => {
    const { typed } = ui.entry;
    return pegKey(state, t, act, team, pointsIn(typed), givingText(state, t, team, typed), "give");
  }),
);

function givingText(state, t, team, typed) {
  const name = recipientName(state, t, team);
  if (!typed.startsWith(MINUS)) return t("Peg {n} for {team}", { n: typed || "…", team: name });
  return t("Take {n} back from {team}", { n: typed.slice(1) || "…", team: name });
}

/** Goes on to the show if hands are entered, to the next deal if only points are. */
function nextStepButton(state, t, ui, act) {
  const toShow = enteredIn(state) === "hands";
  return h("button.prime", {
    "data-key": "way-on", "aria-keyshortcuts": "Enter",
    onclick: () => act.submit({ do: toShow ? "show" : "deal" }),
  }, toShow ? t("To the show") : t("Next deal"));
}

export function pointsView(state, t, ui, act) {
  const { team, typed, reason } = ui.points;
  const points = pointsIn(typed);
  const change = (changes) => act.set({ points: { ...ui.points, ...changes } });
  return h("main.scroll",
    sheetTitle(t("Add points")),
    h("div.chips", { role: "group", "aria-label": t("Team") },
      state.scores.map((_, one) =>
        chip(teamName(state, t, one), one === team, () => change({ team: one })),
      ),
    ),
    team === null && h("p.prompt", t("Points for which team?")),
    team !== null && state.rules.captain && state.rules.teams[team].length > 1 &&
      h("p.about", t("★ {name} is the captain, who alone counts and calls for the team.",
        { name: speakerName(state, t, team) })),
    team !== null && h("div.quick",
      QUICK.map((n) =>
        key(`+${n}`, { act, kind: `given team-${team}`, onPress: () => pegAndClose(act, team, n, reason) }),
      ),
    ),
    team !== null && [
      h("p.typed", { "aria-hidden": "true" }, typed || "0"),
      numberPad(t, act, {
        label: t("Points"), typed, takesBack: true, onType: (text) => change({ typed: text }),
      }),
      field(t("Why (if you like)"), textField(reason, (text) => change({ reason: text }))),
    ],
    actionBar(state, t, ui, act, [
      h("button.second", { "aria-label": t("Close"), onclick: () => act.open(null) }, "×"),
      team !== null && h("button.prime", {
        class: `prime team-${team}`,
        "data-key": "peg-typed",
        disabled: points === 0,
        onclick: () => pegAndClose(act, team, points, reason),
      }, givingText(state, t, team, signedPoints(points))),
    ], typedNumber(typed, t, (text) => change({ typed: text }))),
  );
}

async function pegAndClose(act, team, points, reason) {
  if (await act.submit({ do: "peg", team, points, ...(reason && { reason }) })) act.open(null);
}

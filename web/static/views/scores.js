// Each team's score and pegs, and the players around the table.

import { h } from "../core/dom.js";
import { gamesWon, matchScore } from "../game/result.js";
import {
  backPeg, gainMark, isAsked, isLong, pegMark, playerName, playersOf, teamName, teamOf,
} from "../game/teams.js";
import { gainShown, pointsShown } from "../game/timeline.js";

export const scores = (state, t, ui, act) =>
  h("div.scores", { class: `scores of-${state.scores.length}` },
    state.scores.map((score, team) => teamCard(state, t, ui, act, team)),
  );

function teamCard(state, t, ui, act, team) {
  const deals = state.phase !== "over" && state.dealer !== null && teamOf(state, state.dealer) === team;
  const may = ui.me.scorer && !["idle", "over"].includes(state.phase);
  const name = teamName(state, t, team);
  const isOfPartners = playersOf(state, t, team).length > 1;
  return h(may ? "button" : "div", {
      class: ["team", `team-${team}`, isOfPartners && "partners",
        isLit(state, ui, team) && "asked"].filter(Boolean).join(" "),
      "data-key": `team-${team}`,
      onclick: may ? () => act.openPoints(team) : null,
      "aria-label": label(state, t, team),
    },
    pegMark(team),
    h("span.who",
        h("b", { class: isLong(name) ? "long" : null }, name),
      isOfPartners && partners(state, t, team),
      h("small", gamesOf(state, t, team)),
      state.rules.target_by_team.length > 0 &&
        h("small", t("to {n}", { n: state.rules.target_by_team[team] })),
    ),
    h("span.pegs",
      h("output", { "aria-live": "off" }, pointsShown(state, team, ui.age)),
      backPeg(state, t, team),
    ),
    deals && h("em.crib-of", t("crib")),
    gainMark(gainShown(state, team, ui.age)),
  );
}

/** True for the team that gets the typed points, if points are asked for; else for the team whose turn it
 * is. */
const isLit = (state, { receiver, entered }, team) =>
  receiver === undefined ? entered !== "points" && isAsked(state, team) : receiver === team;

function label(state, t, team) {
  const [front, back] = state.pegs[team];
  const names = playersOf(state, t, team).join(", ");
  const said = t(
    "{team}: {n} point, back peg at {back}|{team}: {n} points, back peg at {back}",
    { team: names, n: front, back },
  );
  const captain = captainOf(state, t, team);
  return [
    said,
    state.games.some((games) => games > 0) && matchScore(state, t, team),
    captain !== null && t("captain {name}", { name: captain }),
  ].filter(Boolean).join(", ");
}

/** The captain of partners, if the rules have one. */
function captainOf(state, t, team) {
  const { rules, captains } = state;
  return rules.captain && rules.teams[team].length > 1 ? playerName(state, t, captains[team]) : null;
}

/** The names of partners, with a star for the captain. */
function partners(state, t, team) {
  const captain = captainOf(state, t, team);
  return h("span.mates",
    playersOf(state, t, team).map((name) => h("small", name === captain ? `★ ${name}` : name)));
}

/** With three sides space is short: each shows a peg and the number of games. */
function gamesOf(state, t, team) {
  const n = gamesWon(state)[team];
  if (state.phase === "over" || state.games.every((games) => games === 0)) return null;
  if (state.scores.length !== 3) return h("span.won", matchScore(state, t, team));
  return n > 0 && h("span", { class: state.scores[team] > 99 ? "won tight" : "won" }, `●${n}`);
}

/** A chip for each seat; if pickable(seat), a button that calls onPick(seat). */
export const seats = (state, t, { chosen, pickable = () => false, hint = null, onPick }) =>
  h("div.seats",
    { class: `seats of-${state.players.length}`, role: "group", "aria-label": t("Players") },
    state.players.map((_, seat) =>
      seatChip(state, t, { seat, on: seat === chosen, pick: pickable(seat) && onPick, hint }),
    ),
  );

function seatChip(state, t, { seat, on, pick, hint }) {
  const name = playerName(state, t, seat);
  return h(pick ? "button" : "span", {
      class: `seat team-${teamOf(state, seat)}${on ? " on" : ""}`,
      "data-key": `seat-${seat}`,
      onclick: pick ? () => pick(seat) : null,
      "aria-pressed": pick ? on : null,
      "aria-current": seat === state.turn ? "true" : null,
      title: pick && seat !== state.turn ? hint : null,
    },
    h("b", { class: isLong(name) ? "long" : null }, name),
    seat === state.dealer && h("em.dealer", { title: t("dealer") }, t("D")),
    state.left && cardsLeft(state, t, seat),
  );
}

function cardsLeft(state, t, seat) {
  const left = state.left[seat];
  const gone = state.gone.includes(seat);
  return [
    h("span.unseen", " ", t("{n} card left|{n} cards left", { n: left })),
    gone
      ? h("small", t("go"))
      : h("span.left", { "aria-hidden": "true" }, Array.from({ length: left }, () => h("i"))),
  ];
}

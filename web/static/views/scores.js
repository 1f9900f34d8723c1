// Each team's score, cards and pegs, and the players around the table.

import { h } from "../core/dom.js";
import { mayJump } from "../game/cards.js";
import { gamesWon, matchScore } from "../game/match.js";
import {
  backPeg, gainMark, isAsked, isLong, pegMark, playerName, playersOf, teamName, teamOf, whoDeals,
} from "../game/teams.js";
import { gainShown, pointsShown } from "../game/timeline.js";

export const scores = (state, t, ui, act) =>
  h("div.scores", { class: `scores of-${state.scores.length}` },
    state.scores.map((_, team) => teamCard(state, t, ui, act, team)),
  );

/** True if a score box stands for each player, so that no row of seats repeats the names. */
export const isEachAlone = ({ players, scores: teams }) => players.length === teams.length;

/** A tap adds points by hand; in the play it chooses the player of the next card, if that may be another
 * one than the player whose turn it is. */
function teamCard(state, t, ui, act, team) {
  const { dealer, phase, rules } = state;
  const deals = phase !== "over" && dealer !== null && teamOf(state, dealer) === team;
  const isPlaying = phase === "play" && !ui.sheet;
  const chosen = isPlaying ? ui.entry?.seat ?? state.turn : state.turn;
  const may = ui.me.scorer && !["idle", "over"].includes(phase);
  const [seat, partner] = rules.teams[team];
  const isAlone = isEachAlone(state);
  const picks = may && isPlaying && isAlone && seat !== chosen && mayJump(state, seat);
  const name = teamName(state, t, team);
  return h(may ? "button" : "div", {
      class: ["team", `team-${team}`, partner !== undefined && "partners", picks && "picks",
        isLit({ ...state, turn: chosen }, ui, team) && "asked"].filter(Boolean).join(" "),
      "data-key": `team-${team}`,
      onclick: picks ? () => act.pickSeat(seat) : may ? () => act.openPoints(team) : null,
      "aria-label": label(state, t, team, deals),
    },
    pegMark(team),
    h("span.who",
      h("b", { class: isLong(name) ? "long" : null, title: name }, name),
      partner !== undefined && partners(state, t, team),
      h("span.facts",
        isAlone && state.left && cardsLeft(state, t, seat),
        gamesOf(state, t, team),
        rules.target_by_team.length > 0 && h("small", t("to {n}", { n: rules.target_by_team[team] })),
      ),
    ),
    h("span.pegs",
      h("output", { "aria-live": "off" }, pointsShown(state, team, ui.age)),
      backPeg(state, t, team),
    ),
    deals && h("em.crib-of", isAlone ? t("crib") : `${t("crib")} · ${playerName(state, t, dealer)}`),
    gainMark(gainShown(state, team, ui.age)),
  );
}

/** True for the team that gets the typed points, if points are asked for; else for the team whose turn it
 * is. */
const isLit = (state, { receiver, entered }, team) =>
  receiver === undefined ? entered !== "points" && isAsked(state, team) : receiver === team;

function label(state, t, team, deals) {
  const [front, back] = state.pegs[team];
  const names = playersOf(state, t, team).join(", ");
  const said = t(
    "{team}: {n} point, back peg at {back}|{team}: {n} points, back peg at {back}",
    { team: names, n: front, back },
  );
  const captain = captainOf(state, t, team);
  const [seat] = state.rules.teams[team];
  return [
    said,
    state.left && isEachAlone(state) && t("{n} card left|{n} cards left", { n: state.left[seat] }),
    state.games.some((games) => games > 0) && matchScore(state, t, team),
    captain !== null && t("captain {name}", { name: captain }),
    deals && whoDeals(state, t),
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
    playersOf(state, t, team).map((name) => h("small", { title: name }, name === captain ? `★ ${name}` : name)));
}

/** With more than two sides space is short: each shows a peg and the number of games. */
function gamesOf(state, t, team) {
  const n = gamesWon(state)[team];
  if (state.phase === "over" || state.games.every((games) => games === 0)) return null;
  if (state.scores.length === 2) return h("small.won", matchScore(state, t, team));
  return n > 0 && h("small.won", `●${n}`);
}

/** Partners' seats; if pickable(seat), a button that calls onPick(seat). */
export const seats = (state, t, { chosen, pickable = () => false, hint = null, onPick }) =>
  !isEachAlone(state) && h("div.seats",
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
      title: pick && seat !== state.turn ? hint : name,
    },
    h("b", { class: isLong(name) ? "long" : null }, name),
    state.left && [
      h("span.unseen", " ", t("{n} card left|{n} cards left", { n: state.left[seat] })),
      cardsLeft(state, t, seat),
    ],
  );
}

const cardsLeft = (state, t, seat) => state.gone.includes(seat)
  ? h("small", t("go"))
  : h("span.left", { "aria-hidden": "true" }, Array.from({ length: state.left[seat] }, () => h("i")));

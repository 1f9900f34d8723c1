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
const isEachAlone = ({ players, scores: teams }) => players.length === teams.length;

/** A tap adds points by hand, or in the play chooses who plays the next card, if another player may. */
function teamCard(state, t, ui, act, team) {
  const { dealer, phase, rules } = state;
  const deals = phase !== "over" && dealer !== null && teamOf(state, dealer) === team;
  const isPlaying = phase === "play" && !ui.sheet;
  const turn = isPlaying ? ui.entry?.seat ?? state.turn : state.turn;
  const may = ui.me.scorer && !["idle", "over"].includes(phase);
  const [seat, partner] = rules.teams[team];
  const isAlone = isEachAlone(state);
  const picks = may && isPlaying && isAlone && seat !== turn && mayJump(state, seat);
  const name = teamName(state, t, team);
  return h(may ? "button" : "div", {
      class: ["team", `team-${team}`, partner !== undefined && "partners", picks && "picks",
        isAsked({ ...state, turn }, team) && "asked"].filter(Boolean).join(" "),
      "data-key": `team-${team}`,
      onclick: picks ? () => act.pickSeat(seat) : may ? () => act.openPoints(team) : null,
      "aria-label": label(state, t, team, deals),
    },
    pegMark(team),
    h("span.who",
      h("b", { class: isLong(name) ? "long" : null, title: name }, name),
      partner !== undefined && h("span.mates", playersOf(state, t, team).map((mate) =>
        h("small", { title: mate }, mate === captainOf(state, t, team) ? `★\u00a0${mate}` : mate))),
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

function label(state, t, team, deals) {
  const [front, back] = state.pegs[team];
  const [seat] = state.rules.teams[team];
  const captain = captainOf(state, t, team);
  return [
    t("{team}: {n} point, back peg at {back}|{team}: {n} points, back peg at {back}",
      { team: playersOf(state, t, team).join(", "), n: front, back }),
    state.left && isEachAlone(state) && t("{n} card left|{n} cards left", { n: state.left[seat] }),
    state.games.some((games) => games > 0) && matchScore(state, t, team),
    captain !== null && t("captain {name}", { name: captain }),
    deals && whoDeals(state, t),
  ].filter(Boolean).join(", ");
}

const captainOf = (state, t, team) => state.rules.captain && state.rules.teams[team].length > 1
  ? playerName(state, t, state.captains[team]) : null;

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
    state.players.map((_, seat) => {
      const name = playerName(state, t, seat);
      const on = seat === chosen;
      const picks = pickable(seat);
      return h(picks ? "button" : "span", {
          class: `seat team-${teamOf(state, seat)}${on ? " on" : ""}`,
          "data-key": `seat-${seat}`,
          onclick: picks ? () => onPick(seat) : null,
          "aria-pressed": picks ? on : null,
          "aria-current": seat === state.turn ? "true" : null,
          title: picks && seat !== state.turn ? hint : name,
        },
        h("b", { class: isLong(name) ? "long" : null }, name),
        state.left && [
          h("span.unseen", " ", t("{n} card left|{n} cards left", { n: state.left[seat] })),
          cardsLeft(state, t, seat),
        ],
      );
    }),
  );

const cardsLeft = (state, t, seat) => state.gone.includes(seat)
  ? h("small", t("go"))
  : h("span.left", { "aria-hidden": "true" }, Array.from({ length: state.left[seat] }, () => h("i")));

// Every team's score, its pegs, and what it just got. A scorer taps a team to peg by hand.

import { h } from "../core/dom.js";
import { called, isLong, pegMark, playersOf, teamName, teamOf } from "../game/teams.js";
import { gainTold, pointsTold } from "../game/walk.js";

export function scores(state, words, ui) {
  return h(
    "div.scores",
    { class: `scores of-${state.scores.length}` },
    state.scores.map((score, team) => teamCard(state, words, ui, team)),
  );
}

function teamCard(state, words, ui, team) {
  const back = state.pegs[team][1];
  const front = pointsTold(state, team, ui.age);
  const deals = state.dealer !== null && teamOf(state, state.dealer) === team;
  const asked = state.turn !== null && teamOf(state, state.turn) === team;
  const may = ui.me.scorer && !["idle", "over"].includes(state.phase);
  const name = teamName(state, words, team);
  return h(
    may ? "button" : "div",
    {
      class: `team team-${team}${asked ? " asked" : ""}`,
      "data-key": `team-${team}`,
      onclick: may ? () => ui.openPoints(team) : null,
      "aria-label": label(state, words, team),
    },
    pegMark(team),
    h(
      "span.who",
      null,
        h("b", { class: isLong(name) ? "long" : null }, name),
      playersOf(state, team).length > 1 && partners(state, team),
      h("small", null, gamesOf(state, words, team)),
    ),
    h(
      "span.pegs",
      null,
      h("output", null, front),
      h("small", { title: words("back peg {hole}", { hole: back }) }, `◂ ${back}`),
    ),
    deals && h("em.crib-of", null, words("crib")),
    gain(gainTold(state, team, ui.age)),
  );
}

function label(state, words, team) {
  const [front, back] = state.pegs[team];
  const names = playersOf(state, team).map((name) => called(words, name)).join(", ");
  const said = words(
    "{team}: {n} point, back peg at {back}|{team}: {n} points, back peg at {back}",
    { team: names, n: front, back },
  );
  const captain = captainOf(state, team);
  return captain === null ? said : `${said}, ${words("captain {name}", { name: called(words, captain) })}`;
}

/** Whoever speaks for partners, where the rules have somebody do so. */
const captainOf = ({ rules, captains, players }, team) =>
  rules.captain && rules.teams[team].length > 1 ? players[captains[team]] : null;

/** The names of partners, a star beside the captain's. */
function partners(state, team) {
  const captain = captainOf(state, team);
  return playersOf(state, team).map((name) =>
    h("small", null, name === captain ? `★ ${name}` : name),
  );
}

const gamesOf = (state, words, team) =>
  state.phase !== "over" &&
  state.games.some((games) => games > 0) &&
  h("span.won", null, words("games {n}", { n: state.games[team] }));

/** What the last entry gave this team. */
const gain = (points) =>
  points !== 0 && h("em.gain", null, points > 0 ? `+${points}` : `−${-points}`);

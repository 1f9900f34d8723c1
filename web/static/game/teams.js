// Who plays for whom, and how a team is called and marked: a colour and a sign, never colour alone.

import { teamColour } from "./colours.js";
import { h } from "../core/dom.js";

/** The team that *seat* plays for. */
export const teamOf = (state, seat) => state.rules.teams.findIndex((seats) => seats.includes(seat));

/** As somebody is spoken of: a name that is only a number is that of a place, Player 2. */
export const called = (words, name) => (/^\d+$/.test(name) ? words("Player {place}", { place: name }) : name);

export const playersOf = (state, team) =>
  state.rules.teams[team].map((seat) => state.players[seat]);

/** A single player's own name; of partners the colour of their pegs. */
export function teamName(state, words, team) {
  const names = playersOf(state, team);
  return names.length === 1 ? names[0] : teamColour(team, words);
}

/** The team as the one that gets something: partners are "les Bleus" then. */
export function givenTo(state, words, team) {
  const name = teamName(state, words, team);
  return playersOf(state, team).length === 1 ? called(words, name) : words("{colour}", { colour: name });
}

/** Who speaks for the team: its captain where the rules have one. */
export function speakerOf(state, words, team) {
  return called(words, state.rules.captain ? state.players[state.captains[team]] : teamName(state, words, team));
}

/** "Ann's hand" or "The crib". */
export const handName = (state, words, of) =>
  of === "crib" ? words("The crib") : words("{name}'s hand", { name: called(words, state.players[of]) });

/** A name that takes two lines where space is short. */
export const isLong = (name) => name.length > 9;

export const pegMark = (team) => h(`span.peg.team-${team}`, { "aria-hidden": "true" });

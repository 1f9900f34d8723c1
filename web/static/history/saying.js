// How the past is written: who played, when, for how long, and averages.

import { teamName } from "../game/teams.js";

/** As the table calls a finished game: 12.0. */
export const nameOf = ({ match, place }) => `${match}.${place}`;

/** What the helpers for teams ask of a state, made of a finished game. */
const seatsOf = ({ players, teams }) => ({ players, rules: { teams } });

export const teamOfGame = (game, words, team) => {
  const names = game.teams[team].map((seat) => game.players[seat]);
  return names.length === 1 ? teamName(seatsOf(game), words, team) : names.join(" · ");
};

const region = (words) => `${words.lang}-CA`;

export const when = ({ ended }, words) =>
  new Date(ended).toLocaleString(region(words), { dateStyle: "medium", timeStyle: "short" });

/** In minutes, as long as it is more than none. */
export function howLong({ begun, ended }, words) {
  const minutes = Math.round((new Date(ended) - new Date(begun)) / 60000);
  if (minutes < 1) return null;
  if (minutes < 120) return words("{n} min", { n: minutes });
  return words("{n} h", { n: Math.round(minutes / 60) });
}

/** An average to a tenth; a dash where there is nothing to average. */
export const average = (sum, n, words) =>
  n
    ? (sum / n).toLocaleString(region(words), {
        minimumFractionDigits: 1,
        maximumFractionDigits: 1,
      })
    : "–";

export const list = (parts) => parts.filter(Boolean).join(" · ");

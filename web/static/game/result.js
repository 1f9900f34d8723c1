// The result of a game, and each team's score in the match.

import { teamName } from "./teams.js";

/** The end of a game, or of the match that it *decided*, in a sentence; an abandoned game has no
 * *winners*. */
export function verdict(t, winners, decided = false) {
  if (!winners) return t("The game was called off");
  const [one, other] = winners;
  if (decided) {
    return other === undefined
      ? t("{name} wins the match!", { name: one })
      : t("{one} and {other} win the match!", { one, other });
  }
  return other === undefined
    ? t("{name} wins!", { name: one })
    : t("{one} and {other} win!", { one, other });
}

/** After this long, in milliseconds, the page opens on the family and not on the last game's end. */
const EVENING = 3 * 3600 * 1000;

/** True if the last game ended on an earlier evening. */
export const isLongOver = ({ phase, record }) =>
  phase === "over" && Date.now() - Date.parse(record.at(-1)?.at) > EVENING;

/** True if the game was called off, which the prompt says. */
export const isCalledOff = ({ phase, winner, latest, record }) => phase === "over" && winner === null &&
  !latest.correction && record.at(-1)?.actions.at(-1).do === "abandon";

/** How a game was won: lowball or not, the margin unless someone *conceded*, the skunk line, and the value
 * of the win. */
export const resultOf = ({ wins, spread, skunk, games, conceded }, t, inPoints) => [
  wins === "low" && t("lowball"),
  spread > 0 && !conceded && t("by {n} point|by {n} points", { n: spread }),
  skunk !== null && t("skunk (below {below})", { below: skunk }),
  inPoints && games > 0 && t("{n} game point|{n} game points", { n: games }),
];

/** A team's score in the match: games, or game points if a win can be worth more than one. */
export const matchScore = (state, t, team) => hasGamePoints(state)
  ? t("{n} game point|{n} game points", { n: state.games[team] })
  : t("{n} won|{n} won", { n: state.wins[team] });

/** These scores by team. */
export const gamesWon = (state) => (hasGamePoints(state) ? state.games : state.wins);

/** True if the match score differs from the number of games won. */
export const hasGamePoints = ({ rules, games, wins }) =>
  !(rules.best_of > 0) && (rules.game > 1 || games.some((points, team) => points !== wins[team]));

/** "Games won: Ann 1 · Ben 0, first to 2". */
export const matchText = (state, t) => {
  const wanted = state.decided ? 0 : Math.ceil(state.rules.best_of / 2);
  const won = gamesWon(state).map((n, team) => `${teamName(state, t, team)}\u00a0${n}`).join(" · ");
  const goal = wanted > 0 && t("first to {n}", { n: wanted });
  const why = [won, goal].filter(Boolean).join(", ");
  return t("{name}: {why}", {
    name: hasGamePoints(state) ? t("Game points") : t("Games won"),
    why,
  });
};

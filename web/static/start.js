// Turns what was filled in on the set-up sheet into the action that starts a match.

/** Only what differs from the row is said, so that the row's own values stay in force. */
export function startOf(setup, row, words) {
  const options = { ...setup.options, muggins: setup.counts === "muggins" };
  const changed = Object.entries(options).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(row[name]),
  );
  const players = Array.from(
    { length: row.players },
    (_, seat) => (setup.names[seat] ?? "").trim() || words("Player {n}", { n: seat + 1 }),
  );
  return {
    do: "start",
    rules: setup.rules,
    players,
    ...(changed.length && { options: Object.fromEntries(changed) }),
    ...(setup.dealer !== "" && { dealer: Number(setup.dealer) }),
    ...(setup.scores.some(Boolean) && {
      scores: row.teams.map((_, team) => setup.scores[team] ?? 0),
    }),
    ...(setup.captains.length > 0 && {
      captains: row.teams.map((seats, team) => setup.captains[team] ?? seats[0]),
    }),
  };
}

/** How people go about the match, as the table tells it to every phone. */
export const habitsIn = ({ counts, enters, scores }) => ({
  counts,
  enters,
  ...(scores.some(Boolean) && { head_start: scores.map((points) => points ?? 0) }),
});

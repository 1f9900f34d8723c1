// Begins a match: from what was filled in on the set-up sheet, or as the last one was begun.

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** Only what differs from the row is said, so that the row's own values stay in force. */
const differing = (options, row) =>
  Object.fromEntries(
    Object.entries(options).filter(
      ([name, value]) => value !== undefined && !same(value, row[name]),
    ),
  );

/** Those who sit down, by seat: somebody without a name is called by the place. */
export const playersIn = ({ names }, row, words) =>
  Array.from({ length: row.players }, (_, seat) => (names[seat] ?? "").trim() || nth(words, seat));

const nth = (words, seat) => words("Player {n}", { n: seat + 1 });

/** The names that somebody typed: none for a player who is called by the place. */
export const typedNames = (players, words) =>
  players.map((name, seat) => (name === nth(words, seat) ? "" : name));

/** The action that begins a match as the set-up sheet says. */
export function startOf(setup, row, words) {
  const options = differing({ ...setup.options, muggins: setup.counts === "muggins" }, row);
  return {
    do: "start",
    rules: setup.rules,
    players: playersIn(setup, row, words),
    ...(Object.keys(options).length && { options }),
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

/** Another match of the same people by the same rules; who deals is cut for again. */
export const rematchOf = (state, rows, habits) => ({
  do: "start",
  rules: state.rules.key,
  players: state.players,
  options: optionsOf(state, rows),
  captains: state.captains,
  ...(habits.head_start?.length && { scores: habits.head_start }),
});

/** The set-up sheet as the match on the table would have filled it in. */
export const setupOf = (state, rows, habits, words) => ({
  rules: state.rules.key,
  names: typedNames(state.players, words),
  counts: habits.counts,
  enters: habits.enters,
  dealer: "",
  options: optionsOf(state, rows),
  scores: habits.head_start ?? [],
  captains: state.captains,
});

/** The options of the house that are in force at the table. */
function optionsOf({ rules }, { rules: rows, options }) {
  const inForce = Object.fromEntries(options.map(({ name }) => [name, rules[name] ?? undefined]));
  return differing(inForce, rows[rules.key]);
}

/** The entry that began the match, as long as it is of the deal that is told. */
export const startIn = ({ record }) =>
  record.find(({ actions }) => actions.length === 1 && actions[0].do === "start");

/** That *seat* deals first: the match began so, and no card was drawn for it. */
export function dealtBy(state, seat) {
  const { entry, actions } = startIn(state);
  const amend = { do: "amend", entry, actions: [{ ...actions[0], dealer: seat }] };
  return state.drawn.some((cards) => cards.length > 0) ? { ...amend, drop_rest: true } : amend;
}

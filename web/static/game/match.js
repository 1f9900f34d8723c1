// A match: its start from the set-up sheet, a previous match or a family; its entry mode; its result.

import { teamName } from "./teams.js";

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** Only values that differ from the rules' defaults are sent. */
const differing = (options, row) => Object.fromEntries(
  Object.entries(options).filter(([name, value]) => value !== undefined && !same(value, row[name])),
);

/** The players by seat; a missing name becomes the seat's number, which each phone translates. */
export const playersIn = ({ names }, row) =>
  Array.from({ length: row.players }, (_, seat) => (names[seat] ?? "").trim() || `${seat + 1}`);

/** The names typed; null for a player called by seat. */
export const typedNames = (players) => players.map((name) => (/^\d+$/.test(name) ? "" : name));

/** Who counts, and the options that follow: with muggins, too high a claim is fined by default, since
 * otherwise claiming 29 every time would be safe. */
export function withCounting(counting, { overcount, ...options }) {
  if (counting === "muggins") return { counting, options: { ...options, overcount: overcount ?? "fined" } };
  return { counting, options: overcount === "fined" ? options : { ...options, overcount } };
}

export const modeIn = ({ counting, entered }) =>
  ({ counted_by: counting === "program" ? "program" : "players", entered });

export function startAction(setup, row) {
  const options = differing({
    ...setup.options, muggins: setup.counting === "muggins",
    ...(setup.entered !== "cards" && { teams_by: "seating" }),
  }, row);
  return {
    do: "start", rules: setup.rules,
    players: playersIn(setup, row),
    ...(Object.keys(options).length && { options }),
    ...(setup.dealer !== "" && { dealer: Number(setup.dealer) }),
    ...(setup.scores.some(Boolean) && {
      scores: row.teams.map((_, team) => setup.scores[team] ?? 0),
    }),
    ...(setup.captains.length > 0 && {
      captains: row.teams.map((seats, team) => setup.captains[team] ?? seats[0]),
    }),
    entry_mode: modeIn(setup),
  };
}

/** The next game of the match; after its end another one of the same players, rules and mode. */
export function playAgain(state, ui, act) {
  const { decided, rules, players, head_start: scores, captains, entry_mode } = state;
  if (!decided) return act.submit({ do: "next" });
  return act.startMatch({
    do: "start", rules: rules.key, players, captains, entry_mode,
    options: optionsOf(state, ui.rulebook),
    ...(scores.length > 0 && { scores }),
  });
}

export const setupFrom = (state, rows) => ({
  rules: state.rules.key,
  names: typedNames(state.players),
  counting: countingNow(state), entered: state.entry_mode.entered, dealer: "",
  options: optionsOf(state, rows),
  scores: state.head_start,
  captains: state.captains,
});

/** The house rules of the current match; some rules follow from its length. */
function optionsOf({ rules }, { rules: rows, options }) {
  const inForce = Object.fromEntries(options.map(({ name }) => [name, rules[name] ?? undefined]));
  const row = rows[rules.key];
  return differing(inForce, { ...row, ...row.by_length[rules.target] });
}

/** Undefined if the match began before this deal; otherwise, muggins can be toggled. */
export const startEntry = ({ record }) =>
  record.find(({ actions }) => actions.length === 1 && actions[0].do === "start");

/** The start action that makes *seat* the first dealer without a draw, with the current entry mode. */
export function dealerAction(state, seat) {
  const { entry, actions: [start] } = startEntry(state);
  const begun = { ...start, dealer: seat, entry_mode: state.entry_mode };
  const amend = { do: "amend", entry, actions: [begun] };
  return state.drawn.some((cards) => cards.length > 0) ? { ...amend, drop_rest: true } : amend;
}

/** The start action with muggins on or off and *counting* as who counts. */
export function countingAction(state, counting) {
  const { entry, actions: [start] } = startEntry(state);
  const { options } = withCounting(counting, start.options ?? {});
  const begun = {
    ...start, options: { ...options, muggins: counting === "muggins" },
    entry_mode: { ...start.entry_mode, counted_by: "players" },
  };
  return { do: "amend", entry, actions: [begun] };
}

/** The changes that swap two seats, with everything that belongs to each. */
export function swapSeats({ names, dealer, captains }, row, one, other) {
  const to = (seat) => ({ [one]: other, [other]: one })[seat] ?? seat;
  const seated = [];
  for (let seat = 0; seat < row.players; seat += 1) seated[to(seat)] = names[seat] ?? "";
  return {
    names: [...seated, ...names.slice(row.players)],
    dealer: dealer === "" ? "" : String(to(Number(dealer))),
    // A captain who changed teams is no longer captain.
    captains: row.teams.map((seats, team) => {
      const seat = captains[team] === undefined ? seats[0] : to(captains[team]);
      return seats.includes(seat) ? seat : seats[0];
    }),
  };
}

export function shuffleSeats({ names, options }, row) {
  const players = playersIn({ names }, row);
  for (let last = players.length - 1; last > 0; last -= 1) {
    const at = randomBelow(last + 1);
    [players[at], players[last]] = [players[last], players[at]];
  }
  return {
    names: [...players, ...names.slice(row.players)],
    dealer: String(randomBelow(players.length)),
    captains: [],
    options: { ...options, teams_by: "seating" },
    moving: null,
  };
}

/** A random integer from 0 below *n*; the bias of 2³² is negligible for *n* up to 4. */
const randomBelow = (n) => crypto.getRandomValues(new Uint32Array(1))[0] % n;

/** The name of the player whose phone this is, as chosen for the next match. */
export const ownName = ({ setup, me }) => setup.own ?? me.player;

export const familiesOf = (ui) => ui.settings?.families ?? [];

/** Seats everyone of *family* as in its last game; sets its team colours, too, if this phone may. */
export function seatFamily(ui, act, { name, start, colours }) {
  const { rules, players, options = {}, scores = [], captains = [], entry_mode: mode = {} } = start;
  const muggins = options.muggins ?? ui.rulebook.rules[rules].muggins;
  const by = mode.counted_by ?? (muggins ? "players" : "program");
  act.editSetup({
    rules, names: typedNames(players), options, scores, captains,
    counting: countingOf({ counted_by: by }, muggins), entered: mode.entered ?? "cards",
    family: name, dealer: "", moving: null,
  });
  const others = colours.length && !same(colours, ui.settings?.colours);
  if (ui.me.host && others) act.changeSettings({ colours });
}

/** True if players count their hands, so a claim is required. */
export const playersCount = ({ entry_mode: mode }) => mode?.counted_by === "players";

/** The kind of entries: all cards, hands only or points only. */
export const enteredIn = (state) => state?.entry_mode?.entered ?? "cards";

/** Who counts, as offered on the page: the program, or players, with checks or with muggins. */
export const countingOf = ({ counted_by: by }, muggins) =>
  (by === "program" ? "program" : muggins ? "muggins" : "players");

export const countingNow = ({ entry_mode: mode, rules }) => countingOf(mode, rules.muggins);

export const countingText = (t, counting) => ({
  program: t("Cribble counts"),
  players: t("you count and Cribble checks"),
  muggins: t("you count, with muggins"),
})[counting];

/** The kinds of entries, as offered before and during a match. */
export const enteringChoices = (t) => [
  {
    value: "cards", title: t("Every card"),
    about: t("Every card as it’s played: Cribble counts the play too."),
  },
  { value: "hands", title: t("Hands only"), about: t("Peg the play yourselves; enter the hands at the show.") },
  { value: "points", title: t("Points only"), about: t("Just points, no cards. Cribble can’t check your counts.") },
];

/** The end of a game, or of the match that it *decided*; an abandoned game has no *winners*. */
export function verdict(t, winners, decided = false) {
  if (!winners) return t("The game was called off");
  const [one, other] = winners;
  if (other === undefined)
    return decided ? t("{name} wins the match!", { name: one }) : t("{name} wins!", { name: one });
  return decided
    ? t("{one} and {other} win the match!", { one, other })
    : t("{one} and {other} win!", { one, other });
}

/** True if the last game ended hours ago: the page then opens on the family. */
export const isLongOver = ({ phase, record }) =>
  phase === "over" && Date.now() - Date.parse(record.at(-1)?.at) > 3 * 3600 * 1000;

/** How a game was won: lowball, margin unless someone *conceded*, skunk line, and value of the win. */
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

/** The place of a game in its match, from 1; *wins* follow it. Games that were called off have none. */
export const placeInMatch = (wins, winner) => wins.reduce((sum, n) => sum + n, winner === null ? 1 : 0);

/** "Game 2/3"; in a match without an end nothing for the first game. */
export function gameNumber(t, wins, { winner, best_of: most }) {
  const n = placeInMatch(wins, winner);
  return most > 1 ? t("Game {n}/{most}", { n, most }) : n > 1 && t("Game {n}", { n });
}

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
  const name = hasGamePoints(state) ? t("Game points") : t("Games won");
  return t("{name}: {why}", { name, why });
};

/** The cards drawn for first deal, until the cut; null if there are none, or if partners changed seats. */
export function drawnCards({ phase, asks, drawn, latest, players, record, rules }) {
  if (phase === "draw") return asks === "cards" ? drawn : null;
  const last = record.at(-1);
  const isLast = last?.entry === latest.version && last.actions.at(-1).do === "draw";
  if (!isLast || rules.teams_by === "draw") return null;
  const draws = record.flatMap(({ actions }) => actions).filter((one) => one.do === "draw");
  return players.map((_, at) => draws.filter(({ seat }) => seat === at).map(({ card }) => card));
}

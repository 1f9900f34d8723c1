// Begins a match: as the set-up sheet says, as the last one, or as a family usually plays.

import { countingNow, countingOf } from "./entry_mode.js";

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** Only what differs from the row is said, so that the row's own values stay in force. */
const differing = (options, row) => Object.fromEntries(
  Object.entries(options).filter(([name, value]) => value !== undefined && !same(value, row[name])),
);

/** The players by seat; the name of somebody without one is the number of the place, which each
 * phone says in its language. */
export const playersIn = ({ names }, row) =>
  Array.from({ length: row.players }, (_, seat) => (names[seat] ?? "").trim() || `${seat + 1}`);

/** The names that somebody typed: none for a player who is called by the place. */
export const typedNames = (players) => players.map((name) => (/^\d+$/.test(name) ? "" : name));

/** Who counts, and the options that follow: with muggins a claim too high is fined unless people
 * choose otherwise, for claiming 29 each time would be safe. */
export function withCounting(counting, { overcount, ...options }) {
  if (counting === "muggins") return { counting, options: { ...options, overcount: overcount ?? "fined" } };
  return { counting, options: overcount === "fined" ? options : { ...options, overcount } };
}

/** The entry mode that was chosen. */
export const modeIn = ({ counting, entered }) =>
  ({ counted_by: counting === "program" ? "program" : "players", entered });

/** The action that begins a match as the set-up sheet says. */
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

/** Another match of the same people by the same rules; who deals is cut for again. */
export const rematchAction = (state, rows) => ({
  do: "start", rules: state.rules.key, players: state.players,
  options: optionsOf(state, rows),
  ...(state.head_start.length > 0 && { scores: state.head_start }),
  captains: state.captains,
  entry_mode: state.entry_mode,
});

/** The set-up sheet as the match on the table would have filled it in. */
export const setupFrom = (state, rows) => ({
  rules: state.rules.key,
  names: typedNames(state.players),
  counting: countingNow(state), entered: state.entry_mode.entered, dealer: "",
  options: optionsOf(state, rows),
  scores: state.head_start,
  captains: state.captains,
});

/** The options of the house that are in force at the table. */
function optionsOf({ rules }, { rules: rows, options }) {
  const inForce = Object.fromEntries(options.map(({ name }) => [name, rules[name] ?? undefined]));
  return differing(inForce, rows[rules.key]);
}

/** The entry that began the match, as long as it is in the record of this deal. */
const startEntry = ({ record }) =>
  record.find(({ actions }) => actions.length === 1 && actions[0].do === "start");

/** The action that makes *seat* the first dealer: the match began so, in the entry mode of now, and
 * no card was drawn. */
export function dealerAction(state, seat) {
  const { entry, actions: [start] } = startEntry(state);
  const begun = { ...start, dealer: seat, entry_mode: state.entry_mode };
  const amend = { do: "amend", entry, actions: [begun] };
  return state.drawn.some((cards) => cards.length > 0) ? { ...amend, drop_rest: true } : amend;
}

/** True if the match began in this deal, so that its muggins can be switched. */
export const mayAmendStart = (state) => Boolean(startEntry(state));

/** The action that begins the match with muggins, or without, and has *counting* people count. */
export function countingAction(state, counting) {
  const { entry, actions: [start] } = startEntry(state);
  const { options } = withCounting(counting, start.options ?? {});
  const begun = {
    ...start, options: { ...options, muggins: counting === "muggins" },
    entry_mode: { ...start.entry_mode, counted_by: "players" },
  };
  return { do: "amend", entry, actions: [begun] };
}

/** The changes when the people at *one* and *other* swap seats, with all that is theirs. */
export function swapSeats({ names, dealer, captains }, row, one, other) {
  const to = (seat) => ({ [one]: other, [other]: one })[seat] ?? seat;
  const seated = [];
  for (let seat = 0; seat < row.players; seat += 1) seated[to(seat)] = names[seat] ?? "";
  return {
    names: [...seated, ...names.slice(row.players)],
    dealer: dealer === "" ? "" : String(to(Number(dealer))),
    captains: captainsAfter(captains, row, to),
  };
}

/** A captain who came to the other team speaks for nobody any more. */
const captainsAfter = (captains, row, to) =>
  row.teams.map((seats, team) => {
    const seat = captains[team] === undefined ? seats[0] : to(captains[team]);
    return seats.includes(seat) ? seat : seats[0];
  });

/** Seats, partners and the first dealer by chance. */
export function shuffleSeats({ names, options }, row, t) {
  const players = playersIn({ names }, row, t);
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

/** A whole number from 0 below *n*; a share of 2³² that no *n* up to 4 feels. */
const randomBelow = (n) => crypto.getRandomValues(new Uint32Array(1))[0] % n;

/** The families that the table keeps. */
export const familiesOf = (ui) => ui.settings?.families ?? [];

/** Everybody of *family* sits down, to the game as it was begun last; the teams get its colours
 * if this phone may give them. */
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

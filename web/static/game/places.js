// Who sits where before a match: two change places, or chance seats everybody.

/** What changes when the people at *one* and *other* change places: they take along what is theirs. */
export function changedPlaces({ names, dealer, captains }, row, one, other) {
  const to = (seat) => ({ [one]: other, [other]: one })[seat] ?? seat;
  const seated = [];
  for (let seat = 0; seat < row.players; seat += 1) seated[to(seat)] = names[seat] ?? "";
  return {
    names: seated,
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
export function shuffled({ names, options }, row, words) {
  const players = Array.from(
    { length: row.players },
    (_, seat) => names[seat] || words("Player {n}", { n: seat + 1 }),
  );
  for (let last = players.length - 1; last > 0; last -= 1) {
    const at = below(last + 1);
    [players[at], players[last]] = [players[last], players[at]];
  }
  return {
    names: players,
    dealer: String(below(players.length)),
    captains: [],
    options: { ...options, teams_by: "seating" },
    moving: null,
  };
}

/** A whole number from 0 below *n*; a share of 2³² that no *n* up to 4 feels. */
const below = (n) => crypto.getRandomValues(new Uint32Array(1))[0] % n;

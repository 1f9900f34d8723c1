// Which game: first how many play it, then those that they can play, the last one first.

import { h } from "../../core/dom.js";
import { picks, pills } from "../picks.js";

/** Where seats lie around a table drawn 44 wide, clockwise from whoever looks. */
const SEATS = { 2: [90, 270], 3: [90, 210, 330], 4: [90, 180, 270, 0] };

/** Games that are shown before one asks for the others. */
const AT_ONCE = 2;

export function gameFields(words, ui, row) {
  const games = lastFirst(Object.values(ui.rows.rules), ui.setup.played);
  const numbers = [...new Set(games.map(({ players }) => players))].sort();
  const among = games.filter(({ players }) => players === row.players);
  const choose = (rules) => ui.prepare(anew(rules));
  return [
    pills(
      "players",
      words("How many play"),
      numbers.map((n) => ({ value: String(n), title: n })),
      String(row.players),
      (n) => choose(games.find(({ players }) => players === Number(n)).key),
    ),
    picks("rules", words("The game"), among.slice(0, AT_ONCE).map(asChoice), row.key, choose),
    among.length > AT_ONCE && otherGames(words, among.slice(AT_ONCE), row, choose),
    row.targets.length > 1 && targetField(words, ui, row),
  ];
}

/** Not all five games for two at once; one that is chosen stays in sight. */
const otherGames = (words, games, row, choose) =>
  h(
    "details",
    { "data-key": "other-games", open: games.includes(row) },
    h("summary", null, words("Other games")),
    picks("rules", null, games.map(asChoice), row.key, choose),
  );

const asChoice = (row) => ({
  value: row.key,
  title: row.title,
  about: row.about,
  drawing: seatsDrawn(row),
});

/** Another game begins without what was changed for the one before. */
const anew = (rules) => ({ rules, dealer: "", options: {}, scores: [], captains: [], moving: null });

function lastFirst(games, played) {
  const age = ({ key }) => (played.includes(key) ? played.indexOf(key) : played.length);
  return [...games].sort((one, other) => age(one) - age(other));
}

function seatsDrawn({ players, teams }) {
  return h(
    "svg.around",
    { viewBox: "0 0 44 44", "aria-hidden": "true" },
    h("circle", { cx: 22, cy: 22, r: 11 }),
    SEATS[players].map((degrees, seat) => {
      const turn = (degrees * Math.PI) / 180;
      const [cx, cy] = [22 + 16.5 * Math.cos(turn), 22 + 16.5 * Math.sin(turn)];
      const team = teams.findIndex((seats) => seats.includes(seat));
      return h("circle", { class: `team-${team}`, cx, cy, r: 4.5 });
    }),
  );
}

/** Where a skunk lies follows from the length, unless it is chosen after it. */
const targetField = (words, ui, row) =>
  pills(
    "target",
    words("Game of"),
    row.targets.map((target) => ({ value: String(target), title: target })),
    String(ui.setup.options.target ?? row.target),
    (target) =>
      ui.prepare({
        options: { ...ui.setup.options, target: Number(target), skunks: undefined },
      }),
  );

// What most people leave as it is: a head start, captains, and the options of the house.

import { h } from "../../core/dom.js";
import { choice, field, numberField } from "../controls.js";
import { optionFields } from "./view_options.js";
import { called } from "./seating.js";

export const moreFields = (words, ui, row) => [
  headStarts(words, ui, row),
  h(
    "details",
    { "data-key": "options" },
    h("summary", null, words("Options")),
    row.captain && row.teams.map((seats, team) => captainField(words, ui, seats, team)),
    optionFields(words, ui, row),
  ),
];

const teamNames = (words, ui, seats) => seats.map((seat) => called(words, ui, seat)).join(" · ");

function headStarts(words, ui, row) {
  const given = row.teams
    .map((seats, team) => [teamNames(words, ui, seats), ui.setup.scores[team]])
    .filter(([, points]) => points)
    .map(([names, points]) => `${names} ${points}`);
  return h(
    "details",
    { "data-key": "head-start" },
    h("summary", null, words("Head start"), given.length > 0 && h("b", null, given.join(", "))),
    h("p.about", null, words("For a child or a beginner: so many points before the first deal.")),
    row.teams.map((_, team) => headStart(words, ui, row, team)),
  );
}

function headStart(words, ui, row, team) {
  const give = (points) => {
    const scores = row.teams.map((_, other) => ui.setup.scores[other] ?? null);
    scores[team] = points;
    ui.prepare({ scores });
  };
  const high = (ui.setup.options.target ?? row.target) - 1;
  return field(
    words("Head start: {name}", { name: teamNames(words, ui, row.teams[team]) }),
    numberField(ui.setup.scores[team] ?? null, give, { low: 0, high, usual: 0 }),
  );
}

function captainField(words, ui, seats, team) {
  const choose = (seat) => {
    const captains = [...ui.setup.captains];
    captains[team] = Number(seat);
    ui.prepare({ captains });
  };
  return field(
    words("Captain: {names}", { names: teamNames(words, ui, seats) }),
    choice(
      seats.map((seat) => [String(seat), called(words, ui, seat)]),
      String(ui.setup.captains[team] ?? seats[0]),
      choose,
    ),
  );
}

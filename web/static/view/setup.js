// Sitting down: which rules, who plays, who counts, who deals, and the options of the house.

import { h } from "../h.js";
import { habitsIn, startOf } from "../start.js";
import { choice, field, numberField, textField } from "./fields.js";
import { optionFields } from "./options.js";
import { sheetTitle } from "./sheet.js";

export function setupView(state, words, ui) {
  if (!ui.me.scorer) {
    return h("main.scroll", null, h("p.prompt", null, words("Nobody has begun a game yet")));
  }
  if (!ui.rows) return h("main.scroll", null, h("p.prompt", null, words("One moment…")));
  const row = ui.rows.rules[ui.setup.rules];
  return h(
    "main.scroll.form",
    null,
    sheetTitle(words("A new match")),
    rulesField(words, ui, row),
    h("fieldset", null, h("legend", null, words("Players, clockwise")), players(words, ui, row)),
    field(words("Who counts"), countsField(words, ui), aboutCounting(ui)),
    field(words("Who deals"), dealerField(words, ui, row)),
    options(words, ui, row),
    h(
      "div.bar",
      null,
      h(
        "button.prime.wide",
        { onclick: () => ui.start(startOf(ui.setup, row, words), habitsIn(ui.setup)) },
        words("Start"),
      ),
    ),
  );
}

const rulesField = (words, ui, row) =>
  field(
    words("Rules"),
    choice(
      Object.values(ui.rows.rules).map(({ key, title }) => [key, title]),
      ui.setup.rules,
      (rules) => ui.prepare({ rules, dealer: "", options: {}, scores: [], captains: [] }),
    ),
    row.about,
  );

function players(words, ui, row) {
  return Array.from({ length: row.players }, (_, seat) => {
    const label = words("Player {n}", { n: seat + 1 });
    const names = [...ui.setup.names];
    const type = (name) => {
      names[seat] = name;
      ui.prepare({ names });
    };
    return field(
      label,
      textField(ui.setup.names[seat] ?? "", type, { placeholder: label }),
      partner(words, row, seat),
    );
  });
}

/** Partners sit opposite each other. */
function partner(words, row, seat) {
  const [other] = row.teams.find((seats) => seats.includes(seat)).filter((one) => one !== seat);
  return other !== undefined && words("with player {n}", { n: other + 1 });
}

function countsField(words, ui) {
  const choices = ui.rows.counting.map(({ value, title }) => [value, title]);
  return choice(choices, ui.setup.counts, (counts) => ui.prepare({ counts }));
}

const aboutCounting = (ui) => ui.rows.counting.find(({ value }) => value === ui.setup.counts).about;

const dealerField = (words, ui, row) =>
  choice(
    [
      ["", words("We cut for it")],
      ...Array.from({ length: row.players }, (_, seat) => [
        String(seat),
        ui.setup.names[seat] || words("Player {n}", { n: seat + 1 }),
      ]),
    ],
    ui.setup.dealer,
    (dealer) => ui.prepare({ dealer }),
  );

function options(words, ui, row) {
  return h(
    "details",
    null,
    h("summary", null, words("Options")),
    row.targets.length > 1 && targetField(words, ui, row),
    optionFields(words, ui, row),
    row.teams.map((_, team) => headStart(words, ui, row, team)),
    row.captain && row.teams.map((seats, team) => captainField(words, ui, seats, team)),
  );
}

const targetField = (words, ui, row) =>
  field(
    words("Game of"),
    choice(
      row.targets.map((target) => [String(target), String(target)]),
      String(ui.setup.options.target ?? row.target),
      (target) => ui.prepare({ options: { ...ui.setup.options, target: Number(target) } }),
    ),
  );

const called = (words, ui, seat) => ui.setup.names[seat] || words("Player {n}", { n: seat + 1 });

function headStart(words, ui, row, team) {
  const names = row.teams[team].map((seat) => called(words, ui, seat)).join(" · ");
  const give = (points) => {
    const scores = row.teams.map((_, other) => ui.setup.scores[other] ?? null);
    scores[team] = points;
    ui.prepare({ scores });
  };
  return field(
    words("Head start: {name}", { name: names }),
    numberField(ui.setup.scores[team] ?? null, give, { low: 0, high: row.target - 1, usual: 0 }),
  );
}

function captainField(words, ui, seats, team) {
  const choose = (seat) => {
    const captains = [...ui.setup.captains];
    captains[team] = Number(seat);
    ui.prepare({ captains });
  };
  return field(
    words("Captain"),
    choice(
      seats.map((seat) => [String(seat), called(words, ui, seat)]),
      String(ui.setup.captains[team] ?? seats[0]),
      choose,
    ),
  );
}

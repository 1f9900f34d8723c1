// The options of the house: a field for each thing that may be changed in the chosen rules.

import { choice, field, numberField } from "../controls.js";

// Who counts is asked for by itself, how partners are found, and the length of the game where a row
// offers several.
const asked = (name, row) =>
  ["muggins", "teams_by"].includes(name) || (name === "target" && row.targets.length > 1);

const FIELDS = { whole: wholeField, one_of: choiceField, truth: truthField, skunks: skunksField };

export function optionFields(words, ui, row) {
  return ui.rows.options
    .filter(({ name }) => !asked(name, row))
    .map((option) => {
      const control = FIELDS[option.kind](words, ui, row, option);
      return control && field(option.title, control, option.about);
    });
}

const valueOf = (ui, row, name) => ui.setup.options[name] ?? row[name];

const put = (ui, name) => (value) =>
  ui.prepare({ options: { ...ui.setup.options, [name]: value ?? undefined } });

function wholeField(words, ui, row, option) {
  const { name, low, high } = option;
  return numberField(valueOf(ui, row, name), put(ui, name), { low, high, usual: row[name] });
}

function choiceField(words, ui, row, option) {
  const fitting = option.values.filter(({ rules }) => !rules || rules.includes(ui.setup.rules));
  if (fitting.length < 2) return null;
  const choices = fitting.map(({ value, title }) => [value, title]);
  return choice(choices, valueOf(ui, row, option.name) ?? choices[0][0], put(ui, option.name));
}

function truthField(words, ui, row, option) {
  const choices = [
    ["false", words("no")],
    ["true", words("yes")],
  ];
  const choose = (text) => put(ui, option.name)(text === "true");
  return choice(choices, String(valueOf(ui, row, option.name)), choose);
}

/** Skunks follow the target unless one of the customary lines is chosen. */
function skunksField(words, ui, row, option) {
  const target = ui.setup.options.target ?? row.target;
  const [far, half] = [target - 30, Math.ceil(target / 2)];
  const usual = [
    null,
    [],
    [[far, 2]],
    [[half, 2]],
    [
      [half, 3],
      [far, 2],
    ],
  ];
  const chosen = JSON.stringify(ui.setup.options.skunks ?? null);
  const lists = usual.some((list) => JSON.stringify(list) === chosen)
    ? usual
    : [...usual, JSON.parse(chosen)];
  const text = (list) => (list === null ? words("as the rules say") : skunkLines(list, words));
  return choice(
    lists.map((list) => [JSON.stringify(list), text(list)]),
    chosen,
    (list) => put(ui, option.name)(JSON.parse(list)),
  );
}

/** "below 91: 2 games", or "none". */
export const skunkLines = (skunks, words) =>
  skunks
    .map(([below, n]) => words("below {below}: {n} game|below {below}: {n} games", { below, n }))
    .join(", ") || words("none");

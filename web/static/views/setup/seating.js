// Where everybody sits, drawn around a table; two places are tapped to change them.

import { h } from "../../core/dom.js";
import { changedPlaces, shuffled } from "../../game/places.js";
import { pegMark } from "../../game/teams.js";
import { textField } from "../controls.js";
import { pills } from "../picks.js";

export const called = (words, ui, seat) =>
  ui.setup.names[seat] || words("Player {n}", { n: seat + 1 });

const seatsOf = (row) => Array.from({ length: row.players }, (_, seat) => seat);
const teamOf = (row, seat) => row.teams.findIndex((seats) => seats.includes(seat));
const drawn = (ui, row) => (ui.setup.options.teams_by ?? row.teams_by) === "draw";

export function placeFields(words, ui, row) {
  return [
    h(
      "fieldset",
      null,
      h("legend", null, words("Players, clockwise")),
      h(
        "div",
        { class: `places of-${row.players}` },
        h("span.wood", { "aria-hidden": "true" }),
        seatsOf(row).map((seat) => place(words, ui, row, seat)),
      ),
      ui.setup.moving !== null && h("small", { role: "status" }, words("Tap the other place")),
      suggestions(words, ui, row),
    ),
    row.players === 4 && partnerField(words, ui, row),
    !drawn(ui, row) && dealerField(words, ui, row),
  ];
}

function place(words, ui, row, seat) {
  const label = words("Player {n}", { n: seat + 1 });
  const team = teamOf(row, seat);
  const type = (name) => ui.prepare({ names: named(ui, seat, name) });
  return h(
    "div",
    { class: `place at-${seat} team-${team}`, "data-key": `place-${seat}` },
    pegMark(team),
    textField(ui.setup.names[seat] ?? "", type, {
      placeholder: label,
      "aria-label": label,
      autocapitalize: "words",
    }),
    h(
      "button.move",
      {
        "aria-pressed": ui.setup.moving === seat,
        "aria-label": words("Change places: {name}", { name: called(words, ui, seat) }),
        onclick: () => ui.prepare(moved(ui, row, seat)),
      },
      "⇄",
    ),
  );
}

function named({ setup }, seat, name) {
  const names = [...setup.names];
  names[seat] = name;
  return names;
}

function moved({ setup }, row, seat) {
  if (setup.moving === null) return { moving: seat };
  return { ...changedPlaces(setup, row, setup.moving, seat), moving: null };
}

/** Who has played before, for the first place that is still free. */
function suggestions(words, ui, row) {
  const free = seatsOf(row).find((seat) => !ui.setup.names[seat]);
  const known = ui.setup.known.filter((name) => !ui.setup.names.slice(0, row.players).includes(name));
  if (free === undefined || known.length === 0) return null;
  return h(
    "div.chips",
    { role: "group", "aria-label": words("Names from before") },
    known
      .slice(0, 8)
      .map((name) =>
        h(
          "button.chip",
          { "data-key": name, onclick: () => ui.prepare({ names: named(ui, free, name) }) },
          name,
        ),
      ),
  );
}

function partnerField(words, ui, row) {
  const choices = [
    { value: "seating", title: words("As we sit"), about: words("Partners sit face to face.") },
    {
      value: "draw",
      title: words("We draw for it"),
      about: words("Everybody draws a card: the two lowest play together, the lowest deals."),
    },
  ];
  const choose = (teams_by) =>
    ui.prepare({ options: { ...ui.setup.options, teams_by }, dealer: "" });
  return [
    pills("partners", words("Partners"), choices, drawn(ui, row) ? "draw" : "seating", choose),
    h(
      "button.second",
      { onclick: () => ui.prepare(shuffled(ui.setup, row, words)) },
      words("Shuffle for us"),
    ),
  ];
}

function dealerField(words, ui, row) {
  const choices = [
    { value: "", title: words("We cut for it") },
    ...seatsOf(row).map((seat) => ({ value: String(seat), title: called(words, ui, seat) })),
  ];
  return pills("dealer", words("Who deals"), choices, ui.setup.dealer, (dealer) =>
    ui.prepare({ dealer }),
  );
}

// Families: one tap and everybody sits where they always do.

import { h } from "../h.js";
import { playersIn } from "../start.js";
import { field, textField } from "./fields.js";

/** Those that this phone knows of, the table's first. */
export function familyChoices(words, ui) {
  const families = known(ui).filter(({ rules }) => ui.rows.rules[rules]);
  if (families.length === 0) return null;
  return h(
    "div.families",
    { role: "group", "aria-label": words("Families") },
    families.map((family) =>
      h(
        "button.item",
        {
          "data-key": `family-${family.name}`,
          "aria-pressed": ui.setup.family === family.name,
          onclick: () => ui.sitFamily(family),
        },
        family.name,
        h("small", null, detail(ui, family)),
      ),
    ),
  );
}

const known = ({ families }) => [...families.table, ...families.here];

/** A family is often called as its people are: then they are not named twice. */
function detail(ui, { name, rules, players }) {
  const people = players.join(" · ");
  const { title } = ui.rows.rules[rules];
  return people === name ? title : `${people} – ${title}`;
}

/** Keep those who sit here as a family; the chosen family can be forgotten. */
export function familyKeeping(words, ui, row) {
  const usual = playersIn(ui.setup, row, words).join(" · ").slice(0, 40).trim();
  const typed = ui.setup.familyName ?? "";
  const chosen = known(ui).find(({ name }) => name === ui.setup.family);
  const mine = chosen && (ui.me.host || ui.families.here.includes(chosen));
  return h(
    "details",
    { "data-key": "keep-family" },
    h("summary", null, words("Keep as a family")),
    field(
      words("Name of the family"),
      textField(typed, (familyName) => ui.prepare({ familyName }), { placeholder: usual }),
      ui.me.host
        ? words("Kept at the table: every phone has it.")
        : words("Kept on this phone; the host's phone keeps it at the table."),
    ),
    h(
      "button.second.wide",
      { "data-key": "keep", onclick: () => ui.keepFamily(typed.trim() || usual, row) },
      words("Keep"),
    ),
    mine &&
      h(
        "button.second.wide",
        { "data-key": "forget", onclick: () => ui.forgetFamily(chosen) },
        words("Forget {name}", { name: chosen.name }),
      ),
  );
}

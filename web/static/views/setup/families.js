// Families: one tap and everybody sits where they always do.

import { familiesOf, forgetFamily, isOurs, keepFamily, lastOf, sitFamily } from "../../game/families.js";
import { h } from "../../core/dom.js";
import { playersIn, startOf } from "../../game/match.js";
import { field, textField } from "../controls.js";

/** Those that this phone knows of. */
export function familyChoices(words, ui) {
  const families = familiesOf(ui).filter(({ rules }) => ui.rows.rules[rules]);
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
          onclick: () => sitFamily(ui, family),
        },
        family.name,
        h("small", null, detail(ui, family)),
      ),
    ),
  );
}

/** A family is often called as its people are: then they are not named twice. */
function detail(ui, { name, rules, players }) {
  const people = players.join(" · ");
  const { title } = ui.rows.rules[rules];
  return people === name ? title : `${people} – ${title}`;
}

const isKept = ({ family, kept }) => Boolean(kept) && kept === family;

/** What unfolds at the end of the sheet is seen, and so is the answer. */
const reveal = (details) => details.scrollIntoView({ block: "nearest" });

/** Keep those who sit here as a family; the chosen family can be forgotten. */
export function familyKeeping(words, ui, row) {
  const { setup } = ui;
  const players = playersIn(setup, row, words);
  const usual = players.join(" · ").slice(0, 40).trim();
  const chosen = familiesOf(ui).find(({ name }) => name === setup.family);
  return h(
    "details",
    { "data-key": "keep-family", ontoggle: (event) => event.target.open && reveal(event.target) },
    h("summary", null, words("Keep as a family")),
    field(
      words("Name of the family"),
      textField(setup.familyName, (familyName) => ui.prepare({ familyName }), {
        placeholder: usual,
      }),
      ui.me.host
        ? words("Kept at the table: every phone has it.")
        : words("Kept on this phone. For all phones, first type the host's PIN in the settings."),
    ),
    h(
      "button.second.wide",
      {
        "data-key": "keep",
        onclick: ({ target }) => {
          const family = setup.familyName.trim() || usual;
          const last = lastOf(startOf(setup, row, words), setup);
          keepFamily(ui, { name: family, players, ...last });
          ui.prepare({ family, familyName: "", kept: family });
          reveal(target.closest("details"));
        },
      },
      words("Keep"),
    ),
    h("p.answer", { role: "status" }, isKept(setup) && words("Kept: {name}", { name: setup.family })),
    chosen &&
      isOurs(ui, chosen) &&
      h(
        "button.second.wide",
        { "data-key": "forget", onclick: () => forgetFamily(ui, chosen) },
        words("Forget {name}", { name: chosen.name }),
      ),
  );
}

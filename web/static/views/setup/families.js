// Families: one tap seats everyone in their usual places.

import { h } from "../../core/dom.js";
import { familiesOf, playersIn, seatFamily, startAction } from "../../game/match.js";
import { displayName } from "../../game/teams.js";
import { field, reveal, textField } from "../controls.js";
import { fold } from "./fold.js";

/** The families saved at the table. */
export function familyChoices(t, ui, act) {
  const families = familiesOf(ui).filter(({ start }) => ui.rulebook.rules[start.rules]);
  if (families.length === 0) return null;
  return h("div.families", { role: "group", "aria-label": t("Families") },
    families.map((family) =>
      h("button.item", {
          "data-key": `family-${family.name}`,
          "aria-pressed": ui.setup.family === family.name,
          onclick: () => seatFamily(ui, act, family),
        },
        family.name,
        h("small", detail(t, ui, family)),
      ),
    ),
  );
}

/** A family is often named after its members: then the names are not repeated. */
function detail(t, ui, { name, start: { rules, players } }) {
  const people = players.map((one) => displayName(t, one)).join(" · ");
  const { title } = ui.rulebook.rules[rules];
  return people === name ? title : `${people} – ${title}`;
}

const isKept = ({ family, kept }) => Boolean(kept) && kept === family;

/** Saves the present players as a family with the present team colours; the chosen family can be deleted. */
export function familyForm(t, ui, act, row) {
  const { setup } = ui;
  const players = playersIn(setup, row);
  const usual = players.map((name) => displayName(t, name)).join(" · ").slice(0, 40).trim();
  const chosen = familiesOf(ui).find(({ name }) => name === setup.family);
  return fold("keep-family", t("Save as a family"), isKept(setup) && setup.family, [
    field(t("Name of the family"),
      textField(setup.familyName, (familyName) => act.editSetup({ familyName }), {
        placeholder: usual,
      }),
      t("Saved at the table, for every phone."),
    ),
    h("button.second.wide", {
      "data-key": "keep",
      onclick: async ({ target }) => {
        const family = setup.familyName.trim() || usual;
        const start = startAction(setup, row);
        const colours = ui.settings?.colours ?? [];
        if (!(await act.keepFamily({ name: family, start, colours }))) return;
        act.editSetup({ family, familyName: "", kept: family });
        reveal(target.closest("details"));
      },
    }, t("Save")),
    h("p.answer", { role: "status" }, isKept(setup) && t("Saved: {name}", { name: setup.family })),
    chosen &&
      h("button.second.wide",
        { "data-key": "forget", onclick: () => act.forgetFamily(chosen) },
        t("Forget {name}", { name: chosen.name }),
      ),
  ]);
}

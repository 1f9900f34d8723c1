// The evening's sheet and the season on the director's page, with print buttons.

import { h } from "../core/dom.js";
import { quarterLine, seasonTable, sheetTable } from "./page.js";

/** Paper size: Letter for North American locales, else A4. */
const size = () => (/-(US|CA)$/i.test(navigator.language) ? "letter" : "a4");

export const paperLink = (t, file, name) =>
  h("a", { href: `/paper/${file}?lang=${t.lang}&paper=${size()}`, download: "" }, name);

/** The whole sheet: ranks, Grass Roots Points, top quarter, pots. */
export const sheetPanel = (t, { rows, pots, ...sheet }) => h("section.panel.evening", { "data-key": "sheet" },
  h("h2", t("The evening’s sheet")),
  sheetTable(t, rows),
  quarterLine(t, sheet),
  pots.length > 0 && h("ul.plain-list", pots.map((pot, at) => h("li", { "data-key": at },
    h("b", potName(t, pot.kind)), " ", pot.name, pot.round > 0 && h("small", " · ", t("Round {n}", { n: pot.round }))))),
  h("p.papers", paperLink(t, "evening.pdf", t("Print it")), paperLink(t, "evening.csv", t("For a spreadsheet"))),
);

const potName = (t, kind) => ({
  hand_29: t("A hand of 29"), hand_28: t("A hand of 28"), hand_24: t("A hand of 24"),
  four_of_a_kind: t("Four of a kind"), grand_slam: t("A grand slam"),
})[kind];

/** The season's settings: its first night, and how many nights count per player. */
export function seasonPanel({ t, ui, night: { night, sheet, season } }, act) {
  return h("section.panel", { "data-key": "season" },
    h("h2", t("The season")),
    sheet?.season.length > 0 && seasonTable(t, sheet.season),
    h("p", season.since ? t("Since {day}", { day: season.since }) : t("All nights so far")),
    h("label.field", h("span", t("Best nights that count (0: all)")),
      h("input", {
        type: "number", min: 0, max: 366, value: season.best,
        onchange: ({ target }) => act.enter({ do: "season", since: season.since, best: Number(target.value) || 0 }),
      })),
    h("div.bar",
      h("button.second", {
        disabled: ui.sending || !night || season.since === night.id.slice(0, 10),
        onclick: () => act.enter({ do: "season", since: night.id.slice(0, 10), best: season.best }),
      }, t("Begin a new season with this night"))),
  );
}

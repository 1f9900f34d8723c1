// The director's view: a tab for each part of the evening, with undo always in the same corner.

import { h } from "../core/dom.js";
import { planTab } from "./plan.js";
import { clock, header, rivalLine, roundLine, standingsTable } from "./page.js";
import { playersTab } from "./players.js";
import { begun, openGames, openText, resultsTab } from "./results.js";
import { paperLink, seasonPanel } from "./sheet.js";

export function directorView(page, act) {
  const { t, night: sent, link, ui } = page;
  return h("main.app.director", { class: `app director ${link}`, "data-version": sent?.version, "data-link": link },
    header(page, t("Director"), sent?.night && roundLine(t, sent.night), clock(page)),
    ui.director === false ? door(page, act) : sent && [
      tabs(page, act),
      h("div.scroll", { "data-key": ui.tab },
        rivalLine(t, sent),
        faults(t, sent),
        refused(ui),
        TABS[ui.tab](page, act),
      ),
      taking(page, act),
    ],
  );
}

const refused = (ui) => ui.refused &&
  h("p.notice.refused", { role: "alert", "data-key": "refused" }, ui.refused);

/** The PIN is printed in the hub's terminal; each phone asks for it once. */
const door = ({ t, ui }, act) => h("form.door", {
    "data-key": "door",
    onsubmit: (event) => {
      event.preventDefault();
      act.becomeDirector();
    },
  },
  h("label.field", h("span", t("Director’s PIN")),
    h("input", {
      type: "text", inputmode: "numeric", autocomplete: "off", value: ui.pin, maxlength: 8,
      oninput: ({ target }) => act.set({ pin: target.value }),
    })),
  h("p.hint", t("It’s in the terminal where the hub runs.")),
  refused(ui),
  h("button.prime", { disabled: !ui.pin }, t("Continue")),
);

const tabs = ({ t, ui, night: { different } }, act) => h("nav.tabs", { "aria-label": t("Parts of the evening") },
  [["players", t("Players")], ["plan", t("Rounds")], ["results", t("Results")], ["more", t("More")]]
    .map(([tab, name]) =>
      h("button.tab", {
          "data-key": tab, "aria-current": ui.tab === tab ? "page" : null, onclick: () => act.open(tab),
        },
        name,
        tab === "results" && different.length > 0 && h("em.count", different.length),
      )),
);

const faults = (t, { broker }) => broker.fault &&
  h("p.notice", { role: "status", "data-key": "broker" },
    t("Tables with Cribble can’t be reached: {fault}. Phones still work.", { fault: broker.fault }));

/** Undo and redo, with what each would change. */
const taking = ({ t, night: { undo, redo }, ui }, act) => h("footer.taking",
  h("button.second", { disabled: !undo || ui.sending, onclick: () => act.enter({ do: "undo" }) },
    t("Undo"), undo && h("small", stepName(t, undo))),
  h("button.second", { disabled: !redo || ui.sending, onclick: () => act.enter({ do: "redo" }) },
    t("Redo"), redo && h("small", stepName(t, redo))),
);

const stepName = (t, { do: what, name, round, table }) => ({
  enrol: t("{name} added", { name }), rename: t("{name} renamed", { name }),
  arrive: t("{name} is here", { name }), leave: t("{name} left", { name }),
  phone: t("{name}’s phone freed", { name }), plan: t("the plan"),
  pair: round > 1 ? t("pairing from round {n}", { n: round }) : t("round {n} begun", { n: round }),
  round: t("round {n} begun", { n: round }),
  rule: t("the result of table {table} in round {n}", { table, n: round }), hide: t("standings hidden or shown"),
  noted: t("a hand of {name}", { name }), season: t("the season"),
  end: t("the end of the night"),
})[what] ?? "";

const TABS = { players: playersTab, plan: planTab, results: resultsTab, more: moreTab };

/** Standings, devices, and the start and end of a night. */
function moreTab(page, act) {
  const { t, night: sent, ui } = page;
  const { night, standings, devices, guesses } = sent;
  return [
    guesses > 0 && h("p.notice", { role: "status", "data-key": "guesses" },
      t("Wrong PINs in the last hour: {n}", { n: guesses })),
    night && h("label.switch-row", { "data-key": "hide" },
      h("span", t("Hide the standings until the end")),
      h("input.switch", {
        type: "checkbox", checked: night.hidden,
        onchange: ({ target }) => act.enter({ do: "hide", hidden: target.checked }),
      })),
    !standings && h("p.notice", { role: "status", "data-key": "no-standings" },
      t("The standings can’t be computed. The hub’s log says why.")),
    standings?.length > 0 && h("section.panel", { "data-key": "standings" },
      h("h2", t("Standings")), standingsTable(t, standings)),
    seasonPanel(page, act),
    h("section.panel", { "data-key": "devices" },
      h("h2", t("Tables with Cribble")),
      Object.keys(devices).length === 0
        ? h("p", t("None so far. You don’t need any: phones report the results."))
        : h("ul.plain-list", Object.entries(devices).map(([name, online]) =>
          h("li", { "data-key": name }, name, " ", h("small", online ? t("online") : t("offline"))))),
    ),
    night && paper(t),
    ui.confirming === "end" && openGames(begun(sent)) > 0 &&
      h("p.notice", { role: "status", "data-key": "missing" }, openText(t, openGames(begun(sent)))),
    ui.confirming === "open" && h("p.notice", { role: "status", "data-key": "closing" },
      t("The new night replaces this one: print or save anything you need from it first.")),
    h("div.bar", { "data-key": "end" },
      night?.phase === "play" &&
        sure(page, act, "end", t("End the night"), t("Really end it?"), () => act.enter({ do: "end" })),
      night?.phase === "over" &&
        sure(page, act, "open", t("Open a new night"), t("Really open a new one?"), act.openNight),
      !night && h("button.prime", { onclick: act.openNight }, t("Open a new night")),
    ),
    h("button.text", { "data-key": "leave", onclick: act.leave }, t("This phone isn’t the director’s any more")),
  ];
}

/** Everything that can be printed or exported as a spreadsheet. */
const paper = (t) => h("section.panel", { "data-key": "paper" },
  h("h2", t("Paper")),
  h("ul.plain-list.papers", [
    ["cards.pdf", t("Score cards, filled in")], ["empty-cards.pdf", t("Score cards, empty")],
    ["seats.pdf", t("Who sits where")], ["standings.pdf", t("Standings")],
    ["evening.pdf", t("The evening’s sheet")], ["season.pdf", t("The season")],
    ["results.csv", t("Results for a spreadsheet")], ["standings.csv", t("Standings for a spreadsheet")],
    ["evening.csv", t("The evening’s sheet for a spreadsheet")], ["season.csv", t("The season for a spreadsheet")],
  ].map(([file, name]) => h("li", { "data-key": file },
    paperLink(t, file, name)))),
);

/** A button that asks for confirmation before it ends something. */
function sure({ ui }, act, what, label, question, onSure) {
  return ui.confirming === what
    ? h("button.prime.sure", { "data-key": `${what}-sure`, onclick: onSure }, question)
    : h("button.second", { "data-key": what, onclick: () => act.set({ confirming: what }) }, label);
}

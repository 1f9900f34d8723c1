// The director's view: a tab for each part of the evening, with undo always in the same corner.

import { h } from "../core/dom.js";
import { field, textField, toggle } from "../views/controls.js";
import { clock, header, refusal, rivalLine, roundLine, seasonTable, standingsTable } from "./page.js";
import { begun, openGames, openText, paperLink, planTab, resultsTab } from "./rounds.js";

export function directorView(page, act) {
  const { t, night: sent, link, ui } = page;
  return h("main.app.director", { class: `app director ${link}`, "data-version": sent?.version, "data-link": link },
    header(page, t("Director"), sent?.night && roundLine(t, sent.night), clock(page)),
    ui.director === false ? door(page, act) : sent && [
      tabs(page, act),
      h("div.scroll", { "data-key": ui.tab },
        rivalLine(t, sent),
        sent.broker.fault && h("p.notice", { role: "status", "data-key": "broker" },
          t("Tables with Cribble can’t be reached: {fault}. Phones still work.", { fault: sent.broker.fault })),
        refusal(ui),
        { players: playersTab, plan: planTab, results: resultsTab, more: moreTab }[ui.tab](page, act),
      ),
      taking(page, act),
    ],
  );
}

/** A form's listener, which sends nothing by itself. */
const submitted = (run) => (event) => {
  event.preventDefault();
  run();
};

/** The PIN is printed in the hub's terminal; each phone asks for it once. */
const door = ({ t, ui }, act) => h("form.door", {
    "data-key": "door",
    onsubmit: submitted(act.becomeDirector),
  },
  field(t("Director’s PIN"), textField(ui.pin, (pin) => act.set({ pin }), { inputmode: "numeric", maxlength: 8 })),
  h("p.hint", t("It’s in the terminal where the hub runs.")),
  refusal(ui),
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

function playersTab({ t, ui, night: sent }, act) {
  const { players, night } = sent;
  if (!night) {
    return h("section.panel", { "data-key": "opening" },
      h("p", t("Open a night, then enter who is here.")),
      h("div.bar", h("button.prime", { onclick: act.openNight }, t("Open a new night"))));
  }
  const present = players.filter((one) => one.present && !one.house);
  return [
    adding(t, ui, act),
    h("p.count", { role: "status", "data-key": "count" },
      t("{n} player is here|{n} players are here", { n: present.length }),
      present.length % 2 === 1 && h("small", players.some(({ house, present: isHere }) => house && isHere)
        ? t("An odd number: the house player fills the seat.")
        : t("An odd number: one sits out each round, unless a house player fills the seat."))),
    night.phase === "play" && night.round < night.rounds && h("p.hint", { "data-key": "paired" },
      t("Round {n} and later rounds are paired again when someone arrives or leaves.", { n: night.round + 1 })),
    h("ul.people", { "data-key": "people" }, players.map((one) => person(t, ui, one, act))),
  ];
}

const adding = (t, ui, act) => h("form.adding", {
    "data-key": "adding",
    onsubmit: submitted(() => act.enrol()),
  },
  field(t("Name"), textField(ui.name, (name) => act.set({ name }), { autocapitalize: "words", enterkeyhint: "done" })),
  h("div.bar",
    // Keeps the field focused, and the phone's keyboard open, for the next name.
    h("button.prime", {
      disabled: !ui.name.trim() || ui.sending, onmousedown: (event) => event.preventDefault(),
    }, t("Add")),
    h("button.second", {
      type: "button", disabled: !ui.name.trim() || ui.sending, onclick: () => act.enrol(true),
    }, t("Add as house player"))),
);

const person = (t, ui, one, act) => h("li.person", { "data-key": one.id },
  ui.renaming?.id === one.id ? renaming(t, ui, one, act) : [
    h("label.field",
      h("span", one.name,
        one.house && h("small", t("house player")),
        one.phone && h("small", t("has a phone"))),
      toggle(one.present, (isHere) => act.enter({ do: isHere ? "arrive" : "leave", id: one.id }))),
    h("button.plain", {
      "aria-label": t("Change {name}", { name: one.name }),
      onclick: () => act.set({ renaming: { id: one.id, name: one.name } }),
    }, "✎"),
  ],
);

const renaming = (t, ui, one, act) => h("form.renaming", {
    "data-key": "renaming",
    onsubmit: submitted(() => act.rename(one.id, ui.renaming.name)),
  },
  textField(ui.renaming.name, (name) => act.set({ renaming: { id: one.id, name } }), { "aria-label": t("Name") }),
  h("div.bar",
    h("button.prime", { disabled: ui.sending }, t("Save")),
    one.phone && h("button.second", {
      type: "button",
      onclick: async () => {
        if (await act.enter({ do: "phone", id: one.id, phone: null })) act.set({ renaming: null });
      },
    }, t("Free the phone")),
    h("button.second", { type: "button", onclick: () => act.set({ renaming: null }) }, t("Cancel"))),
);

function moreTab(page, act) {
  const { t, night: sent, ui } = page;
  const { night, standings, devices, guesses } = sent;
  const sure = (ends, label, question, onSure) => ui.confirming === ends
    ? h("button.prime.ends", { "data-key": `${ends}-sure`, onclick: onSure }, question)
    : h("button.second", { "data-key": ends, onclick: () => act.set({ confirming: ends }) }, label);
  return [
    guesses > 0 && h("p.notice", { role: "status", "data-key": "guesses" },
      t("Wrong PINs in the last hour: {n}", { n: guesses })),
    night && field(t("Hide the standings until the end"),
      toggle(night.hidden, (hidden) => act.enter({ do: "hide", hidden }))),
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
    night && h("section.panel", { "data-key": "paper" },
      h("h2", t("Paper")),
      h("ul.plain-list.papers", papers(t).map(([file, name]) =>
        h("li", { "data-key": file }, paperLink(t, file, name)))),
    ),
    ui.confirming === "end" && openGames(begun(sent)) > 0 &&
      h("p.notice", { role: "status", "data-key": "missing" }, openText(t, openGames(begun(sent)))),
    ui.confirming === "open" && h("p.notice", { role: "status", "data-key": "closing" },
      t("The new night replaces this one: print or save anything you need from it first.")),
    h("div.bar", { "data-key": "end" },
      night?.phase === "play" &&
        sure("end", t("End the night"), t("Really end it?"), () => act.enter({ do: "end" })),
      night?.phase === "over" &&
        sure("open", t("Open a new night"), t("Really open a new one?"), act.openNight),
      !night && h("button.prime", { onclick: act.openNight }, t("Open a new night")),
    ),
    h("button.text", { "data-key": "leave", onclick: act.leave }, t("This phone isn’t the director’s any more")),
  ];
}

const papers = (t) => Object.entries({
  "cards.pdf": t("Score cards, filled in"), "empty-cards.pdf": t("Score cards, empty"),
  "seats.pdf": t("Who sits where"), "standings.pdf": t("Standings"),
  "evening.pdf": t("The evening’s sheet"), "season.pdf": t("The season"),
  "results.csv": t("Results for a spreadsheet"), "standings.csv": t("Standings for a spreadsheet"),
  "evening.csv": t("The evening’s sheet for a spreadsheet"), "season.csv": t("The season for a spreadsheet"),
});

function seasonPanel({ t, ui, night: { night, sheet, season } }, act) {
  return h("section.panel", { "data-key": "season" },
    h("h2", t("The season")),
    sheet?.season.length > 0 && seasonTable(t, sheet.season),
    h("p", season.since ? t("Since {day}", { day: season.since }) : t("All nights so far")),
    field(t("Best nights that count (0: all)"),
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

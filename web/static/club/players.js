// The director's tab of players: attendance, new players, house players.

import { h } from "../core/dom.js";

export function playersTab({ t, ui, night: sent }, act) {
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
      present.length % 2 === 1 && h("small", oddText(t, players))),
    night.phase === "play" && night.round < night.rounds && h("p.hint", { "data-key": "paired" },
      t("Round {n} and later rounds are paired again when someone arrives or leaves.", { n: night.round + 1 })),
    h("ul.people", { "data-key": "people" }, players.map((one) => person(t, ui, one, act))),
  ];
}

const oddText = (t, players) =>
  players.some(({ house, present }) => house && present)
    ? t("An odd number: the house player fills the seat.")
    : t("An odd number: one sits out each round, unless a house player fills the seat.");

const adding = (t, ui, act) => h("form.adding", {
    "data-key": "adding",
    onsubmit: (event) => {
      event.preventDefault();
      act.enrol();
    },
  },
  h("label.field", h("span", t("Name")),
    h("input", {
      type: "text", autocomplete: "off", autocapitalize: "words", value: ui.name, maxlength: 40,
      enterkeyhint: "done", oninput: ({ target }) => act.set({ name: target.value }),
    })),
  h("div.bar",
    h("button.prime", { disabled: !ui.name.trim() || ui.sending, onmousedown: keepFocus }, t("Add")),
    h("button.second", {
      type: "button", disabled: !ui.name.trim() || ui.sending, onclick: () => act.enrol(true),
    }, t("Add as house player"))),
);

/** Adds a player and keeps the field focused, and the phone's keyboard open, for the next name. */
const keepFocus = (event) => event.preventDefault();

const person = (t, ui, one, act) => h("li.person", { "data-key": one.id },
  ui.renaming?.id === one.id ? renaming(t, ui, one, act) : [
    h("label.switch-row",
      h("span", one.name,
        one.house && h("small", t("house player")),
        one.phone && h("small", t("has a phone"))),
      h("input.switch", {
        type: "checkbox", checked: one.present,
        onchange: ({ target }) => act.enter({ do: target.checked ? "arrive" : "leave", id: one.id }),
      })),
    h("button.plain", {
      "aria-label": t("Change {name}", { name: one.name }),
      onclick: () => act.set({ renaming: { id: one.id, name: one.name } }),
    }, "✎"),
  ],
);

const renaming = (t, ui, one, act) => h("form.renaming", {
    "data-key": "renaming",
    onsubmit: (event) => {
      event.preventDefault();
      act.rename(one.id, ui.renaming.name);
    },
  },
  h("label.field", h("span", t("Name")),
    h("input", {
      type: "text", value: ui.renaming.name, maxlength: 40,
      oninput: ({ target }) => act.set({ renaming: { id: one.id, name: target.value } }),
    })),
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

// Settings: what this phone shows and says, and what the host sets for the whole table.

import { colourNames } from "../../game/colours.js";
import { h } from "../../core/dom.js";
import { comforts } from "./comfort.js";
import { choice, field, onOff, textField } from "../controls.js";
import { hostForm } from "./host.js";
import { sheetTitle } from "../sheet.js";

export const LETTERS = [
  ["JQK", "J Q K"],
  ["VDR", "V D R"],
];

export const LANGUAGES = [
  ["en", "English"],
  ["fr", "Français"],
];

export function settingsView(state, words, ui) {
  return h(
    "main.scroll.form.settings",
    null,
    sheetTitle(words("Settings")),
    thisPhone(words, ui),
    ui.me.host && ui.settings ? theTable(words, ui) : hostForm(words, ui, words("The table")),
  );
}

function thisPhone(words, ui) {
  return h(
    "fieldset",
    { "data-key": "phone" },
    h("legend", null, words("This phone")),
    field(words("Language"), choice(LANGUAGES, words.lang, (lang) => ui.speak(lang))),
    field(
      words("Letters on the cards"),
      choice(LETTERS, words.letters, (letters) => ui.letter(letters)),
    ),
    comforts(words, ui),
    ui.me.scorer &&
      field(
        words("Its name in the history"),
        textField(ui.device ?? ui.me.name ?? "", (device) => ui.set({ device }), {
          maxlength: 24,
          onchange: () => ui.nameDevice(),
        }),
      ),
  );
}

function theTable(words, ui) {
  const { settings } = ui;
  return [
    h("p.saved", { "data-key": "saved", role: "status" }, saved(words, ui)),
    h(
      "fieldset",
      { "data-key": "lights" },
      h("legend", null, words("The lights")),
      level(words, ui, "brightness", words("Brightness"), 1),
      field(words("Darker at night"), onOff(settings.night !== "", nightly(ui))),
      settings.night !== "" && night(words, ui),
      truth(ui, "low_vision", words("Wide pegs, for poor eyes")),
      truth(ui, "streets", words("Marks at the streets")),
      truth(ui, "skunk", words("Marks at the skunk lines")),
    ),
    colours(words, ui),
    newPhones(words, ui),
    leaving(words, ui),
  ];
}

const saved = (words, { saved: how }) =>
  ({ saving: words("Saving…"), saved: words("Saved") })[how] ?? words("Changes are kept at once");

const truth = (ui, name, label) =>
  field(label, onOff(ui.settings[name], (value) => ui.change({ [name]: value })));

/** A slider in steps of 5 %, from *least* of them on. */
function level(words, ui, name, label, least) {
  const value = Math.round(ui.settings[name] * 100);
  const percent = new Intl.NumberFormat(words.lang, { style: "percent" }).format(value / 100);
  const slider = h("input", {
    type: "range",
    min: least,
    max: 100,
    value,
    "aria-valuetext": percent,
    oninput: (event) => ui.change({ [name]: Number(event.target.value) / 100 }),
  });
  const row = field(label, slider, percent);
  row.classList.add("level");
  return row;
}

const USUAL_NIGHT = "22:00-07:00";

const nightly = (ui) => (on) => ui.change({ night: on ? USUAL_NIGHT : "" });

function night(words, ui) {
  const [from, until] = ui.settings.night.split("-");
  const hour = (label, value, nightOf) =>
    field(
      label,
      h("input", {
        type: "time",
        value,
        onchange: ({ target }) => target.value && ui.change({ night: nightOf(target.value) }),
      }),
    );
  return [
    hour(words("Night from"), from, (value) => `${value}-${until}`),
    hour(words("Night until"), until, (value) => `${from}-${value}`),
    level(words, ui, "night_brightness", words("Brightness at night"), 0),
  ];
}

function colours(words, ui) {
  const { settings } = ui;
  const known = settings.palettes.some((palette) => same(palette, settings.colours));
  return h(
    "fieldset",
    { "data-key": "colours" },
    h("legend", null, words("Colours of the teams")),
    h(
      "div.palettes",
      null,
      settings.palettes.map((palette) => paletteKey(words, ui, palette)),
    ),
    h(
      "small",
      null,
      known
        ? words("Colour-blind people tell these apart.")
        : words("Chosen freely: not everybody may tell them apart."),
    ),
    h(
      "div.own",
      null,
      settings.colours.map((colour, team) => own(words, ui, colour, team)),
    ),
  );
}

const same = (one, other) => one.every((colour, team) => colour === other[team].toLowerCase());

function paletteKey(words, ui, palette) {
  return h(
    "button.palette",
    {
      "data-key": palette.join(""),
      "aria-label": colourNames(palette, words).join(", "),
      "aria-pressed": same(palette, ui.settings.colours),
      onclick: () => ui.change({ colours: palette }),
    },
    h(
      "svg",
      { viewBox: "0 0 66 22", "aria-hidden": "true" },
      palette.map((fill, team) => h("circle", { cx: 11 + 22 * team, cy: 11, r: 9, fill })),
    ),
  );
}

function own(words, ui, colour, team) {
  const others = ui.settings.colours;
  const choose = ({ target }) =>
    ui.change({ colours: others.map((one, at) => (at === team ? target.value : one)) });
  return field(
    words("Team {n}", { n: team + 1 }),
    h("input", { type: "color", value: colour, oninput: choose }),
    colourNames(others, words)[team],
  );
}

function newPhones(words, ui) {
  const { language, letters } = ui.settings;
  return h(
    "fieldset",
    { "data-key": "new" },
    h("legend", null, words("Phones that come for the first time")),
    field(
      words("Their language"),
      choice([["", words("as the phone is set")], ...LANGUAGES], language, (value) =>
        ui.change({ language: value }),
      ),
    ),
    field(
      words("Their letters"),
      choice([["", words("by language")], ...LETTERS], letters, (value) =>
        ui.change({ letters: value }),
      ),
    ),
  );
}

/** Families are no matter of taste: they stay. */
function leaving(words, ui) {
  const changed = ui.settings.changed.filter((name) => name !== "families");
  return [
    changed.length > 0 &&
      h(
        "button.second.wide",
        { "data-key": "back", onclick: () => ui.restore(changed) },
        words("Everything as the config file says"),
      ),
    h(
      "button.second.wide",
      { "data-key": "leave", onclick: () => ui.leaveHost() },
      words("Give up the host's rights"),
    ),
  ];
}

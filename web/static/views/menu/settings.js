// Settings of this phone, and of the table for the host.

import { h } from "../../core/dom.js";
import { LANGUAGES } from "../../core/i18n.js";
import { canSpeak, canVibrate } from "../../device/accessibility.js";
import { questionHelp } from "../../device/ask_aloud.js";
import { colourNames } from "../../game/teams.js";
import { field, item, select, sheet, toggle } from "../controls.js";
import { faultDetails } from "../header.js";
import { badgesOf } from "../moment.js";
import { hostForm, ownerFields } from "./people.js";

const LETTERS = [["JQK", "J Q K"], ["VDR", "V D R"]];

export const settingsView = (state, t, ui, act) => sheet("main.scroll.form.settings", t("Settings"),
  state && ui.me.scorer && faultDetails(state, t),
  thisPhone(state, t, ui, act),
  h("section.items", { "data-key": "screens" },
    h("h3", t("Other screens")),
    item(t("The board on a wall"), () => location.assign("/board")),
    item(t("The lights"), () => location.assign("/strip")),
    ui.me.scorer && item(t("Keypad"), () => location.assign("/keys"), t("sixteen keys for the whole game")),
  ),
  h("h2", t("The table")),
  ui.me.host && ui.settings ? theTable(t, ui, act) : hostForm(t, ui, act),
);

const thisPhone = (state, t, ui, act) => h("fieldset", { "data-key": "phone" },
  h("legend", t("This phone")),
  ui.me.scorer && state && ownerFields(state, t, ui, act),
  badgesOf(ui.me.player, t).map((badge) => h("p.quiet", { "data-key": badge }, "★ ", badge)),
  canVibrate() && ui.me.player && preference(ui, act, "turnBuzz", t("Buzz when it’s my turn")),
  field(t("Language"), select(LANGUAGES, t.lang, (lang) => act.setLanguage(lang))),
  field(t("Letters on the cards"),
    select(LETTERS, t.letters, (letters) => act.setLetters(letters)),
  ),
  canSpeak() && field(t("Say counts aloud"), toggle(ui.speech, act.setSpeech)),
  canVibrate() && preference(ui, act, "buzz", t("Buzz when I enter a card")),
  ui.me.scorer && preference(ui, act, "dictates", t("Type or dictate cards")),
  preference(ui, act, "digits", t("Big digits")),
  preference(ui, act, "celebrates", t("Celebrate great hands and wins")),
  preference(ui, act, "shortcuts", t("Keyboard shortcuts")),
  h("div", { class: ui.hasKeyboard ? null : "for-keyboards" },
    item(t("Playing with a keyboard"), () => act.open("keyboard"))),
  ui.awake === "missing" && h("p.about", t("To keep the screen on, turn off auto-lock.")),
);

function theTable(t, ui, act) {
  const { settings } = ui;
  // Families are data rather than preferences, so they are kept.
  const changed = settings.changed.filter((name) => name !== "families");
  const change = (name) => (value) => act.changeSettings({ [name]: value });
  const toggleField = (name, label) => field(label, toggle(settings[name], change(name)));
  return [
    h("p.saved", { "data-key": "saved", role: "status" },
      { saving: t("Saving…"), saved: t("Saved") }[ui.saved] ?? t("Saved automatically")),
    h("fieldset", { "data-key": "lights" },
      h("legend", t("The lights")),
      levelField(t, ui, act, "brightness", t("Brightness"), 1),
      field(t("Darker at night"), toggle(settings.night !== "", (isOn) =>
        act.changeSettings({ night: isOn ? "22:00-07:00" : "" }))),
      settings.night !== "" && nightFields(t, ui, act),
      toggleField("low_vision", t("Larger pegs")),
      toggleField("streets", t("Marks at the streets")),
      toggleField("skunk", t("Marks at the skunk lines")),
    ),
    colourFields(t, ui, act),
    h("fieldset", { "data-key": "new" },
      h("legend", t("New phones")),
      field(t("Their language"),
        select([["", t("same as the phone")], ...LANGUAGES], settings.language, change("language"))),
      field(t("Their letters"), select([["", t("by language")], ...LETTERS], settings.letters, change("letters"))),
    ),
    h("section.items", { "data-key": "machine" },
      item(t("Backup"), () => act.open("backup")),
      item(t("Wi-Fi"), () => act.open("wifi")),
    ),
    changed.length > 0 &&
      h("button.second.wide", { "data-key": "back", onclick: () => act.restoreSettings(changed) },
        t("Back to the config file")),
    h("button.second.wide", { "data-key": "machine", onclick: () => location.assign("/setup") },
      t("Set up this machine")),
    h("button.second.wide", { "data-key": "leave", onclick: () => act.leaveHost() }, t("Stop being the host")),
  ];
}

/** A slider in steps of 5 %, from *least* steps. */
function levelField(t, ui, act, name, label, least) {
  const value = Math.round(ui.settings[name] * 100);
  const percent = new Intl.NumberFormat(t.lang, { style: "percent" }).format(value / 100);
  const slider = h("input", {
    type: "range", min: least, max: 100, value, "aria-valuetext": percent,
    oninput: (event) => act.changeSettings({ [name]: Number(event.target.value) / 100 }),
  });
  const row = field(label, slider, percent);
  row.classList.add("level");
  return row;
}

function nightFields(t, ui, act) {
  const [from, until] = ui.settings.night.split("-");
  const hour = (label, value, nightOf) => field(label, h("input", {
    type: "time", value,
    onchange: ({ target: { value: now } }) => now && act.changeSettings({ night: nightOf(now) }),
  }));
  return [
    hour(t("Night from"), from, (value) => `${value}-${until}`),
    hour(t("Night until"), until, (value) => `${from}-${value}`),
    levelField(t, ui, act, "night_brightness", t("Brightness at night"), 0),
  ];
}

function colourFields(t, ui, act) {
  const { settings } = ui;
  const known = settings.palettes.some((palette) => same(palette, settings.team_colours));
  const names = colourNames(settings.team_colours, t);
  return h("fieldset", { "data-key": "colours" },
    h("legend", t("Colours of the teams")),
    h("div.palettes", settings.palettes.map((palette) => h("button.palette", {
        "data-key": palette.join(""),
        "aria-label": colourNames(palette, t).join(", "),
        "aria-pressed": same(palette, settings.team_colours),
        onclick: () => act.changeSettings({ colours: palette }),
      },
      h("svg", { viewBox: "0 0 66 22", "aria-hidden": "true" },
        palette.map((fill, team) => h("circle", { cx: 11 + 22 * team, cy: 11, r: 9, fill }))),
    ))),
    h("small", known
      ? t("Colour-blind safe")
      : t("Some players may find custom colours hard to tell apart.")),
    h("div.colours", settings.team_colours.map((colour, team) => field(t("Team {n}", { n: team + 1 }),
      h("input", {
        type: "color", value: colour,
        oninput: ({ target }) => act.changeSettings({ colours: settings.team_colours.with(team, target.value) }),
      }),
      names[team],
    ))),
  );
}

const same = (one, other) => one.every((colour, team) => colour === other[team].toLowerCase());

const preference = (ui, act, name, label) =>
  field(label, toggle(ui[name], (value) => act.setPreference({ [name]: value })));

export const shortcutsView = (state, t) => sheet("main.scroll", t("Playing with a keyboard"),
  h("dl.keyhelp",
    shortcuts(t).map(([typed, what]) => [
      h("dt", typed.map((one) => h("kbd", one))),
      h("dd", what),
    ]),
  ),
  h("p", t("You can turn letters off in the settings.")),
);

const shortcuts = (t) => [
  [["A", "2", "…", "9", t.rank("J"), t.rank("Q"), t.rank("K")], t("that rank")],
  [["0", "T"], t("ten")],
  [["Shift + S", "H", "D", "C"], t("spades, hearts, diamonds, clubs for the next card")],
  [["G"], t("Go")],
  [["N"], t("No one can play")],
  [["U"], t("Undo")],
  [["Shift + U"], t("Redo")],
  ...questionHelp(t),
  [["← ↑ ↓ →"], t("from key to key")],
  [["Enter"], t("the green or coloured button at the bottom")],
  [["Escape"], t("Back to the table")],
];

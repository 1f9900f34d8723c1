// The first and last steps: language, time zone and name; keypad; printing.

import { h } from "../core/dom.js";
import { field, select, sheetTitle, textField } from "../views/controls.js";
import { choices } from "./lights.js";
import { KEYS_WANTED } from "./steps.js";

const LANGUAGES = [["en", "English"], ["fr", "Français"]];

const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";

function zones() {
  try {
    return Intl.supportedValuesOf("timeZone");
  } catch {
    return [];
  }
}

export function namesView({ t, setup, names, flow }, act) {
  const now = names ?? { time_zone: setup.time_zone || ownZone(), name: setup.name };
  const edit = (changes) => act.set({ names: { ...now, ...changes } });
  const known = [...new Set([now.time_zone, ...zones()])].filter(Boolean);
  return h("main.scroll.form", { "data-key": "names" },
    sheetTitle(t("Hello!")),
    flow && h("p", t("This phone is the host of this machine now. A few taps, and it is ready.")),
    field(t("Language"), select(LANGUAGES, t.lang, (lang) => act.speak(lang))),
    field(t("Time zone"),
      select(known.map((zone) => [zone, zone.replaceAll("_", " ")]), now.time_zone,
        (zone) => edit({ time_zone: zone })),
    ),
    field(t("Name of the table"),
      textField(now.name, (name) => edit({ name }), { placeholder: t("Kitchen") }),
    ),
    h("div.bar",
      h("button.prime", { onclick: () => act.saveNames({ language: t.lang, ...now }) },
        flow ? t("Next") : t("Done")),
    ),
  );
}

export function keypadView({ t, found, heard, setup }, act) {
  return h("main.scroll", { "data-key": "keypad" },
    sheetTitle(t("Which keypad?")),
    heard?.choice ? listening(t, heard) : h("p", t("You can play the whole game on a keypad, without a phone.")),
    found
      ? choices("keypads", found.keypads, act.chooseKeypad, (one) => isNow(one, heard, setup))
      : h("p", t("One moment…")),
  );
}

const isNow = (one, heard, setup) =>
  heard?.choice ? heard.choice === one : setup.keypads.includes(one.name);

function listening(t, { choice, keys, fault }) {
  const pressed = [...new Set(keys)].slice(-KEYS_WANTED);
  return h("div.listening", { "data-key": "listening", role: "status" },
    h("p", t("{name}: press any three keys.", { name: choice.title })),
    h("p.pressed", pressed.map((key) => h("kbd", key)), pressed.length === 0 && "…"),
    fault && h("p.trouble", fault),
  );
}

const papers = (t) => [["letter", t("US Letter")], ["a4", "A4"]];
const usualPaper = () => (/-(CA|US)$/.test(navigator.language) ? "letter" : "a4");

export function printView({ t, flow, setup, paper = usualPaper() }, act) {
  const sheet = (name, title, about) =>
    h("a.item", { "data-key": name, href: `/setup/${name}.pdf?paper=${paper}&lang=${t.lang}`, target: "_blank" },
      title, h("small", about),
    );
  return h("main.scroll", { "data-key": "print" },
    sheetTitle(flow ? t("Ready to play") : t("To print")),
    h("p", t("Print these if you like. You can find them later, too: Settings, then Set up this machine.")),
    h("div.items",
      sheet("sticker", t("Sticker"), t("the table’s address, for the board")),
      sheet("keys", t("Keys"), t("labels for a keypad")),
      setup.shape && sheet("template", t("Template"), t("the board in its true size, to drill through")),
    ),
    field(t("Paper"), select(papers(t), paper, (chosen) => act.set({ paper: chosen }))),
    h("div.bar", h("button.prime", { onclick: () => act.done() }, t("Start playing"))),
  );
}

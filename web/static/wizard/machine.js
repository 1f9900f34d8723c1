// The machine: language, time zone and name; keypad; printing; the doctor with its fixes.

import { h } from "../core/dom.js";
import { usualPaper } from "../core/i18n.js";
import { field, select, sheetTitle, textField } from "../views/controls.js";
import { choices } from "./lights.js";
import { KEYS_WANTED } from "./steps.js";

const LANGUAGES = [["en", "English"], ["fr", "Français"]];

export function namesView({ t, setup, names, flow }, act) {
  const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
  const now = names ?? { time_zone: setup.time_zone || ownZone, name: setup.name };
  const edit = (changes) => act.set({ names: { ...now, ...changes } });
  const known = [...new Set([now.time_zone, ...Intl.supportedValuesOf("timeZone")])].filter(Boolean);
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
      ? choices("keypads", found.keypads, act.chooseKeypad,
          (one) => (heard?.choice ? heard.choice === one : setup.keypads.includes(one.name)))
      : h("p", t("One moment…")),
  );
}

function listening(t, { choice, keys, fault }) {
  const pressed = [...new Set(keys)].slice(-KEYS_WANTED);
  return h("div.question", { "data-key": "listening", role: "status" },
    h("p", t("{name}: press any three keys.", { name: choice.title })),
    h("p", pressed.map((key) => h("kbd", key)), pressed.length === 0 && "…"),
    fault && h("p.trouble", fault),
  );
}

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
    field(t("Paper"), select([["letter", t("US Letter")], ["a4", "A4"]], paper, (chosen) => act.set({ paper: chosen }))),
    h("div.bar", h("button.prime", { onclick: () => act.done() }, t("Start playing"))),
  );
}

export function doctorView({ t, doctor, copied }, act) {
  if (!doctor) return h("main.scroll", { "data-key": "doctor" }, sheetTitle(t("The doctor")), h("p", t("One moment…")));
  /** Over http, browsers offer no other clipboard access. */
  const copy = () => {
    document.querySelector(".report").select();
    act.set({ copied: document.execCommand("copy") });
  };
  const bad = doctor.found.filter(({ level }) => level === "wrong").length;
  return h("main.scroll.doctor", { "data-key": "doctor" },
    sheetTitle(t("The doctor")),
    h("p", { role: "status" }, bad
      ? t("{n} thing to fix|{n} things to fix", { n: bad })
      : t("All is well.")),
    h("ul", doctor.found.map((one, place) => finding(t, one, place, act))),
    h("textarea.report", { "data-key": "report", readonly: true, rows: 4, "aria-label": t("Report") , value: doctor.report }),
    h("div.bar",
      h("button.second", { "data-key": "again", onclick: () => act.examine() }, t("Check again")),
      h("button.prime", { "data-key": "copy", onclick: copy }, copied ? t("Copied") : t("Copy the report")),
    ),
  );
}

function finding(t, one, place, act) {
  const marks = { ok: t("good"), note: t("note"), wrong: t("to fix") };
  return h("li", { "data-key": `${one.check}-${place}`, class: one.level },
    h("b", marks[one.level]),
    h("div",
      h("p", one.say),
      one.mend && h("code", one.mend),
      one.can && h("button.second", { onclick: () => act.mend(one) },
        one.can === "boot" ? t("Write it and restart") : t("Fix it")),
    ),
  );
}

// The steps of the machine, its strip and its keypad; printing; and the doctor with its fixes.

import { h } from "../core/dom.js";
import { LANGUAGES, usualPaper } from "../core/i18n.js";
import { field, loading, select, sheetTitle, textField } from "../views/controls.js";
import { joining } from "../views/machine.js";
import { KEYS_WANTED } from "./steps.js";

export const stepView = (tag, key, title, ...inside) => h(tag, { "data-key": key }, sheetTitle(title), inside);

/** The first question to the first phone. */
export const welcomeView = (_, act) => stepView("main.scroll.form", "welcome", "Cribble",
  h("div.items", LANGUAGES.map(([lang, name]) =>
    h("button.prime.wide", { lang, "data-lang": lang, onclick: () => act.claim(lang) }, name))),
);

export function namesView({ t, setup, names, flow }, act) {
  const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
  const now = names ?? { time_zone: setup.time_zone || ownZone, name: setup.name };
  const edit = (changes) => act.set({ names: { ...now, ...changes } });
  const known = [...new Set([now.time_zone, ...Intl.supportedValuesOf("timeZone")])].filter(Boolean);
  return stepView("main.scroll.form", "names", t("Hello!"),
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

/** The countries of ISO 3166, [code, name], by name: Intl's regions without others, and codes that were replaced. */
function countries(lang) {
  const others = "AC CP CQ DG EA EU EZ IC QO TA UN XA XB XK ZZ".split(" ");
  const names = new Intl.DisplayNames(lang, { type: "region", fallback: "none" });
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  return letters.flatMap((one) => letters.map((other) => [one + other, names.of(one + other)]))
    .filter(([code, name]) => name && !others.includes(code) && new Intl.Locale(`und-${code}`).region === code)
    .sort(([, one], [, other]) => one.localeCompare(other, lang));
}

export function networkView({ t, setup, machine, me, flow }, act) {
  if (!machine) return loading(t);
  const { wifi, country, joined } = machine;
  const keep = h("p.about", { "data-key": "keep" },
    t("Write it down: the host’s PIN is {pin}. From its next start on, this machine’s own Wi-Fi is {name}, with the password {password}.",
      { pin: setup.pin, name: wifi.next.ssid, password: wifi.next.password }));
  if (joined) return stepView("main.scroll.form", "joined", t("Now this phone"),
    h("ol", [
      t("Join the Wi-Fi {name}.", { name: joined }),
      t("Open {address} in its browser.", { address: `${me.local_url ?? "http://cribble.local/"}setup` }),
      t("Enter the host’s PIN: {pin}", setup),
    ].map((line) => h("li", line))),
    keep,
    h("p.about", t("If that does not work, this machine’s own Wi-Fi is back within two minutes: join it again, and reload this page.")),
  );
  return stepView("main.scroll.form", "network", t("Wi-Fi"),
    setup.boot.helper && field(t("Country"), select(countries(t.lang), country, (one) => act.setMachine({ country: one }))),
    wifi.on ? joining(t, machine, act) : h("p", t("This machine is on a network.")),
    keep,
    h("div.bar", h("button.second", { "data-key": "on", onclick: () => act.keepCountry(act.goOn) },
      wifi.on ? t("Later") : flow ? t("Next") : t("Done"))),
  );
}

export function keypadView({ t, found, heard, setup }, act) {
  const pressed = [...new Set(heard?.keys)].slice(-KEYS_WANTED);
  return stepView("main.scroll", "keypad", t("Which keypad?"),
    heard?.choice ? h("div.question", { "data-key": "listening", role: "status" },
      h("p", t("{name}: press any three keys.", { name: heard.choice.title })),
      h("p", pressed.map((key) => h("kbd", key)), pressed.length === 0 && "…"),
      heard.fault && h("p.trouble", heard.fault),
    ) : h("p", t("You can play the whole game on a keypad, without a phone.")),
    found
      ? choices("keypads", found.keypads, act.chooseKeypad,
          (one) => (heard?.choice ? heard.choice === one : setup.keypads.includes(one.name)))
      : h("p", t("One moment…")),
  );
}

export function printView({ t, flow, setup, paper = usualPaper() }, act) {
  const sheet = (name, title, about) =>
    h("a.item", { "data-key": name, href: `/setup/${name}.pdf?paper=${paper}&lang=${t.lang}`, target: "_blank" },
      title, h("small", about),
    );
  return stepView("main.scroll", "print", flow ? t("Ready to play") : t("To print"),
    h("p", t("Print these if you like. You can find them later, too: Settings, then Set up this machine.")),
    h("div.items",
      sheet("sticker", t("Sticker"), t("the table’s address, for the board")),
      sheet("keys", t("Keys"), t("labels for a keypad")),
      setup.shape && !setup.panel && sheet("template", t("Template"), t("the board in its true size, to drill through")),
    ),
    field(t("Paper"), select([["letter", t("US Letter")], ["a4", "A4"]], paper, (chosen) => act.set({ paper: chosen }))),
    h("div.bar", h("button.prime", { onclick: () => act.done() }, t("Start playing"))),
  );
}

export function doctorView({ t, doctor, copied }, act) {
  if (!doctor) return stepView("main.scroll", "doctor", t("The doctor"), h("p", t("One moment…")));
  /** Over http, browsers offer no other clipboard access. */
  const copy = () => {
    document.querySelector(".report").select();
    act.set({ copied: document.execCommand("copy") });
  };
  const bad = doctor.found.filter(({ level }) => level === "wrong").length;
  return stepView("main.scroll.doctor", "doctor", t("The doctor"),
    h("p", { role: "status" }, bad
      ? t("{n} thing to fix|{n} things to fix", { n: bad })
      : t("All is well.")),
    h("ul", doctor.found.map((one, place) => h("li", { "data-key": `${one.check}-${place}`, class: one.level },
      h("b", { ok: t("good"), note: t("note"), wrong: t("to fix") }[one.level]),
      h("div",
        h("p", one.say),
        one.mend && h("code", one.mend),
        one.can && h("button.second", { onclick: () => act.mend(one) },
          one.can === "boot" ? t("Write it and restart") : t("Fix it")),
      ),
    ))),
    h("textarea.report", { "data-key": "report", readonly: true, rows: 4, "aria-label": t("Report"), value: doctor.report }),
    h("div.bar",
      h("button.second", { "data-key": "again", onclick: () => act.examine() }, t("Check again")),
      h("button.prime", { "data-key": "copy", onclick: copy }, copied ? t("Copied") : t("Copy the report")),
    ),
  );
}

const choices = (key, list, onChoose, isNow) => h("div.items.offers", { "data-key": key },
  list.map((one, place) =>
    h("button.item", {
        "data-key": `${one.name}-${one.at}-${place}`, "data-name": one.name,
        "aria-pressed": isNow(one) ? "true" : "false", onclick: () => onChoose(one),
      },
      one.title, one.about && h("small", one.about),
    ),
  ),
);

export function lightsView({ t, found, busy, setup, typesAddress, at }, act) {
  return stepView("main.scroll", "lights", t("What lights?"),
    h("p", setup.machine
      ? t("This is a {machine}. Only what works here is listed.", { machine: setup.machine })
      : t("Only what works here is listed.")),
    found
      ? choices("found", found.lights, act.chooseLights,
          (one) => one.name === setup.strip && (one.at || "") === (setup.at || ""))
      : busy && h("p", { role: "status" }, t("Looking for lights on the network and on USB…")),
    found && typesAddress && h("div.question", { "data-key": "address" },
      field(t("Address of the WLED"),
        textField(at, (typed) => act.set({ at: typed }), { placeholder: "192.168.1.50", inputmode: "url" })),
      h("button.prime", {
        disabled: !at.trim(), onclick: () => act.chooseLights({ name: "ddp", at: at.trim(), lights: null }),
      }, t("Use this one")),
    ),
    !busy && h("button.text", { "data-key": "again", onclick: () => act.find("lights") }, t("Check again")),
  );
}

/** Instructions that must be carried out before the strip can work. */
export function bootView({ t, setup }, act) {
  const { lines, helper } = setup.boot;
  return stepView("main.scroll", "boot", t("One restart"),
    h("p", lines.length
      ? t("The machine’s own files need these lines. A copy of each file is kept.")
      : t("These lights need one restart of the machine.")),
    lines.length > 0 && h("pre.lines", { tabindex: 0 }, lines.join("\n")),
    helper
      ? h("button.prime.wide", { "data-key": "write", onclick: () => act.writeBoot() },
          t("Write them and restart"))
      : h("p.about", { "data-key": "by-hand" },
          t("This installation cannot write them: run cribble doctor --mend on the machine.")),
    h("button.text", { "data-key": "later", onclick: () => act.goOn() }, t("Later")),
  );
}

export function countView({ t, count, setup, flow }, act) {
  if (!count) return stepView("main.scroll", "count", t("How many lights?"), h("p", t("One moment…")));
  const answer = (isLit) => act.answer([...count.answers, [count.guess, isLit]]);
  const proposed = (setup.strip === "ddp" && count.driven) || setup.lights;
  return stepView("main.scroll", "count", t("How many lights?"),
    trouble(t, count.fault, () => act.answer(count.answers)),
    count.note && h("p.about", { "data-key": "note" }, count.note),
    count.answers.length === 0 && h("div.question", { "data-key": "panels" },
      h("p.ask", t("Is it a panel?")),
      h("div.bar", setup.panels.map((panel) =>
        h("button.second", {
            "data-key": panel, "aria-pressed": setup.panel === panel ? "true" : "false",
            onclick: () => act.keepPanel(panel),
          }, panel.replace("x", " × ")))),
    ),
    count.guess === null
      ? h("div.question", { "data-key": "counted" },
        h("p.ask", t("{n} light|{n} lights", { n: count.least })),
        h("button.prime.wide", { "data-key": "keep", onclick: () => act.keepCount(count.least) },
          flow || !setup.wired ? t("Next") : t("Done")),
      )
      : !count.fault && h("div.question", { "data-key": "question" },
        h("p", t("Lights {first} to {last} are lit now, in blocks of ten. Look at the very end of the strip.",
          { first: count.first, last: count.guess })),
        h("p.ask", t("Is the light at the very end of the strip lit?")),
        h("div.bar",
          h("button.prime", { "data-key": "yes", onclick: () => answer(true) }, t("Yes")),
          h("button.prime", { "data-key": "no", onclick: () => answer(false) }, t("No")),
        ),
        count.answers.length > 0 &&
          h("small", t("Between {least} and {most}", { least: count.least, most: count.most })),
      ),
    count.answers.length === 0 && proposed > 0 && proposed !== count.guess &&
      h("button.second.wide", { "data-key": "known", onclick: () => act.keepCount(proposed) },
        t("I know it: {n} light|I know it: {n} lights", { n: proposed })),
    count.answers.length > 0 &&
      h("button.text", { "data-key": "undo", onclick: () => act.answer(count.answers.slice(0, -1)) },
        t("Undo")),
    !count.fault && allDark(t, setup, () => act.answer(count.answers)),
  );
}

/** Shown in place of a question about the lights if they do not work. */
export const trouble = (t, fault, again) => fault && h("div.question", { "data-key": "fault" },
  h("p.trouble", { role: "status" }, fault),
  h("button.prime.wide", { onclick: again }, t("Try again")),
);

/** The data pin of a strip, with its number on the board. */
const DATA_PINS = {
  microcontroller: "Pico GP6 (9) / Arduino D6", spi: "GPIO10 (19)", leds0: "GPIO18 (12)", ws281x: "GPIO18 (12)",
};

/** For a question about a light, if all are dark: what to check, and a button that lights them *again*. */
export const allDark = (t, setup, again) => h("details", { "data-key": "dark" },
  h("summary", t("I see nothing")),
  h("ul",
    h("li", t("Are the lights plugged into their supply, and is its fuse whole?")),
    h("li", t("Does the data wire go from {pin} to DIN, not to DOUT?", { pin: DATA_PINS[setup.strip] ?? "WLED" })),
    h("li", t("Is GND of the lights joined to GND of the board that sends the data?")),
  ),
  h("button.second.wide", { onclick: again }, t("Light them again")),
);

export function colourView({ t, colours, fault, setup }, act) {
  const of = setup.order.length;
  const names = [["R", t("red")], ["G", t("green")], ["B", t("blue")], ["W", t("white")]].slice(0, of);
  return stepView("main.scroll", "colours", t("Which colour do you see?"),
    trouble(t, fault, () => act.showByte(1)),
    !fault && h("div.question", { "data-key": "question" },
      h("p", t("Colour {n} of {of}", { n: Math.min(colours.length + 1, of), of }), " · ",
        t("Look at several lights, not only at the first.")),
      h(`div.hues.of-${of}`, names.map(([letter, name]) =>
        h("button.key", { "data-key": letter, onclick: () => act.sawColour(letter) }, h(`i.hue-${letter}`), name),
      )),
      h("button.second.wide", { "data-key": "several", onclick: () => act.sawSeveral() },
        of === 3 ? t("Several colours, or white") : t("Several colours")),
      allDark(t, setup, () => act.showByte(1)),
      h("button.text", { "data-key": "again", onclick: () => act.showByte(1) }, t("Begin again")),
    ),
  );
}

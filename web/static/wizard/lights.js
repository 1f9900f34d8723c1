// The strip steps: type, number of pixels, and colour order.

import { h } from "../core/dom.js";
import { field, sheetTitle, textField } from "../views/controls.js";

/** Options, each a button with a description. */
export const choices = (key, list, onChoose, isNow) => h("div.items.offers", { "data-key": key },
  list.map((one, place) =>
    h("button.item", {
        "data-key": `${one.name}-${one.at}-${place}`, "data-name": one.name,
        "aria-pressed": isNow(one) ? "true" : "false", onclick: () => onChoose(one),
      },
      one.title, one.about && h("small", one.about),
    ),
  ),
);

export function lightsView({ t, found, setup, typesAddress, at }, act) {
  return h("main.scroll", { "data-key": "lights" },
    sheetTitle(t("What lights?")),
    h("p", setup.machine
      ? t("This is a {machine}. Only what works here is listed.", { machine: setup.machine })
      : t("Only what works here is listed.")),
    found
      ? choices("found", found.lights, act.chooseLights,
          (one) => one.name === setup.strip && (one.at || "") === (setup.at || ""))
      : h("p", { role: "status" }, t("Looking for lights on the network and on USB…")),
    found && typesAddress && addressForm(t, at, act),
    found && h("button.text", { "data-key": "again", onclick: () => act.find("lights") }, t("Check again")),
  );
}

const addressForm = (t, at, act) => h("div.question", { "data-key": "address" },
  field(t("Address of the WLED"),
    textField(at, (typed) => act.set({ at: typed }), { placeholder: "192.168.1.50", inputmode: "url" }),
  ),
  h("button.prime", {
      disabled: !at.trim(), onclick: () => act.chooseLights({ name: "ddp", at: at.trim(), lights: null }),
    },
    t("Use this one"),
  ),
);

/** Instructions that must be carried out before the strip can work. */
export function bootView({ t, setup }, act) {
  const { lines, helper } = setup.boot;
  return h("main.scroll", { "data-key": "boot" },
    sheetTitle(t("One restart")),
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
  if (!count) return h("main.scroll", { "data-key": "count" }, sheetTitle(t("How many lights?")), h("p", t("One moment…")));
  const proposed = (setup.strip === "ddp" && count.driven) || setup.lights;
  return h("main.scroll", { "data-key": "count" },
    sheetTitle(t("How many lights?")),
    trouble(t, count.fault, () => act.answer(count.answers)),
    count.note && h("p.about", { "data-key": "note" }, count.note),
    count.guess === null ? counted(t, flow, count.least, act) : !count.fault && question(t, count, act),
    count.answers.length === 0 && proposed > 0 && proposed !== count.guess &&
      h("button.second.wide", { "data-key": "known", onclick: () => act.keepCount(proposed) },
        t("I know it: {n} light|I know it: {n} lights", { n: proposed })),
    count.answers.length > 0 &&
      h("button.text", { "data-key": "undo", onclick: () => act.answer(count.answers.slice(0, -1)) },
        t("Undo")),
  );
}

/** Shown in place of a question about the lights if they do not work. */
export const trouble = (t, fault, again) => fault && h("div.question", { "data-key": "fault" },
  h("p.trouble", { role: "status" }, fault),
  h("button.prime.wide", { onclick: again }, t("Try again")),
);

const question = (t, { first, guess, least, most, answers }, act) => h("div.question", { "data-key": "question" },
  h("p", t("Lights {first} to {last} are lit now, in blocks of ten. Look at the very end of the strip.",
    { first, last: guess })),
  h("p.ask", t("Is the light at the very end of the strip lit?")),
  h("div.bar",
    h("button.prime", { "data-key": "yes", onclick: () => act.answer([...answers, [guess, true]]) }, t("Yes")),
    h("button.prime", { "data-key": "no", onclick: () => act.answer([...answers, [guess, false]]) }, t("No")),
  ),
  answers.length > 0 && h("small", t("Between {least} and {most}", { least, most })),
);

const counted = (t, flow, lights, act) => h("div.question", { "data-key": "counted" },
  h("p.ask", t("{n} light|{n} lights", { n: lights })),
  h("button.prime.wide", { "data-key": "keep", onclick: () => act.keepCount(lights) },
    flow ? t("Next") : t("Done")),
);

export function colourView({ t, colours, fault, setup }, act) {
  const of = setup.order.length;
  const names = [["R", t("red")], ["G", t("green")], ["B", t("blue")], ["W", t("white")]].slice(0, of);
  return h("main.scroll", { "data-key": "colours" },
    sheetTitle(t("Which colour do you see?")),
    trouble(t, fault, () => act.showByte(1)),
    !fault && h("div.question", { "data-key": "question" },
      h("p", t("Colour {n} of {of}", { n: Math.min(colours.length + 1, of), of }), " · ",
        t("Look at several lights, not only at the first.")),
      h(`div.hues.of-${of}`, names.map(([letter, name]) =>
        h("button.key", { "data-key": letter, onclick: () => act.sawColour(letter) }, h(`i.hue-${letter}`), name),
      )),
      h("button.second.wide", { "data-key": "several", onclick: () => act.sawSeveral() },
        of === 3 ? t("Several colours, or white") : t("Several colours")),
      h("button.text", { "data-key": "again", onclick: () => act.showByte(1) }, t("Begin again")),
    ),
  );
}

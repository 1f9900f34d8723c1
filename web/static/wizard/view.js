// The wizard page: header, the step's view, and navigation.

import { h } from "../core/dom.js";
import { loading } from "../views/controls.js";
import { hostForm } from "../views/menu/people.js";
import { boardView, panelView, walkView, wiringView } from "./board.js";
import {
  bootView, colourView, countView, doctorView, keypadView, lightsView, namesView, networkView, printView, stepView,
  welcomeView,
} from "./machine.js";
import { beginOf, PART_OF, previous, stepsOf } from "./steps.js";

const VIEWS = {
  names: namesView, network: networkView, lights: lightsView, boot: bootView, count: countView, colours: colourView,
  board: boardView, wiring: (seen, act) => (seen.setup.panel ? panelView : wiringView)(seen, act), walk: walkView,
  keypad: keypadView, print: printView, doctor: doctorView,
};

export function wizardView(seen, act) {
  const { t, step, flow, setup } = seen;
  // Before the strip is chosen it is unknown which steps are needed.
  const hasChosen = seen.hasChosen || !["names", "network", "lights"].includes(step);
  const steps = setup ? stepsOf(seen, hasChosen ? undefined : true) : [];
  const at = steps.indexOf(PART_OF[step] ?? step) + 1;
  const isHere = setup && !seen.restarting;
  return h("div.app.wizard", { "data-view": step ?? "list", "aria-busy": seen.busy },
    h("header",
      h("div.title", h("h1", t("Set up"))),
      flow && at > 0 && h("p.steps", t("Step {at} of {of}", { at, of: steps.length })),
    ),
    middle(seen, act),
    seen.notice && h("p.trouble", { "data-key": "notice", role: "alert" }, seen.notice),
    h("footer", { "data-key": "foot" },
      flow && isHere && previous(seen) &&
        h("button.second", { "data-key": "back", onclick: () => act.go(previous(seen)) }, t("‹ Back")),
      step && isHere && !(flow && step === "print") &&
        h("button.second", { "data-key": "all", onclick: () => leave(seen, act) }, flow ? t("Skip") : t("‹ Back")),
      h("button.second.wide", { "data-key": "table", onclick: () => act.toTable() }, t("To the table")),
    ),
  );
}

const leave = (seen, act) => {
  if (!seen.flow) return act.go(null);
  if (seen.step === "colours") return act.go("count");
  const steps = stepsOf(seen);
  const at = steps.indexOf(PART_OF[seen.step] ?? seen.step);
  return at + 1 < steps.length ? act.go(steps[at + 1]) : act.done();
};

function middle(seen, act) {
  const { t, me, setup } = seen;
  if (me?.first_host === "open" && !me.host) return welcomeView(seen, act);
  if (me && !me.host) return stepView("main.scroll.form", "pin", t("The table"),
    me.first_host === "late" && h("p.ask", t("To set it up without the PIN, switch this machine off and on. Its first phone has 15 minutes.")),
    hostForm(t, seen, act));
  if (!setup) return loading(t);
  if (seen.restarting) {
    return stepView("main.scroll", "restarting", t("Restarting…"),
      h("p", t("This takes about a minute. The page reloads automatically.")));
  }
  return (VIEWS[seen.step] ?? listView)(seen, act);
}

function listView(seen, act) {
  const { t, setup, fault } = seen;
  const steps = [...stepsOf(seen), "doctor"];
  const row = (step, title, detail) => steps.includes(step) &&
    h("button.item", { "data-key": step, onclick: () => act.go(beginOf(step, setup)) }, title, detail && h("small", detail));
  return stepView("main.scroll", "list", t("Set up this machine"),
    (setup.fault ?? fault) && h("p.trouble", { "data-key": "fault" }, setup.fault ?? fault),
    h("div.items",
      row("names", t("Language, time zone, name"), setup.name || setup.time_zone || null),
      row("network", t("Wi-Fi"), null),
      row("lights", t("Lights"), [setup.strip_title, setup.at].filter(Boolean).join(" · ")),
      row("count", t("Number and colours of the lights"),
        setup.lights ? t("{n} light|{n} lights", { n: setup.lights }) : null),
      row("board", t("Board and wiring"), setup.wired ? t("wired") : t("not wired yet")),
      row("keypad", t("Keypad"), setup.keypad_titles.join(" · ") || t("none")),
      row("print", t("To print"), null),
      row("doctor", t("The doctor"), t("what is wrong, and how to fix it")),
    ),
    h("p.about", { "data-key": "file" }, t("Everything is in {file}, which you can edit by hand.", { file: setup.file })),
  );
}

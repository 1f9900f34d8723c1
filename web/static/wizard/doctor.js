// The doctor's page: each finding with its fix as a command, and a button if it can be applied.

import { h } from "../core/dom.js";
import { sheetTitle } from "../views/controls.js";

export function doctorView({ t, doctor, copied }, act) {
  if (!doctor) return h("main.scroll", { "data-key": "doctor" }, sheetTitle(t("The doctor")), h("p", t("One moment…")));
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
      h("button.prime", { "data-key": "copy", onclick: () => copy(act) }, copied ? t("Copied") : t("Copy the report")),
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

/** Over http, browsers offer no other clipboard access. */
function copy(act) {
  const report = document.querySelector(".report");
  report.select();
  act.set({ copied: document.execCommand("copy") });
}

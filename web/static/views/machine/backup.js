// Backups for the host: download everything as a file, and restore it.

import { h } from "../../core/dom.js";
import { sheetTitle } from "../controls.js";

export const backupView = (state, t, ui, act) => h("main.scroll.form.machine",
  sheetTitle(t("Backup")),
  h("p", t("The games alone hold no secret.")),
  h("button.prime.wide", { "data-key": "games", onclick: () => act.save("/api/v1/export") },
    t("Save the games only"),
  ),
  h("p", t("A backup has everything, the code, PIN and passwords too. Keep it to yourself.")),
  h("button.second.wide", { "data-key": "save", onclick: () => act.save("/api/v1/backup") },
    t("Save a backup"),
  ),
  nightly(t, ui.machine.copies),
  bringBack(t, ui.machine, act),
);

/** The automatic copies. */
function nightly(t, copies) {
  if (!copies) return null;
  const [last] = copies.filter(({ place }) => place === "here");
  const [stick] = copies.filter(({ place }) => place === "stick");
  return h("section", { "data-key": "nightly" },
    h("h3", t("Every night")),
    h("p", last
      ? t("A copy is saved every night and kept for 14 days. The last one: {day}.", { day: dayText(t, last.day) })
      : t("A copy is saved every night and kept for 14 days. There is none yet.")),
    h("p", stick
      ? t("The USB stick has one, too: {day}.", { day: dayText(t, stick.day) })
      : t("A USB stick named CRIBBLE gets a copy as soon as you plug it in.")),
  );
}

function bringBack(t, machine, act) {
  const { sending, offer } = machine;
  return h("fieldset", { "data-key": "back" },
    h("legend", t("Restore a backup")),
    machine.failed && h("p", { role: "status", "data-key": "failed" },
      t("The backup could not be restored, and nothing has changed:"), " ", machine.failed),
    offer ? offered(t, offer, act) : h("label.second.wide.file", { "data-key": "choose", "aria-disabled": sending !== null ? "true" : null },
      sending === null
        ? t("Choose a backup")
        : t("Sending: {n} %", { n: sending }),
      h("input", {
        type: "file", accept: ".zip,application/zip", disabled: sending !== null,
        onchange: ({ target }) => {
          const [file] = target.files;
          if (file) act.sendBackup(file);
          target.value = "";
        },
      }),
    ),
  );
}

/** Restores after a confirmation; the present data is kept as a copy. */
const offered = (t, offer, act) => h("div", { "data-key": "offer" },
  h("p", t("The backup from {day} has {n} entry.|The backup from {day} has {n} entries.",
    { n: offer.entries, day: momentText(t, offer.made) })),
  h("p", t("It replaces the {n} entry here.|It replaces the {n} entries here.", { n: offer.replaces })),
  offer.changes.length > 0 && [
    h("p", t("It changes this table’s config:")),
    h("ul", offer.changes.map(({ key, before, after }) =>
      h("li", { "data-key": key }, `${key}: ${before} → ${after}`))),
  ],
  h("p", t("The current data is kept in a separate folder.")),
  h("p", t("The table restarts. If its codes are different, phones must join again.")),
  h("div.bar",
    h("button.second", { onclick: () => act.dropBackup() }, t("Leave it as it is")),
    h("button.prime", { onclick: () => act.bringBack(offer.sha256) }, t("Restore it")),
  ),
);

const dayText = (t, day) => momentText(t, `${day}T12:00:00`);

/** The local date of a moment in any time zone. */
const momentText = (t, moment) =>
  new Intl.DateTimeFormat(t.lang, { dateStyle: "long" }).format(new Date(moment));

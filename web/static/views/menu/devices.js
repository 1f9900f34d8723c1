// Phones at the table: their rights, and changing them.

import { h } from "../../core/dom.js";
import { capitalised } from "../../core/i18n.js";
import { sheetTitle } from "../controls.js";
import { hostForm } from "./host.js";

export const devicesView = (state, t, ui, act) => h("main.scroll.form.roles",
  sheetTitle(t("Who is connected")),
  roles(t, ui),
  ui.me.scorer && deviceList(t, ui),
  ui.me.scorer && joinCode(t, ui, act),
  !ui.me.host && hostForm(t, ui, act, t("The host")),
);

const roleOf = ({ host, scorer }) => (host ? "host" : scorer ? "scorer" : "watcher");

const roleName = (role, t) =>
  ({ host: t("Host"), scorer: t("Keeps score"), watcher: t("Watches") })[role];

/** The roles and their requirements; this phone's own is marked. */
function roles(t, ui) {
  const takes = {
    watcher: t("Anyone can."),
    scorer:
      ui.me.access === "open" ? t("Anyone on this network can.") : t("Needs the join code."),
    host: t("Can change the settings (host’s PIN)."),
  };
  return h("dl.takes", { "data-key": "roles" },
    Object.entries(takes).map(([role, text]) =>
      h("div", { "data-key": role, "aria-current": role === roleOf(ui.me) ? "true" : null },
        h("dt", roleName(role, t)),
        h("dd", text, role === roleOf(ui.me) && h("b", " ", t("This phone"))),
      ),
    ),
  );
}

function deviceList(t, ui) {
  if (!ui.devices) return h("p", { "data-key": "list" }, t("One moment…"));
  const { devices, more, guesses, backup } = ui.devices;
  return h("ul.devices", { "data-key": "list" },
    devices.map((one, place) => device(t, one, place)),
    more > 0 && h("li", t("and {n} others", { n: more })),
    guesses > 0 && h("li", { role: "status" }, t("Wrong codes and PINs in the last hour: {n}", { n: guesses })),
    backup && h("li", { role: "status" }, backup),
  );
}

const device = (t, { name, role, here, seconds, you }, place) =>
  h("li", { "data-key": `device-${place}`, class: here ? "here" : null },
    h("b", name ? capitalised(name) : t("A phone that watches"), you && [" (", t("this phone"), ")"]),
    h("small", roleName(role, t)),
    h("small", here ? t("here now") : ago(seconds, t.lang)),
  );

/** "5 minutes ago", in the phone's language. */
function ago(seconds, lang) {
  const format = new Intl.RelativeTimeFormat(lang, { numeric: "auto" });
  if (seconds < 60) return format.format(-seconds, "second");
  if (seconds < 5400) return format.format(-Math.round(seconds / 60), "minute");
  return format.format(-Math.round(seconds / 3600), "hour");
}

function joinCode(t, ui, act) {
  if (ui.me.access === "open") return null;
  return h("section.renewal", { "data-key": "code", "aria-label": t("Code") },
    h("p.code", t("Code"), " ", h("b", ui.me.code)),
    ui.me.host && renewal(t, ui, act),
  );
}

/** Asks for confirmation, since it revokes rights of others. */
function renewal(t, ui, act) {
  if (!ui.renewing) {
    return h("button.second", { "data-key": "renew", onclick: () => act.set({ renewing: true }) },
      t("Renew the code"),
    );
  }
  return h("div.renewing", { "data-key": "renewing" },
    h("p", t("Every other phone must join again with the new code.")),
    h("div.bar",
      h("button.second", { onclick: () => act.set({ renewing: false }) }, t("Keep it")),
      h("button.prime", { onclick: () => act.renewCode() }, t("Renew it")),
    ),
  );
}

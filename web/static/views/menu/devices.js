// Who is at the table by phone, what each may do, and how that is changed.

import { h } from "../../core/dom.js";
import { hostForm } from "./host.js";
import { sheetTitle } from "../sheet.js";

export function devicesView(state, words, ui) {
  return h(
    "main.scroll.form.roles",
    null,
    sheetTitle(words("Who is connected")),
    roles(words, ui),
    ui.me.scorer && connected(words, ui),
    ui.me.scorer && code(words, ui),
    !ui.me.host && hostForm(words, ui, words("The host")),
  );
}

const roleOf = ({ host, scorer }) => (host ? "host" : scorer ? "scorer" : "watcher");

const roleName = (role, words) =>
  ({ host: words("Host"), scorer: words("Keeps score"), watcher: words("Watches") })[role];

/** What each role takes; this phone's own is marked. */
function roles(words, ui) {
  const takes = {
    watcher: words("Everybody may, without anything."),
    scorer:
      ui.me.access === "open"
        ? words("Everybody on this network may.")
        : words("It takes the join code."),
    host: words("Sets the table; it takes the host's PIN."),
  };
  return h(
    "dl.takes",
    { "data-key": "roles" },
    Object.entries(takes).map(([role, text]) =>
      h(
        "div",
        { "data-key": role, "aria-current": role === roleOf(ui.me) ? "true" : null },
        h("dt", null, roleName(role, words)),
        h("dd", null, text, role === roleOf(ui.me) && h("b", null, " ", words("This phone"))),
      ),
    ),
  );
}

function connected(words, ui) {
  if (!ui.devices) return h("p", { "data-key": "list" }, words("One moment…"));
  const { devices, more } = ui.devices;
  return h(
    "ul.devices",
    { "data-key": "list" },
    devices.map((one, place) => device(words, one, place)),
    more > 0 && h("li", null, words("and {n} others", { n: more })),
  );
}

const device = (words, { name, role, here, seconds, you }, place) =>
  h(
    "li",
    { "data-key": `device-${place}`, class: here ? "here" : null },
    h("b", null, name ?? words("A phone that watches"), you && ` (${words("this phone")})`),
    h("small", null, roleName(role, words)),
    h("small", null, here ? words("here now") : ago(seconds, words.lang)),
  );

/** "5 minutes ago", in the language of the phone. */
function ago(seconds, lang) {
  const format = new Intl.RelativeTimeFormat(lang, { numeric: "auto" });
  if (seconds < 60) return format.format(-seconds, "second");
  if (seconds < 5400) return format.format(-Math.round(seconds / 60), "minute");
  return format.format(-Math.round(seconds / 3600), "hour");
}

function code(words, ui) {
  if (ui.me.access === "open") return null;
  return h(
    "section.renewal",
    { "data-key": "code", "aria-label": words("Code") },
    h("p.code", null, words("Code"), " ", h("b", null, ui.me.code)),
    ui.me.host && renewal(words, ui),
  );
}

/** Two taps, for the right of others is taken away. */
function renewal(words, ui) {
  if (!ui.renewing) {
    return h(
      "button.second",
      { "data-key": "renew", onclick: () => ui.set({ renewing: true }) },
      words("Renew the code"),
    );
  }
  return h(
    "div.renewing",
    { "data-key": "renewing" },
    h("p", null, words("Every phone but this one must join again, with the new code.")),
    h(
      "div.bar",
      null,
      h("button.second", { onclick: () => ui.set({ renewing: false }) }, words("Leave it")),
      h("button.prime", { onclick: () => ui.renewCode() }, words("Renew it")),
    ),
  );
}

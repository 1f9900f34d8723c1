// Who is at the table: inviting phones, joining, who is connected, whose phone this is, and the host.

import { h } from "../../core/dom.js";
import { capitalised } from "../../core/i18n.js";
import { displayName, plainAddress } from "../../game/teams.js";
import { chip, field, pillChoice, sheet, sheetTitle, textField } from "../controls.js";
import { asPrinted, keepScoreKeys } from "../invitation.js";

/** The sheet of `/join` and the menu: scorers invite, others enter the code. */
export const joinView = (state, t, ui, act) => h("main.scroll.join",
  ui.me.scorer ? [invitation(t, ui, act), deviceList(t, ui)] : codeForm(t, ui, act),
);

/** The QR code grants either scoring, after one tap, or watching, as the scorer selects. */
function invitation(t, ui, act) {
  const { code, local_url: local, url, wifi } = ui.me;
  if (!url) {
    return [
      sheetTitle(t("No network yet")),
      h("p", t("Phones can join as soon as this table is on a network.")),
    ];
  }
  return [
    sheetTitle(t("Join this table")),
    wifi && h("section.wifi", { "data-key": "wifi" },
      h("p", t("First, join the table’s own Wi-Fi.")),
      h("img.qr", { src: "/wifi.svg", alt: t("QR code of the Wi-Fi") }),
      h("p.address", wifi.ssid),
      h("p.code", t("Wi-Fi password"), " ", h("b", wifi.password)),
      h("p", t("Then open the table.")),
    ),
    h("p", t("Scan with your phone’s camera, or type the address.")),
    h("img.qr", {
      "data-key": ui.invites,
      src: ui.invites === "watch" ? "/watch.svg" : `/join.svg?${code}`,
      alt: t("QR code of the address"),
    }),
    h("p.address", plainAddress(url)),
    local && h("p.address.other", t("or {address}", { address: plainAddress(local) })),
    code && ui.invites === "score" && h("p.code", t("Code"), " ", h("b", code)),
    code && pillChoice("invites",
      t("This code lets you"),
      [{ value: "score", title: t("Keep score") }, { value: "watch", title: t("Watch only") }],
      ui.invites,
      (invites) => act.set({ invites }),
    ),
    // Asks for confirmation, since it revokes rights of others.
    code && ui.me.host && (!ui.renewing
      ? h("button.second", { "data-key": "renew", onclick: () => act.set({ renewing: true }) }, t("Renew the code"))
      : h("div.renewing", { "data-key": "renewing" },
        h("p", t("Every other phone must join again with the new code.")),
        h("div.two",
          h("button.second", { onclick: () => act.set({ renewing: false }) }, t("Keep it")),
          h("button.prime.ends", { onclick: () => act.renewCode() }, t("Renew it")),
        ),
      )),
  ];
}

function deviceList(t, ui) {
  if (!ui.devices) return h("p", { "data-key": "list" }, t("One moment…"));
  const { devices, more, guesses, backup } = ui.devices;
  const format = new Intl.RelativeTimeFormat(t.lang, { numeric: "auto" });
  const ago = (seconds) => (seconds < 60 ? format.format(-seconds, "second")
    : seconds < 5400 ? format.format(-Math.round(seconds / 60), "minute")
      : format.format(-Math.round(seconds / 3600), "hour"));
  return h("section", { "data-key": "here" },
    h("h3", t("Who is here")),
    h("ul.devices",
      devices.map(({ name, role, here, seconds, you }, place) =>
        h("li", { "data-key": `device-${place}`, class: here ? "here" : null },
          h("b", name ? capitalised(name) : t("A phone that watches"), you && [" (", t("this phone"), ")"]),
          h("small", { host: t("Host"), scorer: t("Keeps score"), watcher: t("Watches") }[role]),
          h("small", here ? t("online") : ago(seconds)),
        )),
      more > 0 && h("li", t("and {n} others", { n: more })),
      guesses > 0 && h("li", { role: "status" }, t("Wrong codes and PINs in the last hour: {n}", { n: guesses })),
      backup && h("li", { role: "status" }, backup),
    ),
  );
}

function codeForm(t, ui, act) {
  const send = () => act.join(asPrinted(ui.code));
  const code = textField(ui.code, (typed) => act.set({ code: typed, wrongCode: null }), {
    autocapitalize: "characters", maxlength: 12, autofocus: true, enterkeyhint: "go",
    "aria-invalid": ui.wrongCode ? "true" : null,
    onkeydown: (event) => event.key === "Enter" && send(),
  });
  return [
    sheetTitle(t("Keep score")),
    h("p", t("Anyone can watch. To keep score, ask a scorer for the code: it’s in their menu.")),
    field(t("Code"), code),
    ui.wrongCode && h("p.wrong", { role: "alert" }, ui.wrongCode),
    h("button.prime.wide", { disabled: !ui.code.trim(), onclick: send }, t("Keep score")),
    h("details", { "data-key": "first" },
      h("summary", t("Does no one have the code yet?")),
      h("p", ui.me.sudo
        ? t("Run sudo cribble join on the machine to see the code.")
        : t("Run cribble join on the machine to see the code.")),
    ),
  ];
}

/** Asked once, when a phone has joined. */
export const whoView = (state, t, ui, act) => sheet("main.scroll.join.who", t("Keep score as …"),
  h("p.about", t("Everyone sees who entered what, and right counts earn badges.")),
  keepScoreKeys(state, t, (player) => (player ? act.nameDevice({ player, name: null }) : act.set({ sheet: null }))),
);

/** Whose phone this is, in the settings: a player by name, in any seat, or a name for the phone. */
export const ownerFields = (state, t, ui, act) => [
  state.players.length > 0 && h("div.chips", { role: "group", "aria-label": t("This phone is …") },
    h("span", t("This phone is …")),
    state.players.map((name) =>
      chip(displayName(t, name), ui.me.player === name && !ui.me.name,
        (on) => act.nameDevice({ player: on ? name : null, name: null }))),
  ),
  field(t("This phone’s name"),
    textField(ui.deviceName ?? ui.me.name ?? "", (deviceName) => act.set({ deviceName }), {
      maxlength: 24,
      onchange: () => act.nameDevice({ name: ui.deviceName?.trim() || null }),
    }),
  ),
];

export function hostForm(t, ui, act) {
  return h("fieldset", { "data-key": "host" },
    h("p.about", t("The host sets brightness, colours and night for everyone, and renews the code.")),
    field(t("The host’s PIN"),
      textField(ui.pin, (pin) => act.set({ pin }), {
        inputmode: "numeric", maxlength: 8,
        onkeydown: (event) => event.key === "Enter" && act.becomeHost(),
      }),
      t("It’s below the address, where Cribble was started."),
    ),
    h("button.prime", { disabled: !/^[0-9]{4,8}$/.test(ui.pin.trim()), onclick: () => act.becomeHost() },
      t("Become the host"),
    ),
  );
}

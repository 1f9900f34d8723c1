// Joining the table: scorers show the QR code and join code, others enter it.

import { h } from "../../core/dom.js";
import { plainAddress } from "../../game/labels.js";
import { unbroken } from "../../game/teams.js";
import { field, pillChoice, sheetTitle, textField } from "../controls.js";

/** The sheet of `/join` and the menu: scorers show the code, others enter it. */
export const joinView = (state, t, ui, act) =>
  h("main.join", ui.me.scorer ? invitationView(t, ui, act) : codeForm(t, ui, act));

/** The QR code grants either scoring, after one tap, or watching, as the scorer selects. */
function invitationView(t, ui, act) {
  const { code, local_url: local, url, wifi } = ui.me;
  const watching = ui.invites === "watch";
  if (!url) return noNetwork(t);
  return [
    sheetTitle(t("Join this table")),
    wifi && wifiSteps(t, wifi),
    h("p", t("Scan with your phone’s camera, or type the address.")),
    h("img.qr", {
      "data-key": ui.invites,
      src: watching ? "/watch.svg" : `/join.svg?${code}`,
      alt: t("QR code of the address"),
    }),
    h("p.address", plainAddress(url)),
    local && h("p.address.other", t("or {address}", { address: plainAddress(local) })),
    code && !watching && h("p.code", t("Code"), " ", h("b", code)),
    code && pillChoice("invites",
      t("This code lets you"),
      [{ value: "score", title: t("Keep score") }, { value: "watch", title: t("Watch only") }],
      ui.invites,
      (invites) => act.set({ invites }),
    ),
  ];
}

/** If the table has its own Wi-Fi, phones join that first. */
const wifiSteps = (t, { ssid, password }) => h("section.wifi", { "data-key": "wifi" },
  h("p", t("First, join the table’s own Wi-Fi.")),
  h("img.qr", { src: "/wifi.svg", alt: t("QR code of the Wi-Fi") }),
  h("p.address", ssid),
  h("p.code", t("Wi-Fi password"), " ", h("b", password)),
  h("p", t("Then open the table.")),
);

const noNetwork = (t) => [
  sheetTitle(t("No network yet")),
  h("p", t("Phones can join as soon as this table is on a network.")),
];

function codeForm(t, ui, act) {
  const send = () => act.join(asPrinted(ui.code));
  return [
    sheetTitle(t("Keep score")),
    h("p", t("Anyone can watch. To keep score, ask a scorer for the code: it’s in their menu.")),
    field(t("Code"),
      textField(ui.code, (code) => act.set({ code }), {
        autocapitalize: "characters", maxlength: 12, autofocus: true, enterkeyhint: "go",
        onkeydown: (event) => event.key === "Enter" && send(),
      }),
    ),
    h("button.prime.wide", { disabled: !ui.code.trim(), onclick: send }, t("Keep score")),
    h("button.second.wide", { onclick: () => act.open(null) }, t("Watch only")),
    h("details", { "data-key": "first" },
      h("summary", t("Does nobody have the code yet?")),
      h("p", ui.me.sudo
        ? t("Run sudo cribble join on the machine to see the code.")
        : t("Run cribble join on the machine to see the code.")),
    ),
  ];
}

/** The code in its printed format, however typed: 7qk493 is 7QK4-93. */
export function asPrinted(typed) {
  const letters = typed.toUpperCase().replace(/[^0-9A-Z]/g, "");
  return letters.length > 4 ? `${letters.slice(0, 4)}-${letters.slice(4)}` : letters;
}

/** The page of a scanned code: it requires a tap, so that link previews do not join. */
export const invitedView = (code, t, act) => h("main.join",
  sheetTitle(t("Join this table")),
  h("p", unbroken(t("Anyone can watch. With the code {code}, you can keep score.", { code }))),
  h("button.prime.wide", { onclick: () => act.join(code) }, t("Keep score")),
  h("button.second.wide", { onclick: () => act.watchOnly() }, t("Watch only")),
);

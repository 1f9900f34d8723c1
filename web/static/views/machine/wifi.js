// Wi-Fi settings for the host: the table's own network, and the one to join.

import { h } from "../../core/dom.js";
import { field, select, sheetTitle, textField } from "../controls.js";

const OTHER = "";

export const wifiView = (state, t, ui, act) => h("main.scroll.form.machine",
  sheetTitle(t("Wi-Fi")),
  ui.machine.wifi ? [ownWifi(t, ui.machine.wifi), joining(t, ui.machine, act)] : h("p", t("One moment…")),
);

const ownWifi = (t, { on, ssid, password }) => h("section", { "data-key": "own" },
  h("p", on
    ? t("No network here, so the table has its own Wi-Fi. You can play like this.")
    : t("After a minute without a network, the table opens its own Wi-Fi.")),
  on && h("img.qr", { src: "/wifi.svg", alt: t("QR code of the Wi-Fi") }),
  h("p", t("Wi-Fi name"), " ", h("b", ssid)),
  h("p.code", t("Wi-Fi password"), " ", h("b", password)),
);

function joining(t, { wifi, wanted }, act) {
  const { ssid, other, password } = wanted;
  const known = wifi.networks.some((one) => one.ssid === ssid);
  const name = known ? ssid : other;
  const change = (changes) => act.setMachine({ wanted: { ...wanted, ...changes } });
  const choices = [
    ...wifi.networks.map((one) => [one.ssid, one.ssid]),
    [OTHER, t("another one")],
  ];
  return h("fieldset", { "data-key": "join" },
    h("legend", t("Join another Wi-Fi")),
    wifi.refused && h("p", { role: "status", "data-key": "refused" }, wifi.refused),
    wifi.networks.length > 0 &&
      field(t("Network"), select(choices, known ? ssid : OTHER, (one) => change({ ssid: one }))),
    !known && field(t("Its name"),
      textField(other, (one) => change({ other: one }), { maxlength: 32, autocapitalize: "none" }),
    ),
    field(t("Its password"),
      textField(password, (one) => change({ password: one }),
        { maxlength: 63, autocapitalize: "none", spellcheck: "false" }),
    ),
    h("p", t("The table moves to that Wi-Fi. Join it with your phone too, and open the table there.")),
    h("button.prime.wide", { "data-key": "go", disabled: !name, onclick: () => act.joinWifi(name, password) },
      t("Join"),
    ),
  );
}

// The machine, for its host: backups, and the Wi-Fi that the table is on.

import { ask, get, health, post } from "../core/api.js";
import { h } from "../core/dom.js";
import { field, select, sheet, textField } from "./controls.js";

/** Bytes per chunk: 15,000 characters of base64, since a request body may have 16 kB. */
const PIECE = 11250;
/** Milliseconds between polls of a restarting table, and timeout of each. */
const POLL = 1000;
const POLL_TIMEOUT = 2500;

/** The views and actions of the machine; the store holds `machine`. */
export function install(store, act) {
  const { set, ui } = store;
  set({
    machine: {
      copies: null, failed: null, sending: null, offer: null,
      wifi: null, wanted: { ssid: "", other: "", password: "" },
    },
  });
  const setMachine = (changes) => set({ machine: { ...ui.machine, ...changes } });

  const needed = {
    backup: async () => {
      const body = act.bodyOf(await get("backups", store.t.lang));
      if (body) setMachine({ copies: body.copies, failed: body.failed });
    },
    wifi: async () => {
      const body = act.bodyOf(await get("wifi", store.t.lang));
      const ssid = body?.networks[0]?.ssid ?? "";
      if (body) setMachine({ wifi: body, wanted: { ...ui.machine.wanted, ssid } });
    },
  };

  /** Uploads *file* in chunks and asks for its contents; nothing changes yet. */
  async function sendBackup(file) {
    setMachine({ sending: 0, offer: null });
    let isSent = true;
    for (let offset = 0; isSent && (offset === 0 || offset < file.size); offset += PIECE) {
      const bytes = new Uint8Array(await file.slice(offset, offset + PIECE).arrayBuffer());
      const data = btoa(String.fromCharCode(...bytes));
      isSent = act.bodyOf(await ask("PUT", "backup/upload", { offset, data }, store.t.lang)) !== null;
      setMachine({ sending: Math.floor((100 * Math.min(offset + PIECE, file.size)) / (file.size || 1)) });
    }
    const offer = isSent ? act.bodyOf(await post("backup/offer", {}, store.t.lang)) : null;
    setMachine({ sending: null, offer });
  }

  /** Reports the result after the restart: a restored journal has another id than *before*. */
  async function sayWhenBack(before, since) {
    await new Promise((resolve) => setTimeout(resolve, POLL));
    const { journal, uptime } = await health(POLL_TIMEOUT) ?? {};
    if (!journal || (journal.id === before && uptime * 1000 >= performance.now() - since)) {
      return sayWhenBack(before, since);
    }
    if (journal.id === before) return needed.backup();
    return act.notify(store.t("The backup was restored, with {n} entry.|The backup was restored, with {n} entries.", { n: journal.lines }));
  }

  return {
    views: { backup: backupView, wifi: wifiView },
    openMachine: async (sheet) => {
      set({ sheet, notice: null });
      await needed[sheet]();
    },
    actions: {
      setMachine,
      sendBackup,
      bringBack: async (sha256) => {
        if (!act.bodyOf(await post("backup/restore", { sha256 }, store.t.lang), 202)) return;
        setMachine({ offer: null });
        sayWhenBack(store.state.journal, performance.now());
        act.notify(store.t("Restoring the backup: the table is restarting."));
      },
      joinWifi: async (ssid, password) => {
        const wifi = act.bodyOf(await post("wifi", { ssid, password }, store.t.lang), 202);
        if (!wifi) return;
        setMachine({ wifi });
        act.notify(store.t("The table moves to {name}. Join it with your phone, too.", { name: ssid }));
      },
    },
  };
}

const backupView = (state, t, { machine }, act) => sheet("main.scroll.form.machine", t("Backup"),
  h("p", t("The games alone hold no secret.")),
  h("a.prime.wide.save", { href: "/api/v1/export", download: true }, t("Save the games only")),
  h("p", t("A backup has everything, the code, PIN and passwords too. Keep it to yourself.")),
  h("a.second.wide.save", { href: "/api/v1/backup", download: true }, t("Save a backup")),
  nightly(t, machine.copies),
  bringBack(t, machine, act),
);

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

function bringBack(t, { sending, offer, failed }, act) {
  return h("fieldset", { "data-key": "back" },
    h("legend", t("Restore a backup")),
    failed && h("p", { role: "status", "data-key": "failed" },
      t("The backup could not be restored, and nothing has changed:"), " ", failed),
    offer ? offered(t, offer, act) : h("label.second.wide.file",
      { "data-key": "choose", "aria-disabled": sending !== null ? "true" : null },
      sending === null ? t("Choose a backup") : t("Sending: {n} %", { n: sending }),
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
    h("button.second", { onclick: () => act.setMachine({ offer: null }) }, t("Leave it as it is")),
    h("button.prime.ends", { onclick: () => act.bringBack(offer.sha256) }, t("Restore it")),
  ),
);

const dayText = (t, day) => momentText(t, `${day}T12:00:00`);

const momentText = (t, moment) =>
  new Intl.DateTimeFormat(t.lang, { dateStyle: "long" }).format(new Date(moment));

const wifiView = (state, t, { machine }, act) => sheet("main.scroll.form.machine", t("Wi-Fi"),
  !machine.wifi ? h("p", t("One moment…")) : [
    h("section", { "data-key": "own" },
      h("p", machine.wifi.on
        ? t("No network here, so the table has its own Wi-Fi. You can play like this.")
        : t("After a minute without a network, the table opens its own Wi-Fi.")),
      machine.wifi.on && h("img.qr", { src: "/wifi.svg", alt: t("QR code of the Wi-Fi") }),
      h("p", t("Wi-Fi name"), " ", h("b", machine.wifi.ssid)),
      h("p.code", t("Wi-Fi password"), " ", h("b", machine.wifi.password)),
    ),
    joining(t, machine, act),
  ],
);

/** A form that joins another Wi-Fi, by `setMachine` and `joinWifi`. */
export function joining(t, { wifi, wanted }, act) {
  const { ssid, other, password } = wanted;
  const known = wifi.networks.some((one) => one.ssid === ssid);
  const name = known ? ssid : other;
  const change = (changes) => act.setMachine({ wanted: { ...wanted, ...changes } });
  const choices = [...wifi.networks.map((one) => [one.ssid, one.ssid]), ["", t("another one")]];
  return h("fieldset", { "data-key": "join" },
    h("legend", t("Join another Wi-Fi")),
    wifi.refused && h("p", { role: "status", "data-key": "refused" }, wifi.refused),
    wifi.networks.length > 0 &&
      field(t("Network"), select(choices, known ? ssid : "", (one) => change({ ssid: one }))),
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

// The host's view of the machine: backups and Wi-Fi.

import { ask, get, post } from "../../core/api.js";
import { h } from "../../core/dom.js";
import { backupView } from "./backup.js";
import { wifiView } from "./wifi.js";

const VIEWS = { backup: backupView, wifi: wifiView };

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
  const refuse = (body) => act.notify(body?.refused ?? store.t("No answer from the table."));

  const needed = {
    backup: async () => {
      const { status, body } = await get("backups", store.t.lang);
      if (status === 200) setMachine({ copies: body.copies, failed: body.failed });
      else refuse(body);
    },
    wifi: async () => {
      const { status, body } = await get("wifi", store.t.lang);
      if (status === 200) setMachine({ wifi: body, wanted: { ...ui.machine.wanted, ssid: body.networks[0]?.ssid ?? "" } });
      else refuse(body);
    },
  };

  /** Uploads *file* in chunks and asks for its contents; nothing changes yet. */
  async function sendBackup(file) {
    setMachine({ sending: 0, offer: null });
    const offer = (await sendPieces(file)) && (await offered());
    setMachine({ sending: null, offer: offer || null });
  }

  async function sendPieces(file) {
    for (let offset = 0; offset === 0 || offset < file.size; offset += PIECE) {
      const bytes = new Uint8Array(await file.slice(offset, offset + PIECE).arrayBuffer());
      const data = btoa(String.fromCharCode(...bytes));
      const { status, body } = await ask("PUT", "backup/upload", { offset, data }, store.t.lang);
      if (status !== 200) {
        refuse(body);
        return false;
      }
      const sending = Math.floor((100 * Math.min(offset + PIECE, file.size)) / (file.size || 1));
      if (sending !== ui.machine.sending) setMachine({ sending });
    }
    return true;
  }

  async function offered() {
    const { status, body } = await post("backup/offer", {}, store.t.lang);
    if (status === 200) return body;
    refuse(body);
    return null;
  }

  /** Reports the result after the restart: a restored journal has another id than *before*; otherwise the
   * table gives the reason. */
  async function sayWhenBack(before, since) {
    await new Promise((resolve) => setTimeout(resolve, POLL));
    const { journal, uptime } = await health();
    if (!journal || (journal.id === before && uptime * 1000 >= performance.now() - since)) {
      return sayWhenBack(before, since);
    }
    if (journal.id === before) return needed.backup();
    return act.notify(store.t("The backup was restored, with {n} entry.|The backup was restored, with {n} entries.", { n: journal.lines }));
  }

  return {
    views: VIEWS,
    openMachine: async (sheet) => {
      store.set({ sheet, notice: null });
      await needed[sheet]();
    },
    actions: {
      setMachine,
      sendBackup,
      save: (path) => h("a", { href: path, download: "" }).click(),
      dropBackup: () => setMachine({ offer: null }),
      bringBack: async (sha256) => {
        const { status, body } = await post("backup/restore", { sha256 }, store.t.lang);
        if (status !== 202) return refuse(body);
        setMachine({ offer: null });
        sayWhenBack(store.state.journal, performance.now());
        return act.notify(store.t("Restoring the backup: the table is restarting."));
      },
      joinWifi: async (ssid, password) => {
        const { status, body } = await post("wifi", { ssid, password }, store.t.lang);
        if (status !== 202) return refuse(body);
        setMachine({ wifi: body });
        return act.notify(store.t("The table moves to {name}. Join it with your phone, too.", { name: ssid }));
      },
    },
  };
}

/** The table's health; null while unreachable. */
async function health() {
  try {
    const answer = await fetch("/healthz", { signal: AbortSignal.timeout?.(POLL_TIMEOUT) });
    return await answer.json();
  } catch {
    return {};
  }
}

// Joining the table: the QR and the code for those who keep score, a box for those who want to.

import { h } from "../../core/dom.js";
import { field, textField } from "../controls.js";
import { pills } from "../picks.js";
import { sheetTitle } from "../sheet.js";

/** What `/join` and the menu show: scorers hand the code on, others type it. */
export function joinView(state, words, ui) {
  return h("main.join", null, ui.me.scorer ? inviting(words, ui) : typing(words, ui));
}

/** Whoever scans it keeps score after one tap, or only watches: as the scorer chooses. */
function inviting(words, ui) {
  const { code, local_url: local, url } = ui.me;
  const watching = ui.invites === "watch";
  return [
    sheetTitle(words("Join this table")),
    h("p", null, words("Scan with your phone's camera, or type the address.")),
    h("img.qr", {
      "data-key": ui.invites,
      src: watching ? "/watch.svg" : `/join.svg?${code}`,
      alt: words("QR code of the address"),
    }),
    h("p.address", null, plain(url)),
    local && h("p.address.other", null, words("or {address}", { address: plain(local) })),
    code && !watching && h("p.code", null, words("Code"), " ", h("b", null, code)),
    code &&
      pills(
        "invites",
        words("Whoever scans it may"),
        [
          { value: "score", title: words("Keep score") },
          { value: "watch", title: words("Watch only") },
        ],
        ui.invites,
        (invites) => ui.set({ invites }),
      ),
  ];
}

const plain = (url) => url?.replace(/^https?:\/\//, "").replace(/\/$/, "");

function typing(words, ui) {
  const send = () => ui.join(asPrinted(ui.code));
  return [
    sheetTitle(words("Keep score")),
    h(
      "p",
      null,
      words("Everybody may watch. To keep score, type the code that a scorer's phone shows."),
    ),
    field(
      words("Code"),
      textField(ui.code, (code) => ui.set({ code }), {
        autocapitalize: "characters",
        maxlength: 12,
        onkeydown: (event) => event.key === "Enter" && send(),
      }),
    ),
    h("button.prime.wide", { disabled: !ui.code.trim(), onclick: send }, words("Keep score")),
    h("button.second.wide", { onclick: () => ui.open(null) }, words("Watch only")),
  ];
}

/** The code as it is printed, however it was typed: 7qk493 is 7QK4-93. */
function asPrinted(typed) {
  const letters = typed.toUpperCase().replace(/[^0-9A-Z]/g, "");
  return letters.length > 4 ? `${letters.slice(0, 4)}-${letters.slice(4)}` : letters;
}

/** What a scanned code leads to: one tap, so that no preview of the link ever joins. */
export function invitedView(code, words, ui) {
  return h(
    "main.join",
    null,
    sheetTitle(words("Join this table")),
    h("p", null, words("Everybody may watch. Whoever has the code {code} may keep score.", { code })),
    h("button.prime.wide", { onclick: () => ui.join(code) }, words("Keep score")),
    h("button.second.wide", { onclick: () => ui.leaveInvitation() }, words("Watch only")),
  );
}

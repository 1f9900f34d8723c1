// Joining the table: the QR and the code for those who keep score, a box for those who want to.

import { h } from "../h.js";
import { field, textField } from "./fields.js";
import { sheetTitle } from "./sheet.js";

/** What `/join` and the menu show: scorers hand the code on, others type it. */
export function joinView(state, words, ui) {
  return h("main.join", null, ui.me.scorer ? inviting(words, ui) : typing(words, ui));
}

function inviting(words, ui) {
  const { code, local_url: local, url, access } = ui.me;
  return [
    sheetTitle(words("Join this table")),
    h("p", null, words("Scan with your phone's camera, or type the address.")),
    h("img.qr", { src: "/join.svg", alt: words("QR code of the address") }),
    h("p.address", null, plain(url)),
    local && h("p.address.other", null, plain(local)),
    access === "code" && h("p.code", null, words("Code"), " ", h("b", null, code)),
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
    h("button.prime.wide", { onclick: () => ui.join(code) }, words("Keep score")),
    h("button.second.wide", { onclick: () => ui.leaveInvitation() }, words("Watch only")),
  );
}

// The sixteen keys, what each means now, and above them what the table shows.

import { h } from "../core/dom.js";
import { linkName } from "./linkname.js";
import { board } from "../board/view_board.js";
import { languageKey } from "./header.js";
import { legends, nameOf } from "./legends.js";
import { said } from "./said.js";
import { scores } from "./scores.js";

/** As they lie on the keypad, row by row. */
const SIXTEEN = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "GO", "UNDO", "OK"];

export function keysView(state, words, ui) {
  return h(
    "div.app.keypad",
    { "data-version": state?.version },
    top(state, words, ui),
    (state?.rules || ui.lit) && standing(state, words, ui),
    h(
      "main",
      null,
      state ? said(state, words, ui) : h("p.prompt", null, words("Looking for the table…")),
      state && (ui.me.scorer ? pad(state, words, ui) : h("p", null, words("You are watching"))),
    ),
    foot(words, ui),
  );
}

const top = (state, words, ui) =>
  h(
    "header",
    null,
    h(
      "div.title",
      null,
      h("h1", null, words("Keypad")),
      state?.rules && h("p", null, state.rules.title),
    ),
    h("p.link", { class: `link ${ui.link}`, role: "status" }, linkName(words, ui.link)),
    languageKey(words, ui.speak),
  );

/** The scores, and the lights; without a strip the board. */
const standing = (state, words, ui) =>
  h(
    "section.stand",
    { "aria-label": words("Scores") },
    state?.rules && scores(state, words, { ...ui, me: { scorer: false } }),
    ui.lit ? lights(words) : board(state, words, ui),
  );

const lights = (words) =>
  h("div.lit", {
    "data-own": true,
    "data-key": "lit",
    role: "img",
    "aria-label": words("What the strip shows"),
  });

function pad(state, words, ui) {
  const printed = legends(state, words, ui.rows ?? []);
  const held = ["more", "sure", "game"].includes(state.asides.typed?.what);
  return h(
    "div.keys",
    { class: held ? "keys held" : "keys", role: "group", "aria-label": words("Keypad") },
    SIXTEEN.map((key) =>
      h(
        "button.key",
        {
          class: `key ${KINDS[key] ?? ""}${ui.refused === key ? " no" : ""}`.trim(),
          "data-key": `key-${key}`,
          "data-press": key,
        },
        h("b", null, nameOf(key, words)),
        printed[key] && [" ", h("small", null, printed[key])],
      ),
    ),
  );
}

const KINDS = { GO: "go", UNDO: "undo", OK: "ok" };

/** OK held without holding anything, for those who cannot; whoever watches may join. */
const foot = (words, ui) =>
  h(
    "footer.pair",
    null,
    ui.me.scorer
      ? h("button.second", { "data-press": "HELD", "aria-keyshortcuts": "H" }, words("Hold OK"))
      : h("a.second", { href: "/join" }, words("Keep score")),
    h("a.second", { href: "/" }, words("Back to the table")),
  );

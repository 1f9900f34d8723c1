// The page of a scanned code; and the answers of a phone that joins.

import { h } from "../core/dom.js";
import { displayName, unbroken } from "../game/teams.js";
import { sheet } from "./controls.js";

/** The code in its printed format, however typed: 7qk493 is 7QK4-93. */
export function asPrinted(typed) {
  const letters = typed.toUpperCase().replace(/[^0-9A-Z]/g, "");
  return letters.length > 4 ? `${letters.slice(0, 4)}-${letters.slice(4)}` : letters;
}

/** It requires a tap, so that link previews do not join. */
export function invitedView(code, state, t, { me }, act) {
  const join = (player = null) => act.join(code, player);
  const isNamed = me.name || me.player;
  return sheet("main.scroll.join", t("Join this table"),
    h("p", unbroken(t("Anyone can watch. With the code {code}, you can keep score.", { code }))),
    !isNamed && state?.players.length
      ? [h("h3", t("Keep score as …")), keepScoreKeys(state, t, join)]
      : h("button.prime.wide", { "data-key": "keep-score", onclick: () => join() }, t("Keep score")),
    h("button.second.wide", { onclick: () => act.watchOnly() }, t("Watch only")),
  );
}

/** The players, and none of them: choose(name), or null. */
export const keepScoreKeys = (state, t, choose) => [
  h("div.two", state.players.map((name, seat) =>
    h("button.prime", { "data-key": `as-${seat}`, onclick: () => choose(name) }, displayName(t, name)))),
  h("button.second.wide", { "data-key": "keep-score", onclick: () => choose(null) }, t("Just keep score")),
];

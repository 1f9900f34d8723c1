// The line on top: what is played, whether this phone follows live, the language, the menu.

import { h } from "../core/dom.js";
import { stateChip } from "./status.js";
import { typedNow } from "./typed.js";

export function header(state, words, ui) {
  const typed = typedNow(state, words);
  return h(
    "header",
    null,
    h(
      "div.title",
      null,
      h("h1", { class: typed ? "unseen" : "fit" }, state?.rules ? state.rules.title : words("Cribbage")),
      // It has the place of the title, so that nothing moves under a finger.
      typed ? h("p.half", null, typed) : state?.deal && h("p", null, where(state, words)),
    ),
    stateChip(state, words, ui),
    languageKey(words, ui.speak),
    h(
      "button.plain",
      {
        "aria-label": words("Menu"),
        "aria-expanded": ui.sheet === "menu",
        onclick: () => ui.open(ui.sheet === "menu" ? null : "menu"),
      },
      menuIcon(),
    ),
  );
}

/** Tapped, it has the page speak the other language. */
export function languageKey(words, speak) {
  const other = words.lang === "fr" ? "en" : "fr";
  const name = { en: "English", fr: "Français" }[other];
  return h(
    "button.plain",
    { lang: other, "aria-label": name, onclick: () => speak(other) },
    other.toUpperCase(),
  );
}

function where(state, words) {
  const deal = words("Deal {n}", { n: state.deal });
  return state.game > 1 ? `${words("Game {n}", { n: state.game })} · ${deal}` : deal;
}

const menuIcon = () =>
  h(
    "svg.icon",
    { viewBox: "0 0 24 24", "aria-hidden": "true" },
    h("path", { d: "M4 7h16M4 12h16M4 17h16" }),
  );

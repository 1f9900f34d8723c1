// The menu: everything that is not the next card.

import { h } from "../../core/dom.js";
import { keypadsTold } from "../status.js";
import { lightsTold } from "../lights.js";
import { habitsNow } from "../setup/habits.js";
import { sheetTitle } from "../sheet.js";

const GAME_ON = ["draw", "cut", "play", "show"];
const DEALT = ["cut", "play", "show"];

export function menuView(state, words, ui) {
  const scorer = ui.me.scorer;
  return h(
    "main.scroll.menu",
    null,
    sheetTitle(words("Menu")),
    lightsTold(state, words),
    keypadsTold(state, words),
    scorer && taking(state, words, ui),
    sheets(state, words, ui),
    scorer && leaving(state, words, ui),
    scorer && GAME_ON.includes(state.phase) && habitsNow(state, words, ui),
  );
}

const item = (text, onclick, detail = null) =>
  h("button.item", { "data-key": text, onclick }, text, detail && h("small", null, detail));

function taking(state, words, ui) {
  return [
    state.undo && item(words("Undo"), () => ui.actAndClose({ do: "undo" }), state.undo.say),
    state.redo && item(words("Redo"), () => ui.actAndClose({ do: "redo" }), state.redo.say),
  ];
}

function sheets(state, words, ui) {
  const scorer = ui.me.scorer;
  const playing = GAME_ON.includes(state.phase);
  return [
    scorer && playing && item(words("Points by hand"), () => ui.openPoints(ui.points.team)),
    state.rules &&
      item(
        words("History of the deal"),
        () => ui.open("history"),
        scorer && words("any entry can be put right"),
      ),
    state.rules && item(words("The rules of this game"), () => ui.look("rules")),
    item(words("Past games"), () => ui.look("games")),
    item(words("Quiz"), () => ui.look("quiz"), words("what is this hand worth?")),
    scorer && state.rules && item(words("Names"), () => ui.open("names")),
    item(words("Settings"), () => ui.open("settings")),
    item(words("Who is connected"), () => ui.openDevices()),
    item(scorer ? words("Let others join") : words("Keep score"), () => ui.open("join")),
    item(words("What the strip shows"), () => location.assign("/strip")),
    scorer && item(words("Keypad"), () => location.assign("/keys"), words("sixteen keys that play a whole game")),
  ];
}

/** Ways out of what is going on. Each can be undone, so none asks twice. */
function leaving(state, words, ui) {
  const { phase } = state;
  const fresh = phase === "cut" || (phase === "play" && state.laid.length === 0);
  const act = (action) => () => ui.actAndClose(action);
  return [
    phase === "play" &&
      item(words("Skip to the hands"), act({ do: "show" }), words("the play was pegged by hand")),
    fresh && item(words("Misdeal"), act({ do: "misdeal" }), words("the same dealer deals again")),
    DEALT.includes(phase) &&
      item(words("Leave this deal"), act({ do: "deal" }), words("the next dealer deals")),
    GAME_ON.includes(phase) &&
      item(words("Leave this game"), act({ do: "abandon" }), words("nobody wins it")),
  ];
}

// The menu: everything that is not the next card. And other names for the players.

import { h } from "../../core/dom.js";
import { displayName, pegMark, playersOf } from "../../game/teams.js";
import { field, sheetTitle, textField } from "../controls.js";
import { modeFieldsNow } from "../setup/game.js";
import { keypadFaults, lightsFault } from "../status.js";

const GAME_ON = ["draw", "cut", "play", "show"];
const DEALT = ["cut", "play", "show"];

export function menuView(state, t, ui, act) {
  const scorer = ui.me.scorer;
  return h("main.scroll.menu",
    sheetTitle(t("Menu")),
    lightsFault(state, t),
    keypadFaults(state, t),
    scorer && undoItems(state, t, act),
    sheetItems(state, t, ui, act),
    scorer && leaveItems(state, t, act),
    scorer && GAME_ON.includes(state.phase) && modeFieldsNow(state, t, ui, act),
  );
}

const item = (text, onclick, detail = null) =>
  h("button.item", { "data-key": text, onclick }, text, detail && h("small", detail));

const undoItems = (state, t, act) => [
  state.undo && item(t("Undo"), () => act.submitAndClose({ do: "undo" }), state.undo.say),
  state.redo && item(t("Redo"), () => act.submitAndClose({ do: "redo" }), state.redo.say),
];

function sheetItems(state, t, ui, act) {
  const scorer = ui.me.scorer;
  const playing = GAME_ON.includes(state.phase);
  return [
    scorer && playing && item(t("Add points"), () => act.openPoints(ui.points.team)),
    state.rules && item(t("History of the deal"),
      () => act.open("history"),
      scorer && t("edit any entry"),
    ),
    state.rules && item(t("The rules of this game"), () => act.open("rules")),
    item(t("Past games"), () => act.open("games")),
    item(t("Quiz"), () => act.open("quiz"), t("what’s this hand worth?")),
    scorer && state.rules && item(t("Names"), () => act.open("names")),
    item(t("Settings"), () => act.open("settings")),
    item(t("Who is connected"), () => act.openDevices()),
    item(scorer ? t("Let others join") : t("Keep score"), () => act.open("join")),
    item(t("The lights"), () => location.assign("/strip")),
    scorer &&
      item(t("Keypad"), () => location.assign("/keys"), t("sixteen keys for the whole game")),
  ];
}

/** Ways out of what is going on. Each can be undone, so none asks twice. */
function leaveItems(state, t, act) {
  const { phase } = state;
  const fresh = phase === "cut" || (phase === "play" && state.laid.length === 0);
  const leave = (action) => () => act.submitAndClose(action);
  return [
    phase === "show" && passItem(state, t, leave),
    phase === "play" &&
      item(t("Skip to the hands"), leave({ do: "show" }), t("the play was pegged by hand")),
    fresh && item(t("Misdeal"), leave({ do: "misdeal" }), t("the same player deals again")),
    ["cut", "play"].includes(phase) &&
      state.rules.misdeal > 0 &&
      item(t("Misdeal: only the penalty"),
        leave({ do: "misdeal", redeal: false }),
        t("{n} point for the others, and the deal goes on|{n} points for the others, and the deal goes on",
          { n: state.rules.misdeal }),
      ),
    DEALT.includes(phase) &&
      item(t("Skip this deal"), leave({ do: "deal" }), t("on to the next deal")),
    GAME_ON.includes(phase) &&
      item(t("Concede"), () => act.open("concede"), t("the other side wins")),
    GAME_ON.includes(phase) &&
      item(t("Call off this game"), leave({ do: "abandon" }), t("no winner")),
  ];
}

/** A dead hand, or one thrown in. */
function passItem(state, t, leave) {
  const { of, seat } = state.counting;
  return of === "crib"
    ? item(t("Pass the crib"), leave({ do: "crib", pass: true }), t("it counts for nothing"))
    : item(t("Pass {name}’s hand", { name: displayName(t, state.players[of]) }),
        leave({ do: "count", seat, pass: true }),
        t("it counts for nothing"),
      );
}

/** One's own team is tapped, and that is all: undo brings the game back. */
export const concedeView = (state, t, ui, act) => h("main.scroll",
  sheetTitle(t("Who concedes?")),
  h("p.about", t("The other side wins. Undo brings it back.")),
  GAME_ON.includes(state.phase) &&
    h("div.drawers", { role: "group", "aria-label": t("Team") },
      state.scores.map((_, team) =>
        h("button", {
            class: `drawer team-${team}`,
            "data-key": `concede-${team}`,
            onclick: () => act.submitAndClose({ do: "concede", team }),
          },
          pegMark(team),
          playersOf(state, team).map((name) => h("b", displayName(t, name))),
        ),
      ),
    ),
);

export const namesView = (state, t, ui, act) => h("main.scroll.form",
  sheetTitle(t("Names")),
  state.players.map((name, seat) => oneName(t, ui, act, name, seat)),
);

function oneName(t, ui, act, name, seat) {
  const typed = ui.names[seat] ?? name;
  const rename = async () => {
    if (await act.submit({ do: "rename", seat, name: typed.trim() })) {
      act.set({ names: { ...ui.names, [seat]: undefined } });
    }
  };
  return h("div.naming", { "data-key": `name-${seat}` },
    field(t("Player {n}", { n: seat + 1 }),
      textField(typed, (text) => act.set({ names: { ...ui.names, [seat]: text } })),
    ),
    h("button.second", { disabled: typed.trim() === name || !typed.trim(), onclick: rename },
      t("Rename"),
    ),
  );
}

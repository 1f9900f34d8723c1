// The menu: everything except entering cards.

import { h } from "../../core/dom.js";
import { playerName, teamOf } from "../../game/teams.js";
import { sheetTitle } from "../controls.js";
import { modeFieldsNow } from "./entry_mode.js";

const GAME_ON = ["draw", "cut", "play", "show"];
const DEALT = ["cut", "play", "show"];

export const menuView = (state, t, ui, act) => h("main.scroll.menu",
  sheetTitle(t("Menu")),
  group("deal", t("This deal"), dealItems(state, t, ui, act)),
  group("table", t("The table"), tableItems(state, t, ui, act)),
  ui.me.scorer && GAME_ON.includes(state.phase) && modeFieldsNow(state, t, act),
  group("phone", t("This phone"), phoneItems(t, ui, act)),
  ui.me.scorer && group("ends", t("End this deal or the game"), endItems(state, t, act)),
);

const group = (key, title, items) =>
  items.some(Boolean) && h("section", { "data-key": key }, h("h3", title), h("div.items", items));

const item = (text, onclick, detail = null, look = "button.item") =>
  h(look, { "data-key": text, onclick }, text, detail && h("small", detail));

/** The entry to be undone or redone, in full. */
const lastEntry = (text, what, act, say) =>
  item(text, () => act.submitAndClose({ do: what }), say, "button.item.full-row");

function dealItems(state, t, ui, act) {
  const scorer = ui.me.scorer;
  const { undo, redo, phase, rules } = state;
  return [
    scorer && undo && lastEntry(t("Undo"), "undo", act, undo.say),
    scorer && redo && lastEntry(t("Redo"), "redo", act, redo.say),
    rules && item(t("History of the deal"), () => act.open("history"), scorer && t("edit any entry")),
    scorer && GAME_ON.includes(phase) && state.asks !== "points" &&
      item(t("Add points"), () => act.openPoints(ownTeam(state, ui))),
  ];
}

/** The team of this phone's player; null if there is none. */
function ownTeam(state, { me }) {
  const seat = state.players.indexOf(me.player);
  return seat < 0 ? null : teamOf(state, seat);
}

function tableItems(state, t, ui, act) {
  const scorer = ui.me.scorer;
  return [
    state.rules && item(t("The rules of this game"), () => act.open("rules")),
    scorer && state.rules && item(t("Names"), () => act.open("names")),
    scorer && item(t("Let others join"), () => act.open("join")),
    item(t("Who is connected"), () => act.openDevices()),
    item(t("Past games"), () => act.open("games")),
    item(t("Quiz"), () => act.open("quiz"), t("what’s this hand worth?")),
  ];
}

const phoneItems = (t, ui, act) => [
  item(t("Settings"), () => act.open("settings")),
  !ui.me.scorer && item(t("Keep score"), () => act.open("join")),
  ui.me.scorer &&
    item(t("Keypad"), () => location.assign("/keys"), t("sixteen keys for the whole game")),
  item(t("The lights"), () => location.assign("/strip")),
];

/** Ways to abandon what is going on, set apart. All can be undone; those that discard more than a hand or a
 * play are confirmed first. */
function endItems(state, t, act) {
  const { phase } = state;
  const n = state.rules?.misdeal;
  const leave = (action) => () => act.submitAndClose(action);
  const isPlay = phase === "play";
  const hasLaid = isPlay && state.laid.length > 0;
  return [
    phase === "show" && passItem(state, t, leave),
    isPlay && state.asks === "cards" &&
      item(t("{name} has no cards left", { name: playerName(state, t, state.turn) }),
        leave({ do: "go", out: true }), t("too few were dealt, or the hand is dead")),
    isPlay &&
      item(t("Skip to the hands"), leave({ do: "show" }), t("the play was pegged by hand")),
    hasLaid &&
      item(t("Misdeal"), () => act.open("leave", "misdeal"), t("the play’s points go back")),
    (phase === "cut" || isPlay) && !hasLaid && item(t("Misdeal"), leave({ do: "misdeal" }), n > 0
      ? t("{n} point for the others, and the same player deals again|{n} points for the others, and the same player deals again",
        { n })
      : t("the same player deals again")),
    ["cut", "play"].includes(phase) &&
      n > 0 &&
      item(t("Misdeal: only the penalty"),
        leave({ do: "misdeal", redeal: false }),
        t("{n} point for the others, and the deal goes on|{n} points for the others, and the deal goes on",
          { n }),
      ),
    DEALT.includes(phase) &&
      item(t("Skip this deal"), () => act.open("leave", "deal"), t("on to the next deal, or to another dealer")),
    GAME_ON.includes(phase) &&
      item(t("Concede"), () => act.open("concede"), state.scores.length > 2
        ? t("the leading opponent wins")
        : t("the other side wins")),
    GAME_ON.includes(phase) &&
      item(t("Call off this game"), () => act.open("leave", "abandon"), t("no winner")),
  ];
}

/** Passes a hand or the crib, so that it counts for nothing. */
function passItem(state, t, leave) {
  const { of, seat } = state.counting;
  return of === "crib"
    ? item(t("Pass the crib"), leave({ do: "crib", pass: true }), t("it counts for nothing"))
    : item(t("Pass {name}’s hand", { name: playerName(state, t, of) }),
        leave({ do: "count", seat, pass: true }),
        t("it counts for nothing"),
      );
}

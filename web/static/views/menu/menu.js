// The menu; and who counts and what is entered, which hold for all phones.

import { h } from "../../core/dom.js";
import { askAloudView } from "../../device/ask_aloud.js";
import {
  countingAction, countingNow, countingOf, enteredIn, enteringChoices, mayAmendStart,
} from "../../game/match.js";
import { teamOf } from "../../game/teams.js";
import { cardChoice, item, sheetTitle } from "../controls.js";
import { concedeView, dealView, leaveView } from "./leaving.js";
import { joinView, whoView } from "./people.js";

/** The views of the menu, loaded once the first card can be laid. */
export const install = () => ({
  views: {
    askAloud: askAloudView, menu: menuView, mode: modeView, deal: dealView, leave: leaveView,
    concede: concedeView, join: joinView, who: whoView,
  },
  actions: {},
});

const isGameOn = ({ phase }) => !["idle", "over"].includes(phase);

export function menuView(state, t, ui, act) {
  const { scorer } = ui.me;
  const opens = (sheet, ...asked) => () => act.open(sheet, ...asked);
  const isScored = scorer && isGameOn(state);
  return h("main.scroll.menu",
    sheetTitle(t("Menu")),
    h("div.items",
      state.rules && item(t("History"), opens("history")),
      isScored && state.asks !== "points" && item(t("Add points"), () => act.openPoints(ownTeam(state, ui))),
      state.rules && item(scorer ? t("Rules and names") : t("Rules"), opens("rules")),
      scorer ? item(t("Invite"), opens("join"), t("and who is here")) : item(t("Keep score"), opens("join")),
      isScored && item(t("What and who counts"), opens("mode")),
      item(t("Past games and quiz"), opens("games")),
      item(t("Settings"), opens("settings")),
      isScored && item(t("This deal or game"), opens("deal"), t("misdeal, skip, concede, call off")),
      scorer && state.redo && item(t("Redo"), () => act.submitAndClose({ do: "redo" }), state.redo.say),
    ),
  );
}

/** The team of this phone's player; null if there is none. */
function ownTeam(state, { me }) {
  const seat = state.players.indexOf(me.player);
  return seat < 0 ? null : teamOf(state, seat);
}

const countingChoices = (t) => [
  {
    value: "program", title: t("Cribble counts"),
    about: t("Cribble counts every hand. Everyone will be told."),
  },
  {
    value: "players", title: t("We count"),
    about: t("You enter your own counts. Everyone will be told."),
  },
  { value: "muggins", title: t("With muggins"), about: t("And the others may take what you miss.") },
];

/** What is entered changes at once. Who counts affects all players, so a change is confirmed. */
function modeView(state, t, ui, act) {
  const entered = enteredIn(state);
  const enter = (chosen) => act.submit({ do: "set_mode", entry_mode: { entered: chosen } });
  return h("main.scroll.form",
    sheetTitle(t("What and who counts")),
    cardChoice("entered", t("What we enter"), enteringChoices(t), entered, enter),
    entered !== "points" && isGameOn(state) && countingPart(state, t, ui, act),
  );
}

function countingPart(state, t, ui, act) {
  const now = countingNow(state);
  const people = playersAs(state);
  const may = mayAmendStart(state);
  const choices = countingChoices(t).filter(({ value }) => may || ["program", people].includes(value));
  const chosen = ui.counting ?? now;
  return [
    cardChoice("counting", t("Who counts"), choices, chosen, (counting) => act.set({ counting })),
    !may && h("p.about", mugginsLater(state, t)),
    chosen !== now && h("div.bar", { "data-key": "confirm" },
      h("button.second", { onclick: () => act.set({ counting: null }) }, t("Keep as is")),
      h("button.prime", { onclick: () => changeCounting(state, act, chosen) },
        t("Change it for everyone")),
    ),
  ];
}

const mugginsLater = ({ rules }, t) => rules.muggins
  ? t("Muggins stays a rule of this match. You can change who counts at any time.")
  : t("You play without muggins. You can switch it on for the next match.");

/** The option for counting by players under the match's rules. */
const playersAs = ({ rules }) => countingOf({ counted_by: "players" }, rules.muggins);

/** Muggins is a rule of the match, so its start is corrected. A later change of mode stays in force. */
async function changeCounting(state, act, counting) {
  const counted_by = counting === "program" ? "program" : "players";
  const isByRules = counting === "program" || counting === playersAs(state);
  const isSet = state.record.some(({ actions }) =>
    actions.some(({ do: what, entry_mode: mode }) => what === "set_mode" && mode.counted_by));
  if (!isByRules && !(await act.submit(countingAction(state, counting)))) return;
  act.set({ counting: null });
  if (isByRules || (isSet && state.entry_mode.counted_by !== counted_by))
    act.submit({ do: "set_mode", entry_mode: { counted_by } });
}

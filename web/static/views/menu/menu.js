// The menu; who counts and what is entered, which hold for all phones; and ways to end a deal or game.

import { h } from "../../core/dom.js";
import { askAloudView } from "../../device/ask_aloud.js";
import {
  countingAction, countingNow, countingOf, enteredIn, enteringChoices, startEntry,
} from "../../game/match.js";
import { pegMark, playerName, playersOf, teamOf } from "../../game/teams.js";
import { cardChoice, chip, item, sheet } from "../controls.js";
import { joinView, whoView } from "./people.js";

/** The views of the menu, loaded once the first card can be laid. */
export const install = () => ({
  views: {
    askAloud: askAloudView, menu: menuView, mode: modeView, deal: dealView, leave: leaveView,
    concede: concedeView, join: joinView, who: whoView,
  },
});

const isGameOn = ({ phase }) => !["idle", "over"].includes(phase);

export function menuView(state, t, ui, act) {
  const { scorer } = ui.me;
  const opens = (sheet, ...asked) => () => act.open(sheet, ...asked);
  const isScored = scorer && isGameOn(state);
  const own = state.players.indexOf(ui.me.player);
  return sheet("main.scroll.menu", t("Menu"),
    h("div.items",
      state.rules && item(t("History"), opens("history")),
      isScored && state.asks !== "points" && item(t("Add points"), () => act.openPoints(own < 0 ? null : teamOf(state, own))),
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

const countingChoices = (t) => [
  { value: "program", title: t("Cribble counts"), about: t("Cribble counts every hand. Everyone will be told.") },
  { value: "players", title: t("We count"), about: t("You enter your own counts. Everyone will be told.") },
  { value: "muggins", title: t("With muggins"), about: t("And the others may take what you miss.") },
];

/** Both affect all players, so a change is confirmed. */
function modeView(state, t, ui, act) {
  const now = { entered: enteredIn(state), counting: countingNow(state) };
  const chosen = { ...now, ...ui.mode };
  const choose = (change) => act.set({ mode: { ...ui.mode, ...change } });
  const counts = chosen.entered !== "points" && isGameOn(state);
  return sheet("main.scroll.form", t("What and who counts"),
    cardChoice("entered", t("What we enter"), enteringChoices(t), chosen.entered, (entered) => choose({ entered })),
    counts && countingPart(state, t, chosen, (counting) => choose({ counting })),
    (chosen.entered !== now.entered || (counts && chosen.counting !== now.counting)) &&
      h("div.bar", { "data-key": "confirm" },
        h("button.second", { onclick: () => act.set({ mode: null }) }, t("Keep as is")),
        h("button.prime", { onclick: () => changeMode(state, act, now, chosen) }, t("Change it for everyone")),
      ),
  );
}

function countingPart(state, t, { counting }, choose) {
  const may = startEntry(state) !== undefined;
  const choices = countingChoices(t)
    .filter(({ value }) => may || ["program", playersAs(state)].includes(value));
  return [
    cardChoice("counting", t("Who counts"), choices, counting, choose),
    !may && h("p.about", state.rules.muggins
      ? t("Muggins stays a rule of this match. You can change who counts at any time.")
      : t("You play without muggins. You can switch it on for the next match.")),
  ];
}

async function changeMode(state, act, now, { entered, counting }) {
  if (entered !== now.entered && !(await act.submit({ do: "set_mode", entry_mode: { entered } }))) return;
  if (counting !== now.counting && entered !== "points") await changeCounting(state, act, counting);
  act.set({ mode: null, sheet: null });
}

/** The option for counting by players under the match's rules. */
const playersAs = ({ rules }) => countingOf({ counted_by: "players" }, rules.muggins);

/** Muggins is a rule of the match, so its start is corrected. A later change of mode stays in force. */
async function changeCounting(state, act, counting) {
  const counted_by = counting === "program" ? "program" : "players";
  const isByRules = counting === "program" || counting === playersAs(state);
  const isSet = state.record.some(({ actions }) =>
    actions.some(({ do: what, entry_mode: mode }) => what === "set_mode" && mode.counted_by));
  if (!isByRules && !(await act.submit(countingAction(state, counting)))) return;
  if (isByRules || (isSet && state.entry_mode.counted_by !== counted_by))
    await act.submit({ do: "set_mode", entry_mode: { counted_by } });
}

/** Ways to end a deal or game, which can all be undone; those that discard more than a hand are confirmed. */
function dealView(state, t, ui, act) {
  const { phase } = state;
  const n = state.rules?.misdeal;
  const leave = (action) => () => act.submitAndClose(action);
  const isPlay = phase === "play";
  const hasLaid = isPlay && state.laid.length > 0;
  const isDealt = ["cut", "play", "show"].includes(phase);
  const isOn = isDealt || phase === "draw";
  return sheet("main.scroll.menu", t("This deal or game"),
    h("div.items",
      phase === "show" && item(
        state.counting.of === "crib"
          ? t("Pass the crib")
          : t("Pass {name}’s hand", { name: playerName(state, t, state.counting.of) }),
        leave(state.counting.of === "crib"
          ? { do: "crib", pass: true }
          : { do: "count", seat: state.counting.seat, pass: true }),
        t("it counts for nothing"),
      ),
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
      isDealt &&
        item(t("Skip this deal"), () => act.open("leave", "deal"), t("on to the next deal, or to another dealer")),
      isOn &&
        item(t("Concede"), () => act.open("concede"), state.scores.length > 2
          ? t("the leading opponent wins")
          : t("the other side wins")),
      isOn && item(t("Call off this game"), () => act.open("leave", "abandon"), t("no winner")),
    ),
  );
}

function leaveView(state, t, ui, act) {
  const [asked] = ui.asked;
  const [phases, question, answer] = {
    deal: [["cut", "play", "show"], t("Skip this deal?"), t("Skip it")],
    misdeal: [["cut", "play"], t("Misdeal?"), t("Deal again")],
    abandon: [["draw", "cut", "play", "show"], t("Call off this game?"), t("Call it off")],
  }[asked];
  const isPossible = phases.includes(state.phase);
  const n = state.rules?.misdeal;
  const leave = (more) => act.submitAndClose({ do: asked, ...more });
  return sheet("main.scroll.counts", question,
    asked === "misdeal" && isPossible && h("p",
      t("The pegs go back to where they were before the play, and {name} deals again.",
        { name: playerName(state, t, state.dealer) }),
      n > 0 && [" ", state.rules.teams.length > 2
        ? t("Then the others get {n} point each.|Then the others get {n} points each.", { n })
        : t("Then the other side gets {n} point.|Then the other side gets {n} points.", { n })],
    ),
    asked === "deal" && h("p", t("The points of this deal stay.")),
    h("p", t("Undo brings it back.")),
    h("div.two",
      h("button.second", { onclick: () => act.back() }, t("Keep playing")),
      isPossible && h("button.prime.ends", { onclick: () => leave() }, answer),
    ),
    asked === "deal" && isPossible && h("section", { "data-key": "dealers" },
      h("h3", t("Dealt out of turn? Choose who deals")),
      h("div.chips", state.players.map((_, dealer) =>
        chip(playerName(state, t, dealer), false, () => leave({ dealer })))),
    ),
  );
}

/** A tap on one's own team concedes at once; undo reverts it. */
const concedeView = (state, t, ui, act) => sheet("main.scroll", t("Who concedes?"),
  h("p.about", state.scores.length > 2
    ? t("The leading opponent wins. Undo brings the game back.")
    : t("The other side wins. Undo brings it back.")),
  isGameOn(state) && h("div.drawers", { role: "group", "aria-label": t("Team") },
    state.scores.map((_, team) =>
      h("button", {
          class: `drawer team-${team}`,
          "data-key": `concede-${team}`,
          onclick: () => act.submitAndClose({ do: "concede", team }),
        },
        pegMark(team),
        playersOf(state, t, team).map((name) => h("b", name)),
      ),
    ),
  ),
);

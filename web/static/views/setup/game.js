// Which game, who counts, and what is entered.

import { h } from "../../core/dom.js";
import { playersCount, playersMode } from "../../game/entry_mode.js";
import { countedBy, countingAction, mayAmendStart } from "../../game/match.js";
import { cardChoice, field, pillChoice, select } from "../controls.js";
import { overcountField } from "./options.js";

/** The angles of seats around a table drawn 44 wide, clockwise from the bottom. */
const SEATS = {
  2: [90, 270], 3: [90, 210, 330], 4: [90, 180, 270, 0], 5: [90, 162, 234, 306, 18],
  6: [120, 180, 240, 300, 0, 60],
};

/** Games that are shown before one asks for the others. */
const AT_ONCE = 2;

export function gameFields(t, ui, act, row) {
  const games = lastFirst(Object.values(ui.rulebook.rules), ui.setup.played);
  const numbers = [...new Set(games.map(({ players }) => players))].sort();
  const among = games.filter(({ players }) => players === row.players);
  const choose = (rules) => act.editSetup(freshSetup(ui.setup, ui.rulebook.rules[rules]));
  return [
    pillChoice("players",
      t("How many play"),
      numbers.map((n) => ({ value: String(n), title: n })),
      String(row.players),
      (n) => choose(games.find(({ players }) => players === Number(n)).key),
    ),
    cardChoice("rules", t("The game"), among.slice(0, AT_ONCE).map(gameChoice), row.key, choose),
    among.length > AT_ONCE && otherGames(t, among.slice(AT_ONCE), row, choose),
    lengthsOf(row).length > 1 && targetField(t, ui, act, row),
  ];
}

/** Not all five games for two at once; one that is chosen stays in sight. */
const otherGames = (t, games, row, choose) =>
  h("details", { "data-key": "other-games", open: games.includes(row) },
    h("summary", t("Other games")),
    cardChoice("rules", null, games.map(gameChoice), row.key, choose),
  );

const gameChoice = (row) => ({
  value: row.key, title: row.title, about: row.about,
  drawing: seatsDrawing(row),
});

/** Another game begins without what was changed for the one before, but for a length it has too. */
const freshSetup = ({ counts, options: { target } }, row) => ({
  rules: row.key, dealer: "", scores: [], captains: [], moving: null,
  ...countedBy(counts, lengthsOf(row).includes(target) ? { target } : {}),
});

function lastFirst(games, played) {
  const age = ({ key }) => (played.includes(key) ? played.indexOf(key) : played.length);
  return [...games].sort((one, other) => age(one) - age(other));
}

const seatsDrawing = ({ players, teams }) =>
  h("svg.around", { viewBox: "0 0 44 44", "aria-hidden": "true" },
    h("circle", { cx: 22, cy: 22, r: 11 }),
    SEATS[players].map((degrees, seat) => {
      const turn = (degrees * Math.PI) / 180;
      const [cx, cy] = [22 + 16.5 * Math.cos(turn), 22 + 16.5 * Math.sin(turn)];
      const team = teams.findIndex((seats) => seats.includes(seat));
      return h("circle", { class: `team-${team}`, cx, cy, r: 4.5 });
    }),
  );

/** Four play the short game too, though their sheets do not name it. */
const lengthsOf = ({ players, targets }) => (players === 4 ? [61, 121] : targets);

/** Where a skunk lies follows from the length, unless it is chosen after it. One that was typed
 * stands beside the usual ones. */
function targetField(t, ui, act, row) {
  const now = ui.setup.options.target ?? row.target;
  const targets = [...new Set([...lengthsOf(row), now])].sort((one, other) => one - other);
  return pillChoice("target",
    t("Game of"),
    targets.map((target) => ({ value: String(target), title: target })),
    String(now),
    (target) =>
      act.editSetup({ options: { ...ui.setup.options, target: Number(target), skunks: undefined } }),
  );
}

/** Of points without cards nobody counts anything. */
export const modeFields = (t, ui, act, row) => [
  pillChoice("enters", t("What we enter"), enteringChoices(t), ui.setup.enters, (enters) =>
    act.editSetup({ enters }),
  ),
  ui.setup.enters !== "points" && countingFields(t, ui, act, row),
];

const countingFields = (t, ui, act, row) => [
  cardChoice("counts", t("Who counts"), countingChoices(t, ui), ui.setup.counts, (counts) =>
    act.editSetup(countedBy(counts, ui.setup.options)),
  ),
  ui.setup.counts === "muggins" && overcountField(t, ui, act, row),
];

/** A claim too high costs something with muggins, unless people choose otherwise: the card says so. */
const countingChoices = (t, { rulebook, setup }) => rulebook.counting.map((one) =>
  (one.value === "muggins" && (setup.options.overcount ?? "fined") === "fined"
    ? { ...one, about: [one.about, t("Claim too much, and the others get the difference.")].join(" ") }
    : one));

const enteringChoices = (t) => [
  {
    value: "cards", title: t("Every card"),
    about: t("Every card as it’s played: Cribble counts the play too."),
  },
  {
    value: "hands", title: t("Hands only"),
    about: t("Peg the play yourselves; enter the hands at the show."),
  },
  {
    value: "points", title: t("Points only"),
    about: t("Just points, no cards. Cribble can’t check your counts."),
  },
];

/** The same two questions in the menu of a match that is on. */
export function modeFieldsNow(state, t, ui, act) {
  const choose = (enters) => act.setEntryMode({ enters });
  const options = enteringChoices(t).map(({ value, title }) => [value, title]);
  return h("fieldset",
    h("legend.unseen", t("This match")),
    field(t("What we enter"), select(options, ui.enters, choose)),
    ui.enters !== "points" && countingField(state, t, ui, act),
  );
}

/** Who counts concerns everybody: it is asked about before it changes, and every phone is told. */
function countingField(state, t, ui, act) {
  const people = playersMode(state);
  const now = playersCount(state, ui) ? people : "program";
  const asked = ui.countsAsked ?? now;
  const may = mayAmendStart(state);
  const choices = [
    ["program", t("Cribble counts")], ["check", t("We count")],
    ["muggins", t("With muggins")],
  ];
  return [
    field(t("Who counts"),
      select(choices.filter(([who]) => may || ["program", people].includes(who)), asked,
        (counts) => act.set({ countsAsked: counts === now ? null : counts })),
      may ? null : mugginsLater(state, t),
    ),
    asked !== now && h("div.told", { role: "alertdialog", "data-key": "change" },
      h("p", countingChange(t, asked)),
      h("div.two",
        h("button.second", { onclick: () => act.set({ countsAsked: null }) }, t("Keep as is")),
        h("button.prime", { onclick: () => changeCounting(state, act, asked) },
          t("Change it for everyone")),
      ),
    ),
  ];
}

const mugginsLater = ({ rules }, t) => rules.muggins
  ? t("You play with muggins. You can switch it off for the next match.")
  : t("You play without muggins. You can switch it on for the next match.");

/** Muggins is one of the rules that the match began with. */
async function changeCounting(state, act, counts) {
  const isOfRules = counts === "program" || counts === playersMode(state);
  if (isOfRules || await act.submit(countingAction(state, counts))) act.setEntryMode({ counts });
}

const countingChange = (t, counts) => counts === "program"
  ? t("Cribble will count every hand. Every phone will be told.")
  : counts === "muggins"
    ? t("You’ll enter your own counts, with muggins. Everyone will be told.")
    : t("You’ll enter your own counts, on every phone. Everyone will be told.");

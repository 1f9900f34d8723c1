// Which game, who counts, and what is entered.

import { h } from "../../core/dom.js";
import { withCounting } from "../../game/match.js";
import { unbroken } from "../../game/teams.js";
import { cardChoice, field, numberField, pillChoice } from "../controls.js";
import { enteringChoices } from "../menu/menu.js";
import { fold } from "./fold.js";
import { bestOfField, overcountField } from "./options.js";

/** Angles of the seats around a table 44 wide, clockwise from the bottom. */
const SEATS = {
  2: [90, 270], 3: [90, 210, 330], 4: [90, 180, 270, 0], 5: [90, 162, 234, 306, 18],
  6: [120, 180, 240, 300, 0, 60],
};

/** Games shown before "more" is tapped. */
const AT_ONCE = 2;

const gamesOf = (ui) => lastFirst(Object.values(ui.rulebook.rules), ui.setup.played);

const choosing = (ui, act) => (rules) =>
  act.editSetup(freshSetup(ui.setup, ui.rulebook.rules[rules]));

export function playersField(t, ui, act, row) {
  const games = gamesOf(ui);
  const numbers = [...new Set(games.map(({ players }) => players))].sort();
  return pillChoice("players",
    t("How many play"),
    numbers.map((n) => ({ value: String(n), title: n })),
    String(row.players),
    (n) => choosing(ui, act)(games.find(({ players }) => players === Number(n)).key),
  );
}

/** The variant and its length; targets that differ by team are options. */
export function gameFold(t, ui, act, row) {
  const among = gamesOf(ui).filter(({ players }) => players === row.players);
  const choose = choosing(ui, act);
  const target = ui.setup.options.target ?? row.target;
  const isOfTeams = row.target_by_team.length > 0;
  const most = ui.setup.options.best_of ?? row.best_of;
  const lengths = [
    !isOfTeams && t("to {target}", { target }), most > 0 && t("best of {n}", { n: most }),
  ].filter(Boolean);
  const value = [
    unbroken(row.title),
    lengths.map((length, at) => [at ? ", " : " ", h("span.whole", length)]),
  ];
  return fold("game", t("The game"), value, [
    cardChoice("rules", unseen(t("The game")), among.slice(0, AT_ONCE).map(gameChoice), row.key, choose),
    among.length > AT_ONCE && otherGames(t, among.slice(AT_ONCE), row, choose),
    !isOfTeams && targetFields(t, ui, act, row, target),
    bestOfField(t, ui, act, row),
  ]);
}

/** A fold already describes its choices. */
const unseen = (text) => h("span.unseen", text);

/** Not all five games for two at once; the chosen one is always shown. */
const otherGames = (t, games, row, choose) =>
  h("details", { "data-key": "other-games", open: games.includes(row) },
    h("summary", t("Other games")),
    cardChoice("rules", null, games.map(gameChoice), row.key, choose),
  );

const gameChoice = (row) => ({
  value: row.key, title: row.title, about: row.about,
  drawing: seatsDrawing(row),
});

/** Another game resets changed options, but keeps the length if it has it too. */
const freshSetup = ({ counting, options: { target } }, row) => ({
  rules: row.key, dealer: "", scores: [], captains: [], moving: null,
  ...withCounting(counting, row.lengths.includes(target) ? { target } : {}),
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

/** The usual lengths, and any other. Skunk lines follow from it unless chosen afterwards. */
function targetFields(t, ui, act, row, now) {
  const usual = row.lengths;
  const { low, high } = ui.rulebook.options.find(({ name }) => name === "target");
  const choose = (target) =>
    act.editSetup({ options: { ...ui.setup.options, target, skunks: undefined } });
  return [
    usual.length > 1 && pillChoice("target",
      t("Game of"),
      usual.map((target) => ({ value: String(target), title: target })),
      String(now),
      (target) => choose(Number(target)),
    ),
    field(t("Another length"),
      numberField(usual.includes(now) ? null : now, (target) => choose(target ?? undefined), {
        low, high, usual: row.target,
      }),
    ),
  ];
}

/** Without cards there is nothing to count. */
export function modeFolds(t, ui, act, row) {
  const { entered } = ui.setup;
  const entering = enteringChoices(t);
  return [
    fold("entering", t("What we enter"), entering.find(({ value }) => value === entered).title,
      cardChoice("entered", unseen(t("What we enter")), entering, entered,
        (chosen) => act.editSetup({ entered: chosen })),
      true,
    ),
    entered !== "points" && countingFold(t, ui, act, row),
  ];
}

function countingFold(t, ui, act, row) {
  const { counting, options } = ui.setup;
  const isMuggins = counting === "muggins";
  const choices = countingChoices(t, ui, row);
  const now = isMuggins ? t("With muggins") : choices.find(({ value }) => value === counting).title;
  return fold("counting", t("Who counts"), now, [
    cardChoice("counting", unseen(t("Who counts")), choices, counting, (chosen) =>
      act.editSetup(withCounting(chosen, options)),
    ),
    isMuggins && overcountField(t, ui, act, row),
  ], true);
}

/** Muggins' description mentions the fine for too high a claim, if it is or would be in force. */
function countingChoices(t, { rulebook, setup: { counting, options } }, row) {
  const chosen = counting === "muggins" ? options : withCounting("muggins", options).options;
  return rulebook.counting.map((one) =>
    (one.value === "muggins" && (chosen.overcount ?? row.overcount) === "fined"
      ? { ...one, about: [one.about, t("Claim too much, and the others get the difference.")].join(" ") }
      : one));
}

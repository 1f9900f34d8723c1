// Which game, who counts, and what is entered.

import { h } from "../../core/dom.js";
import { countedBy } from "../../game/match.js";
import { cardChoice, pillChoice } from "../controls.js";
import { enteringChoices } from "../menu/entry_mode.js";
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
    row.lengths.length > 1 && targetField(t, ui, act, row),
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
  ...countedBy(counts, row.lengths.includes(target) ? { target } : {}),
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

/** Where a skunk lies follows from the length, unless it is chosen after it. One that was typed
 * stands beside the usual ones. */
function targetField(t, ui, act, row) {
  const now = ui.setup.options.target ?? row.target;
  const targets = [...new Set([...row.lengths, now])].sort((one, other) => one - other);
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

// Options that are rarely changed: head start, captains, and house rules.

import { h } from "../../core/dom.js";
import { field, numberField, reveal, select } from "../controls.js";
import { fold } from "./fold.js";
import { seatName } from "./seating.js";

export const extraFolds = (t, ui, act, row) => [
  headStarts(t, ui, act, row),
  fold("options", t("Options"), changes(t, ui, row), [
    row.captain && row.teams.map((seats, team) => captainField(t, ui, act, seats, team)),
    row.target_by_team.map((_, team) => goalField(t, ui, act, row, team)),
    houseRuleFields(t, ui, act, row),
  ]),
];

/** The number of options that differ from the rules' defaults. */
function changes(t, { setup, rulebook }, row) {
  const isOther = (one, usual) => one !== undefined && JSON.stringify(one) !== JSON.stringify(usual);
  const asked = rulebook.options.filter(({ name }) => isAskedHere(name, setup, row));
  const n = asked.filter(({ name }) => isOther(setup.options[name], row[name])).length +
    row.target_by_team.filter((usual, team) => isOther(setup.options.target_by_team?.[team], usual)).length +
    (row.captain ? row.teams.filter(([usual], team) => isOther(setup.captains[team], usual)).length : 0);
  return n > 0 ? t("{n} changed|{n} changed", { n }) : t("As usual");
}

const teamNames = (t, ui, seats) => seats.map((seat) => seatName(t, ui, seat)).join(" · ");

function headStarts(t, ui, act, row) {
  const given = row.teams
    .map((seats, team) => [teamNames(t, ui, seats), ui.setup.scores[team]])
    .filter(([, points]) => points)
    .map(([names, points]) => `${names} ${points}`);
  return fold("head-start", t("Head start"), given.join(", ") || t("None"), [
    h("p.about",
      t("Points to start with, for a child or a beginner. Each next game offers the same again."),
    ),
    row.teams.map((_, team) => headStart(t, ui, act, row, team)),
  ]);
}

/** The largest head start, if there is one. */
export function tooMuch(t, ui, row) {
  const target = goalsOf(ui, row).find((goal, team) => ui.setup.scores[team] >= goal);
  return target !== undefined &&
    t("A head start in a game to {target} can be at most {most}.", { target, most: target - 1 });
}

function headStart(t, ui, act, row, team) {
  const give = (points) => {
    const scores = row.teams.map((_, other) => ui.setup.scores[other] ?? null);
    scores[team] = points;
    act.editSetup({ scores });
    reveal(document.querySelector("[data-key=too-much]"));
  };
  const high = goalsOf(ui, row)[team] - 1;
  return field(t("Head start: {name}", { name: teamNames(t, ui, row.teams[team]) }),
    numberField(ui.setup.scores[team] ?? null, give, { low: 0, high, usual: 0 }),
  );
}

/** The target of each team. */
const goalsOf = ({ setup: { options } }, row) =>
  options.target_by_team ??
  (row.target_by_team.length ? row.target_by_team : row.teams.map(() => options.target ?? row.target));

/** The targets, if teams have different ones. */
function goalField(t, ui, act, row, team) {
  const { low, high } = ui.rulebook.options.find(({ name }) => name === "target");
  const usual = row.target_by_team[team];
  const give = (points) => {
    const goals = goalsOf(ui, row).map((goal, other) => (other === team ? points ?? usual : goal));
    act.editSetup({ options: { ...ui.setup.options, target_by_team: goals } });
  };
  return field(t("Points to win: {names}", { names: teamNames(t, ui, row.teams[team]) }),
    numberField(goalsOf(ui, row)[team], give, { low, high, usual }),
  );
}

function captainField(t, ui, act, seats, team) {
  const choose = (seat) => {
    const captains = [...ui.setup.captains];
    captains[team] = Number(seat);
    act.editSetup({ captains });
  };
  return field(t("Captain: {names}", { names: teamNames(t, ui, seats) }),
    select(seats.map((seat) => [String(seat), seatName(t, ui, seat)]),
      String(ui.setup.captains[team] ?? seats[0]),
      choose,
    ),
  );
}

// Asked elsewhere: who counts, how partners are found, length of game and match; the first dealer of the
// next game is one question.
const ELSEWHERE = ["muggins", "teams_by", "next_game_dealer", "target", "target_by_team", "best_of"];

const withMuggins = ({ counting }) => counting === "muggins";
const withoutMuggins = ({ counting }) => counting !== "muggins";

function isSkunked({ options }, row) {
  return (options.wins ?? row.wins) === "high";
}

/** When an option applies; others always do. With muggins, too high a claim is asked for beside it. */
const MEANINGFUL = {
  muggins_until: withMuggins,
  overcall: withMuggins,
  undercount: withoutMuggins,
  overcount: withoutMuggins,
  skunks: isSkunked,
  lurch: isSkunked,
  heels_at_end: ({ options }, row) => (options.heels ?? row.heels) > 0,
  captain: (_, row) => row.teams.length < row.players,
};

const isAskedHere = (name, setup, row) =>
  !ELSEWHERE.includes(name) && (MEANINGFUL[name]?.(setup, row) ?? true);

const FIELDS = { whole: wholeField, one_of: choiceField, truth: truthField, skunks: skunksField };

/** In the order of a deal; options in no list belong to the table. */
const GROUPS = [
  [
    (t) => t("The deal"),
    ["first_deal", "next_dealer", "for_last", "misdeal", "starter_cutter", "starter_turner", "heels",
      "heels_at_end"],
  ],
  [(t) => t("The play"), ["go_point", "renege"]],
  [
    (t) => t("The show"),
    ["nobs", "crib_flush", "undercount", "overcount", "muggins_until", "overcall", "captain"],
  ],
  [(t) => t("The win"), ["target", "wins", "exact_finish", "skunks", "lurch", "game"]],
  [(t) => t("The table"), []],
];

/** If only points are entered, options about cards are omitted. */
const OF_POINTS = [GROUPS[0], GROUPS[3], GROUPS[4]];

function houseRuleFields(t, ui, act, row) {
  const listed = GROUPS.flatMap(([, names]) => names);
  const groups = ui.setup.entered === "points" ? OF_POINTS : GROUPS;
  return groups.map(([title, names]) => {
    const options = ui.rulebook.options
      .filter(({ name }) => (names.length ? names.includes(name) : !listed.includes(name)))
      .filter(({ name }) => isAskedHere(name, ui.setup, row));
    const fields = options.map((option) => optionField(t, ui, act, row, option)).filter(Boolean);
    return fields.length > 0 &&
      h("section.options", { "data-key": title(t) }, h("h3", title(t)), fields);
  });
}

function optionField(t, ui, act, row, option) {
  const control = FIELDS[option.kind](t, ui, act, row, option);
  return control && field(option.title, control, option.about);
}

const fieldOf = (name) => (t, ui, act, row) =>
  optionField(t, ui, act, row, ui.rulebook.options.find((option) => option.name === name));

/** The consequence of too high a claim, beside the choice of muggins. */
export const overcountField = fieldOf("overcount");
/** The length of a game with only one usual length. */
export const lengthField = fieldOf("target");
/** The length of the match, beside that of its games. */
export const bestOfField = fieldOf("best_of");

function valueOf({ setup: { options } }, row, name) {
  const value = options[name] ?? row[name];
  // Matches of earlier versions use another name for it.
  const isOlder = name === "first_deal" && value === "loser";
  return isOlder ? (options.next_game_dealer ?? row.next_game_dealer) : value;
}

/** Options that are reset when another one changes. */
const RESETS = {
  first_deal: { next_game_dealer: undefined },
  game: { skunks: undefined },
  target: { skunks: undefined },
};

const setOption = (ui, act, name) => (value) => {
  const options = { ...ui.setup.options, ...RESETS[name], [name]: value ?? undefined };
  act.editSetup({ options });
};

function wholeField(t, ui, act, row, option) {
  const { name, low, high } = option;
  const limits = { low, high, usual: row[name] };
  return numberField(valueOf(ui, row, name), setOption(ui, act, name), limits);
}

function choiceField(t, ui, act, row, option) {
  const fitting = option.values.filter(({ rules }) => !rules || rules.includes(ui.setup.rules));
  if (fitting.length < 2) return null;
  const isLastPlace = (value) => value === "loser" && row.teams.length > 2;
  const choices = fitting.map(({ value, title }) =>
    [String(value), isLastPlace(value) ? t("last place") : title]);
  const now = String(valueOf(ui, row, option.name) ?? fitting[0].value);
  const choose = (text) => fitting.find(({ value }) => String(value) === text).value;
  return select(choices, now, (text) => setOption(ui, act, option.name)(choose(text)));
}

function truthField(t, ui, act, row, option) {
  const choices = [["false", t("no")], ["true", t("yes")]];
  const choose = (text) => setOption(ui, act, option.name)(text === "true");
  return select(choices, String(valueOf(ui, row, option.name)), choose);
}

/** Skunk lines follow the target and the value of a win unless a customary line is chosen. */
function skunksField(t, ui, act, row, option) {
  const [target, game] = [valueOf(ui, row, "target"), valueOf(ui, row, "game")];
  const [far, half, double] = [target - 30, Math.ceil(target / 2), 2 * game];
  const lines = far > half
    ? [[[far, double]], [[half, double]], [[half, Math.min(3 * game, 20)], [far, double]]]
    : [[[half, double]]];
  const usual = [null, [], ...lines];
  const chosen = JSON.stringify(ui.setup.options.skunks ?? null);
  const lists = usual.some((list) => JSON.stringify(list) === chosen)
    ? usual
    : [...usual, JSON.parse(chosen)];
  const counting = { best_of: valueOf(ui, row, "best_of"), game };
  const isUsual = target === row.target && game === row.game;
  const text = (list) => list === null
    ? [isUsual && skunkLines(row.skunks, counting, t), t("as the rules say")]
      .filter(Boolean).join(", ")
    : skunkLines(list, counting, t);
  return select(lists.map((list) => [JSON.stringify(list), text(list)]),
    chosen,
    (list) => setOption(ui, act, option.name)(JSON.parse(list)),
  );
}

/** "below 91: 2 games", or "none"; a best-of match counts each game as one. */
export const skunkLines = (skunks, { best_of: most, game }, t) =>
  skunks
    .map(([below, games]) => [below, most > 0 && game === 1 ? 1 : games])
    .map(([below, n]) => t("below {below}: {n} game|below {below}: {n} games", { below, n }))
    .join(", ") || t("none");

// The rules of a match: which game, what is entered, who counts, head starts and house rules.

import { h } from "../../core/dom.js";
import { enteringChoices, withCounting } from "../../game/match.js";
import { skunkLines } from "../../game/teams.js";
import { cardChoice, field, fold, numberField, pillChoice, reveal, select } from "../controls.js";
import { seatName } from "./seating.js";

/** The largest number of players that is shown before "more" is tapped. */
const MOST_AT_ONCE = 4;

const gamesOf = (ui) => lastFirst(Object.values(ui.rulebook.rules), ui.setup.played);

const choosing = (ui, act) => (rules) =>
  act.editSetup(freshSetup(ui.setup, ui.rulebook.rules[rules]));

export function playersField(t, ui, act, row) {
  const games = gamesOf(ui);
  const isAll = ui.setup.isMore || row.players > MOST_AT_ONCE;
  const numbers = [...new Set(games.map(({ players }) => players))].sort()
    .filter((n) => isAll || n <= MOST_AT_ONCE);
  return h("div.how-many",
    pillChoice("players",
      t("How many?"),
      numbers.map((n) => ({ value: String(n), title: n })),
      String(row.players),
      (n) => choosing(ui, act)(games.find(({ players }) => players === Number(n)).key),
    ),
    !isAll && h("button.text", { "data-key": "more-players", onclick: () => act.editSetup({ isMore: true }) },
      t("more")),
  );
}

/** All questions, each folded to its answer. */
export const choices = (t, ui, act, row) => [
  gameFold(t, ui, act, row),
  modeFolds(t, ui, act, row),
  extraFolds(t, ui, act, row),
];

export const extraFolds = (t, ui, act, row) => [
  headStarts(t, ui, act, row),
  fold("options", t("Options"), changes(t, ui, row), [
    row.captain && row.teams.map((seats, team) => captainField(t, ui, act, seats, team)),
    muggins(t, ui, act),
    ARGUED.map((name) => ruleField(t, ui, act, row, name)),
    h("details.fold", { "data-key": "all-rules" },
      h("summary", t("All rules")),
      row.target_by_team.length > 0
        ? row.target_by_team.map((_, team) => goalField(t, ui, act, row, team))
        : lengthField(t, ui, act, row),
      houseRuleFields(t, ui, act, row),
    ),
  ]),
];

/** "Six-card cribbage to 121, Cribble counts": what is played unless something is changed. */
export function choicesText(t, ui, row) {
  const { entered, counting } = ui.setup;
  const counted = ui.rulebook.counting.find(({ value }) => value === counting).title;
  const n = changedRules(ui, row);
  return [
    gameText(t, ui, row),
    entered !== "cards" && enteringChoices(t).find(({ value }) => value === entered).title,
    entered !== "points" && counted,
    n > 0 && t("{n} changed|{n} changed", { n }),
  ].filter(Boolean).join(", ");
}

/** "Six-card cribbage to 121, best of 3"; targets that differ by team are options. */
function gameText(t, { setup: { options } }, row) {
  const target = options.target ?? row.target;
  const most = options.best_of ?? row.best_of;
  return [
    row.target_by_team.length ? row.title : t("{game} to {target}", { game: row.title, target }),
    most > 0 && t("best of {n}", { n: most }),
  ].filter(Boolean).join(", ");
}

/** The variant and its length. */
function gameFold(t, ui, act, row) {
  const among = gamesOf(ui).filter(({ players }) => players === row.players);
  const games = among.map(({ key, title, about }) => ({ value: key, title, about }));
  return fold("game", t("The game"), gameText(t, ui, row), [
    cardChoice("rules", unseen(t("The game")), games, row.key, choosing(ui, act)),
    row.target_by_team.length === 0 && targetField(t, act, ui, row, ui.setup.options.target ?? row.target),
    bestOfField(t, ui, act, row),
  ]);
}

/** A fold already describes its choices. */
const unseen = (text) => h("span.unseen", text);

/** Another game resets changed options, but keeps the length if it has it too. */
const freshSetup = ({ counting, options: { target } }, row) => ({
  rules: row.key, dealer: "", scores: [], captains: [], moving: null,
  ...withCounting(counting, row.lengths.includes(target) ? { target } : {}),
});

function lastFirst(games, played) {
  const age = ({ key }) => (played.includes(key) ? played.indexOf(key) : played.length);
  return [...games].sort((one, other) => age(one) - age(other));
}

/** The usual lengths. Skunk lines follow from it unless chosen afterwards. */
const targetField = (t, act, ui, row, now) => row.lengths.length > 1 && pillChoice("target",
  t("Game of"),
  row.lengths.map((target) => ({ value: String(target), title: target })),
  String(now),
  (target) => setOption(ui, act, "target")(Number(target)),
);

/** Any other length. */
function lengthField(t, ui, act, row) {
  const now = ui.setup.options.target ?? row.target;
  const { low, high } = ui.rulebook.options.find(({ name }) => name === "target");
  return field(t("Another length"),
    numberField(row.lengths.includes(now) ? null : now, setOption(ui, act, "target"), {
      low, high, usual: row.target,
    }),
  );
}

/** Without cards there is nothing to count. */
function modeFolds(t, ui, act, row) {
  const { entered } = ui.setup;
  const entering = enteringChoices(t);
  return [
    fold("entering", t("What we enter"), entering.find(({ value }) => value === entered).title,
      cardChoice("entered", unseen(t("What we enter")), entering, entered,
        (chosen) => act.editSetup({ entered: chosen })),
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
  ]);
}

/** Muggins' description mentions the fine for too high a claim, if it is or would be in force. */
function countingChoices(t, { rulebook, setup: { counting, options } }, row) {
  const chosen = counting === "muggins" ? options : withCounting("muggins", options).options;
  return rulebook.counting.map((one) =>
    (one.value === "muggins" && (chosen.overcount ?? row.overcount) === "fined"
      ? { ...one, about: [one.about, t("Claim too much, and the others get the difference.")].join(" ") }
      : one));
}

/** The rules that people argue about, beside muggins; all others are behind *All rules*. */
const ARGUED = ["skunks", "crib_flush", "heels"];

/** Muggins is one of the answers to who counts. */
const muggins = (t, ui, act) => ui.setup.entered !== "points" && !ui.setup.isCorrection && field(t("Muggins"),
  select([["false", t("no")], ["true", t("yes")]], String(ui.setup.counting === "muggins"), (chosen) =>
    act.editSetup(withCounting(chosen === "true" ? "muggins" : "players", ui.setup.options))),
);

/** The number of options that differ from the rules' defaults. */
function changedRules({ setup, rulebook }, row) {
  const isOther = (one, usual) => one !== undefined && JSON.stringify(one) !== JSON.stringify(usual);
  const asked = rulebook.options.filter(({ name }) => isAskedHere(name, setup, row));
  return asked.filter(({ name }) => isOther(setup.options[name], row[name])).length +
    row.target_by_team.filter((usual, team) => isOther(setup.options.target_by_team?.[team], usual)).length +
    (row.captain ? row.teams.filter(([usual], team) => isOther(setup.captains[team], usual)).length : 0);
}

function changes(t, ui, row) {
  const n = changedRules(ui, row);
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
    ["first_deal", "next_dealer", "for_last", "misdeal", "starter_cutter", "starter_turner", "heels_at_end"],
  ],
  [(t) => t("The play"), ["go_point", "renege"]],
  [
    (t) => t("The show"),
    ["nobs", "undercount", "overcount", "muggins_until", "overcall", "captain"],
  ],
  [(t) => t("The win"), ["wins", "exact_finish", "lurch", "game"]],
  [(t) => t("The table"), []],
];

/** If only points are entered, options about cards are omitted. */
const OF_POINTS = [GROUPS[0], GROUPS[3], GROUPS[4]];

function houseRuleFields(t, ui, act, row) {
  const listed = [...ARGUED, ...GROUPS.flatMap(([, names]) => names)];
  const groups = ui.setup.entered === "points" ? OF_POINTS : GROUPS;
  return groups.map(([title, names]) => {
    const fields = ui.rulebook.options
      .filter(({ name }) => (names.length ? names.includes(name) : !listed.includes(name)))
      .map(({ name }) => ruleField(t, ui, act, row, name, false))
      .filter(Boolean);
    return fields.length > 0 &&
      h("section.options", { "data-key": title(t) }, h("h3", title(t)), fields);
  });
}

/** The field of the option *name*, if it means something here. */
function ruleField(t, ui, act, row, name, isExplained = true) {
  if (!isAskedHere(name, ui.setup, row)) return null;
  return optionField(t, ui, act, row, optionNamed(ui, name), isExplained);
}

function optionField(t, ui, act, row, option, isExplained = true) {
  const control = FIELDS[option.kind](t, ui, act, row, option);
  return control && field(option.title, control, isExplained ? option.about : null);
}

const optionNamed = (ui, name) => ui.rulebook.options.find((option) => option.name === name);

/** The consequence of too high a claim, beside the choice of muggins. */
export const overcountField = (t, ui, act, row) =>
  optionField(t, ui, act, row, optionNamed(ui, "overcount"));

/** The length of the match, beside that of its games. */
const bestOfField = (t, ui, act, row) => field(t("Number of games"),
  choiceField(t, ui, act, row, optionNamed(ui, "best_of")));

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
  const isLength = (value) => option.name === "best_of" && value > 0;
  const choices = fitting.map(({ value, title }) => [
    String(value),
    isLastPlace(value) ? t("last place") : isLength(value) ? t("best of {n}", { n: value }) : title,
  ]);
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

// The rules of a match: which game, what is entered, who counts, head starts and house rules.

import { h } from "../../core/dom.js";
import { countingText, enteringChoices, withCounting } from "../../game/match.js";
import { skunkLines } from "../../game/teams.js";
import { cardChoice, field, fold, numberField, pillChoice, select } from "../controls.js";
import { seatName } from "./seating.js";

const MOST_AT_ONCE = 4;

function gamesOf({ rulebook, setup: { played } }) {
  const age = ({ key }) => (played.includes(key) ? played.indexOf(key) : played.length);
  return Object.values(rulebook.rules).sort((one, other) => age(one) - age(other));
}

/** Another game resets changed options, but keeps the length if it has it too. */
const choosing = ({ rulebook, setup: { counting, options: { target } } }, act) => (rules) => act.editSetup({
  rules, dealer: "", scores: [], captains: [], moving: null,
  ...withCounting(counting, rulebook.rules[rules].lengths.includes(target) ? { target } : {}),
});

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
  choiceFold("entering", "entered", t("What we enter"), enteringChoices(t), ui.setup.entered,
    (entered) => act.editSetup({ entered })),
  extraFolds(t, ui, act, row),
];

/** The questions that are also asked when the start of a match is corrected. */
export const extraFolds = (t, ui, act, row) => [
  // Without cards there is nothing to count.
  ui.setup.entered !== "points" && choiceFold("counting", "counting", t("Who counts"), ui.rulebook.counting,
    ui.setup.counting, (chosen) => act.editSetup(withCounting(chosen, ui.setup.options)),
    ui.setup.counting === "muggins" && optionField(t, ui, act, row, "overcount")),
  headStarts(t, ui, act, row),
  fold("options", t("Options"), changedText(t, ui, row) ?? t("As usual"), [
    row.captain && row.teams.map((seats, team) => field(t("Captain: {names}", { names: teamNames(t, ui, seats) }),
      select(seats.map((seat) => [String(seat), seatName(t, ui, seat)]), String(ui.setup.captains[team] ?? seats[0]),
        (seat) => act.editSetup({ captains: Object.assign([...ui.setup.captains], { [team]: Number(seat) }) })))),
    ui.setup.entered !== "points" && field(t("Muggins"), yesNo(t, ui.setup.counting === "muggins", (isOn) =>
      act.editSetup(withCounting(isOn ? "muggins" : "players", ui.setup.options)))),
    ARGUED.map((name) => ruleField(t, ui, act, row, name, true)),
    h("details.fold", { "data-key": "all-rules" },
      h("summary", t("All rules")),
      row.target_by_team.length > 0
        ? row.target_by_team.map((_, team) => goalField(t, ui, act, row, team))
        : field(t("Another length"), numberField(
          row.lengths.includes(valueOf(ui, row, "target")) ? null : valueOf(ui, row, "target"),
          setOption(ui, act, "target"),
          { ...optionNamed(ui, "target"), usual: row.target },
        )),
      houseRuleFields(t, ui, act, row),
    ),
  ]),
];

/** A folded question with a list of answers, and *more* below it. */
const choiceFold = (key, name, title, answers, value, onPick, more = null) =>
  fold(key, title, answers.find((one) => one.value === value).title,
    [cardChoice(name, h("span.unseen", title), answers, value, onPick), more]);

/** "Six-card cribbage to 121 · Cribble counts · Mia +10": what is played unless something is changed. */
export function choicesText(t, ui, row) {
  const { entered, counting } = ui.setup;
  return [
    gameText(t, ui, row),
    entered !== "cards" && enteringChoices(t).find(({ value }) => value === entered).title.toLowerCase(),
    entered !== "points" && countingText(t, counting),
    headStartText(t, ui, row),
    changedText(t, ui, row),
  ].filter(Boolean).join(" · ");
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

/** The variant and its length; skunk lines follow from that unless chosen afterwards. */
function gameFold(t, ui, act, row) {
  const among = gamesOf(ui).filter(({ players }) => players === row.players);
  const games = among.map(({ key, title, about }) => ({ value: key, title, about }));
  return fold("game", t("The game"), gameText(t, ui, row), [
    cardChoice("rules", h("span.unseen", t("The game")), games, row.key, choosing(ui, act)),
    row.target_by_team.length === 0 && row.lengths.length > 1 && pillChoice("target", t("Game of"),
      row.lengths.map((target) => ({ value: String(target), title: target })),
      String(ui.setup.options.target ?? row.target),
      (target) => setOption(ui, act, "target")(Number(target)),
    ),
    optionField(t, ui, act, row, "best_of"),
  ]);
}

/** The rules that people argue about, beside muggins; all others are behind *All rules*. */
const ARGUED = ["skunks", "crib_flush", "heels"];

/** "2 changed": the options that differ from the rules' defaults; null if none does. */
function changedText(t, { setup, rulebook }, row) {
  const isOther = (one, usual) => one !== undefined && JSON.stringify(one) !== JSON.stringify(usual);
  const asked = rulebook.options.filter(({ name }) => isAskedHere(name, setup, row));
  const n = asked.filter(({ name }) => isOther(setup.options[name], row[name])).length +
    row.target_by_team.filter((usual, team) => isOther(setup.options.target_by_team?.[team], usual)).length +
    (row.captain ? row.teams.filter(([usual], team) => isOther(setup.captains[team], usual)).length : 0);
  return n > 0 ? t("{n} changed|{n} changed", { n }) : null;
}

const teamNames = (t, ui, seats) => seats.map((seat) => seatName(t, ui, seat)).join(" · ");

/** "Mia +10, Tom +5"; empty without a head start. */
const headStartText = (t, ui, row) => row.teams
  .map((seats, team) => ui.setup.scores[team] && `${teamNames(t, ui, seats)} +${ui.setup.scores[team]}`)
  .filter(Boolean).join(", ");

function headStarts(t, ui, act, row) {
  const scores = row.teams.map((_, team) => ui.setup.scores[team] ?? null);
  return fold("head-start", t("Head start"), headStartText(t, ui, row) || t("None"), [
    h("p.about",
      t("Points to start with, for a child or a beginner. Each next game offers the same again."),
    ),
    row.teams.map((seats, team) => field(t("Head start: {name}", { name: teamNames(t, ui, seats) }),
      numberField(scores[team], (points) => act.editSetup({ scores: scores.with(team, points) }),
        { low: 0, high: goalsOf(ui, row)[team] - 1, usual: 0 }))),
  ]);
}

/** The largest head start, if there is one. */
export function tooMuch(t, ui, row) {
  const target = goalsOf(ui, row).find((goal, team) => ui.setup.scores[team] >= goal);
  return target !== undefined &&
    t("A head start in a game to {target} can be at most {most}.", { target, most: target - 1 });
}

const goalsOf = ({ setup: { options } }, row) =>
  options.target_by_team ??
  (row.target_by_team.length ? row.target_by_team : row.teams.map(() => options.target ?? row.target));

function goalField(t, ui, act, row, team) {
  const usual = row.target_by_team[team];
  const give = (points) => act.editSetup({
    options: { ...ui.setup.options, target_by_team: goalsOf(ui, row).with(team, points ?? usual) },
  });
  return field(t("Points to win: {names}", { names: teamNames(t, ui, row.teams[team]) }),
    numberField(goalsOf(ui, row)[team], give, { ...optionNamed(ui, "target"), usual }),
  );
}

// Asked elsewhere; and the first dealer of the next game, which belongs to another question.
const ELSEWHERE = ["muggins", "teams_by", "next_game_dealer", "target", "target_by_team", "best_of"];

const isSkunked = ({ options }, row) => (options.wins ?? row.wins) === "high";

/** When an option applies; others always do. With muggins, too high a claim is asked for beside it. */
const MEANINGFUL = {
  muggins_until: ({ counting }) => counting === "muggins",
  overcall: ({ counting }) => counting === "muggins",
  undercount: ({ counting }) => counting !== "muggins",
  overcount: ({ counting }) => counting !== "muggins",
  skunks: isSkunked,
  lurch: isSkunked,
  heels_at_end: ({ options }, row) => (options.heels ?? row.heels) > 0,
  captain: (_, row) => row.teams.length < row.players,
};

const isAskedHere = (name, setup, row) =>
  !ELSEWHERE.includes(name) && (MEANINGFUL[name]?.(setup, row) ?? true);

/** In the order of a deal; options in no list belong to the table. Those of the play and the show need cards. */
const GROUPS = [
  [
    (t) => t("The deal"),
    ["first_deal", "next_dealer", "for_last", "misdeal", "starter_cutter", "starter_turner", "heels_at_end"],
  ],
  [(t) => t("The play"), ["go_point", "renege"], "cards"],
  [
    (t) => t("The show"),
    ["nobs", "undercount", "overcount", "muggins_until", "overcall", "captain"], "cards",
  ],
  [(t) => t("The win"), ["wins", "exact_finish", "lurch", "game"]],
  [(t) => t("The table"), []],
];

function houseRuleFields(t, ui, act, row) {
  const listed = [...ARGUED, ...GROUPS.flatMap(([, names]) => names)];
  return GROUPS.filter(([, , needs]) => !needs || ui.setup.entered !== "points").map(([title, names]) => {
    const fields = ui.rulebook.options
      .filter(({ name }) => (names.length ? names.includes(name) : !listed.includes(name)))
      .map(({ name }) => ruleField(t, ui, act, row, name))
      .filter(Boolean);
    return fields.length > 0 &&
      h("section.options", { "data-key": title(t) }, h("h3", title(t)), fields);
  });
}

const ruleField = (t, ui, act, row, name, isExplained = false) =>
  isAskedHere(name, ui.setup, row) && optionField(t, ui, act, row, name, isExplained);

const FIELDS = {
  whole: (t, ui, row, { name, low, high }, choose) =>
    numberField(valueOf(ui, row, name), choose, { low, high, usual: row[name] }),
  one_of: choiceField,
  truth: (t, ui, row, { name }, choose) => yesNo(t, valueOf(ui, row, name), choose),
  skunks: skunksField,
};

function optionField(t, ui, act, row, name, isExplained = true) {
  const option = optionNamed(ui, name);
  const control = FIELDS[option.kind](t, ui, row, option, setOption(ui, act, name));
  return control && field(option.title, control, isExplained || option.kind === "whole" ? option.about : null);
}

const optionNamed = (ui, name) => ui.rulebook.options.find((option) => option.name === name);

const valueOf = ({ setup: { options } }, row, name) => options[name] ?? row[name];

/** Skunk lines follow from the target and the value of a win. */
const setOption = (ui, act, name) => (value) => {
  const resets = ["game", "target"].includes(name) && { skunks: undefined };
  act.editSetup({ options: { ...ui.setup.options, ...resets, [name]: value ?? undefined } });
};

function choiceField(t, ui, row, { name, values }, choose) {
  const fitting = values.filter(({ rules }) => !rules || rules.includes(ui.setup.rules));
  if (fitting.length < 2) return null;
  const titleOf = ({ value, title }) => {
    if (value === "loser" && row.teams.length > 2) return t("last place");
    return name === "best_of" && value > 0 ? t("best of {n}", { n: value }) : title;
  };
  return select(fitting.map((one) => [String(one.value), titleOf(one)]),
    String(valueOf(ui, row, name) ?? fitting[0].value),
    (text) => choose(fitting.find(({ value }) => String(value) === text).value));
}

const yesNo = (t, value, choose) =>
  select([["false", t("no")], ["true", t("yes")]], String(value), (text) => choose(text === "true"));

function skunksField(t, ui, row, option, choose) {
  const [target, game] = [valueOf(ui, row, "target"), valueOf(ui, row, "game")];
  const [far, half, double] = [target - 30, Math.ceil(target / 2), 2 * game];
  const lines = far > half
    ? [[[far, double]], [[half, double]], [[half, Math.min(3 * game, 20)], [far, double]]]
    : [[[half, double]]];
  const usual = [null, [], ...lines];
  const chosen = JSON.stringify(ui.setup.options.skunks ?? null);
  const counting = { best_of: valueOf(ui, row, "best_of"), game };
  const isUsual = target === row.target && game === row.game;
  const text = (list) => list === null
    ? [isUsual && skunkLines(row.skunks, counting, t), t("as the rules say")].filter(Boolean).join(", ")
    : skunkLines(list, counting, t);
  // A chosen list that is none of the usual ones comes last.
  const lists = new Set([...usual.map((list) => JSON.stringify(list)), chosen]);
  return select([...lists].map((list) => [list, text(JSON.parse(list))]), chosen,
    (list) => choose(JSON.parse(list)));
}

// Correction of a match's start: game, length and options, head starts, names, dealer.

import { h } from "../core/dom.js";
import { enteredIn, startAction, withCounting } from "../game/match.js";
import { field, select, textField } from "../views/controls.js";
import { extraFolds, overcountField, tooMuch } from "../views/setup/choices.js";
import { currentAction } from "./draft.js";

/** The choices in the format of the set-up sheet, whose fields are reused here. */
function setupIn(action, row) {
  const { rules, players, options = {}, dealer, scores = [], captains = [] } = action;
  const { muggins, ...others } = options;
  return {
    rules, names: players, options: others,
    dealer: dealer === undefined ? "" : String(dealer),
    scores, captains, isCorrection: true,
    counting: muggins ?? row.muggins ? "muggins" : withoutMuggins(action, row),
    entered: action.entry_mode?.entered ?? "cards",
  };
}

/** Who counts in a match that began with *action*, if without muggins. */
const withoutMuggins = ({ options, entry_mode: mode }, { muggins }) =>
  mode?.counted_by ?? (options?.muggins ?? muggins ? "players" : "program");

export function matchEditor(state, t, ui, act) {
  const { action } = ui.draft;
  const { rules } = ui.rulebook ?? {};
  if (!rules) return h("p", t("One moment…"));
  const row = rules[action.rules];
  const setup = setupIn(action, row);
  const inDraft = { ...ui, setup };
  const give = (changes) => {
    const then = { ...setup, ...changes };
    const begun = startAction(then, rules[then.rules]);
    const mode = then.counting === setup.counting ? action.entry_mode : begun.entry_mode;
    act.typeDraft({ action: { ...begun, players: then.names, entry_mode: mode } });
  };
  const began = currentAction(ui.draft);
  const without = withoutMuggins(began, rules[began.rules]);
  const { options, counting, names } = setup;
  return h("div.editor.form",
    field(t("Who deals"), select(
      [["", t("We cut for it")], ...action.players.map((name, seat) => [`${seat}`, name])],
      `${action.dealer ?? ""}`, (dealer) => give({ dealer }))),
    gameField(t, setup, rules, give),
    // Skunk lines follow from the length.
    row.targets.length > 1 && field(t("Game of"),
      select(row.targets.map((target) => [`${target}`, `${target}`]), `${options.target ?? row.target}`,
        (target) => give({ options: { ...options, target: Number(target), skunks: undefined } }))),
    // Claims need cards.
    enteredIn(state) !== "points" && [
      field(t("Muggins"),
        select([[without, t("no")], ["muggins", t("yes")]], counting === "muggins" ? counting : without,
          (chosen) => give(withCounting(chosen, options)))),
      counting === "muggins" && overcountField(t, inDraft, { editSetup: give }, row),
    ],
    // A required field may not be empty: here players are not named by their seat.
    names.map((name, seat) => field(t("Player\u00a0{n}", { n: seat + 1 }),
      textField(name, (text) => give({ names: names.map((other, at) => (at === seat ? text : other)) })))),
    extraFolds(t, inDraft, { ...act, editSetup: give }, row),
    h("p", { role: "status", "data-key": "too-much" }, tooMuch(t, inDraft, row)),
  );
}

/** Switches to other rules for the same number of players and resets changed options. */
function gameField(t, setup, rules, give) {
  const games = Object.values(rules).filter(({ players }) => players === setup.names.length);
  return field(t("The game"),
    select(games.map(({ key, title }) => [key, title]),
      setup.rules,
      (key) => give({ rules: key, scores: [], captains: [], ...withCounting(setup.counting, {}) }),
    ),
    t("If later cards no longer fit, what follows is removed."),
  );
}

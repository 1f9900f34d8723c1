// Correction of a match's start: game, length and options, head starts, names, dealer.

import { h } from "../core/dom.js";
import { enteredIn } from "../game/entry_mode.js";
import { startAction, withCounting } from "../game/match.js";
import { field, select, textField } from "../views/controls.js";
import { currentAction } from "./draft.js";
import { extraFolds, overcountField, tooMuch } from "../views/setup/choices.js";

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
  return h("div.editor.form",
    dealerField(t, action, give),
    gameField(t, setup, rules, give),
    row.targets.length > 1 && targetField(t, setup, row, give),
    // Claims need cards.
    enteredIn(state) !== "points" && [
      mugginsField(t, setup, give, withoutMuggins(began, rules[began.rules])),
      setup.counting === "muggins" && overcountField(t, inDraft, { editSetup: give }, row),
    ],
    action.players.map((_, seat) => nameField(t, setup, seat, give)),
    extraFolds(t, inDraft, { ...act, editSetup: give }, row),
    h("p", { role: "status", "data-key": "too-much" }, tooMuch(t, inDraft, row)),
  );
}

const dealerField = (t, { players, dealer }, give) => field(t("Who deals"),
  select([["", t("We cut for it")], ...players.map((name, seat) => [`${seat}`, name])],
    `${dealer ?? ""}`,
    (seat) => give({ dealer: seat }),
  ),
);

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

/** Skunk lines follow from the length. */
const targetField = (t, { options }, row, give) => field(t("Game of"),
  select(row.targets.map((target) => [String(target), String(target)]),
    String(options.target ?? row.target),
    (target) => give({ options: { ...options, target: Number(target), skunks: undefined } }),
  ),
);

const mugginsField = (t, { counting, options }, give, without) => field(t("Muggins"),
  select([[without, t("no")], ["muggins", t("yes")]],
    counting === "muggins" ? counting : without,
    (chosen) => give(withCounting(chosen, options)),
  ),
);

/** A required field may not be empty: here players are not named by their seat. */
function nameField(t, { names }, seat, give) {
  const named = (text) => names.map((other, at) => (at === seat ? text : other));
  return field(t("Player\u00a0{n}", { n: seat + 1 }),
    textField(names[seat], (text) => give({ names: named(text) })),
  );
}

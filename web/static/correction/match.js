// How a match should have begun: the game, its length and options, head starts, names, the dealer.

import { h } from "../core/dom.js";
import { startOf } from "../game/match.js";
import { choice, field, textField } from "../views/controls.js";
import { moreFields } from "../views/setup/options.js";

/** What was chosen, as the sheet for sitting down would hold it; its fields are asked here too. */
function setupIn(action, row) {
  const { rules, players, options = {}, dealer, scores = [], captains = [] } = action;
  const { muggins = row.muggins, ...others } = options;
  return {
    rules,
    names: players,
    options: others,
    dealer: dealer === undefined ? "" : String(dealer),
    scores,
    captains,
    counts: muggins ? "muggins" : "program",
  };
}

export function startEditor(state, words, ui) {
  const { action } = ui.mending.draft;
  const { rules } = ui.rows ?? {};
  if (!rules) return h("p", null, words("One moment…"));
  const row = rules[action.rules];
  const setup = setupIn(action, row);
  const give = (changes) => {
    const then = { ...setup, ...changes };
    const begun = startOf(then, rules[then.rules], words);
    ui.mending.change({ action: { ...begun, players: then.names } });
  };
  const asked = { ...ui, setup, prepare: give };
  return h(
    "div.editor.form",
    null,
    dealerField(words, action, give),
    gameField(words, action, rules, give),
    row.targets.length > 1 && targetField(words, setup, row, give),
    mugginsField(words, setup, give),
    action.players.map((_, seat) => nameField(words, setup, seat, give)),
    moreFields(words, asked, row),
  );
}

const dealerField = (words, { players, dealer }, give) =>
  field(
    words("Who deals"),
    choice(
      [["", words("We cut for it")], ...players.map((name, seat) => [`${seat}`, name])],
      `${dealer ?? ""}`,
      (seat) => give({ dealer: seat }),
    ),
  );

/** Other rules for as many; they begin without what was changed for the ones before. */
function gameField(words, action, rules, give) {
  const games = Object.values(rules).filter(({ players }) => players === action.players.length);
  return field(
    words("The game"),
    choice(
      games.map(({ key, title }) => [key, title]),
      action.rules,
      (key) => give({ rules: key, options: {}, scores: [], captains: [] }),
    ),
    words("Where the cards that were entered do not fit it, what follows is dropped."),
  );
}

/** Where a skunk lies follows from the length. */
const targetField = (words, { options }, row, give) =>
  field(
    words("Game of"),
    choice(
      row.targets.map((target) => [String(target), String(target)]),
      String(options.target ?? row.target),
      (target) => give({ options: { ...options, target: Number(target), skunks: undefined } }),
    ),
  );

const mugginsField = (words, { counts }, give) =>
  field(
    words("Muggins"),
    choice(
      [
        ["program", words("no")],
        ["muggins", words("yes")],
      ],
      counts,
      (who) => give({ counts: who }),
    ),
  );

/** A field that was emptied cannot stand: nobody is called by the place here. */
function nameField(words, { names }, seat, give) {
  const named = (text) => names.map((other, at) => (at === seat ? text : other));
  return field(
    words("Player {n}", { n: seat + 1 }),
    textField(names[seat], (text) => give({ names: named(text) })),
  );
}

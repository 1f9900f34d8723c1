// Entry mode and who counts, in the menu during a match, as in the set-up sheet.

import { h } from "../../core/dom.js";
import { countingNow, countingOf, enteredIn } from "../../game/entry_mode.js";
import { countingAction, mayAmendStart } from "../../game/match.js";
import { field, select, sheetTitle } from "../controls.js";

export const enteringChoices = (t) => [
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

export function modeFieldsNow(state, t, act) {
  const entered = enteredIn(state);
  const choose = (chosen) => act.submit({ do: "set_mode", entry_mode: { entered: chosen } });
  const options = enteringChoices(t).map(({ value, title }) => [value, title]);
  return h("fieldset",
    h("legend.unseen", t("This match")),
    field(t("What we enter"), select(options, entered, choose)),
    entered !== "points" && countingField(state, t, act),
  );
}

const countingChoices = (t) => [
  ["program", t("Cribble counts")], ["players", t("We count")],
  ["muggins", t("With muggins")],
];

/** Who counts affects all players: a change is confirmed, and shown on every phone. */
function countingField(state, t, act) {
  const people = playersAs(state);
  const now = countingNow(state);
  const may = mayAmendStart(state);
  return field(t("Who counts"),
    select(countingChoices(t).filter(([who]) => may || ["program", people].includes(who)), now,
      (chosen) => chosen !== now && act.open("counts", chosen)),
    may ? null : mugginsLater(state, t),
  );
}

/** The confirmation, alone on the screen, or its answers would be below the fold. */
export function countsView(state, t, ui, act) {
  const [asked] = ui.asked;
  const isOn = !["idle", "over"].includes(state.phase);
  return h("main.scroll.counts",
    sheetTitle(Object.fromEntries(countingChoices(t))[asked]),
    h("p", countingChange(t, asked)),
    h("div.two",
      h("button.second", { onclick: () => act.back() }, t("Keep as is")),
      isOn && h("button.prime", { onclick: () => changeCounting(state, act, asked) },
        t("Change it for everyone")),
    ),
  );
}

const mugginsLater = ({ rules }, t) => rules.muggins
  ? t("Muggins stays a rule of this match. You can change who counts at any time.")
  : t("You play without muggins. You can switch it on for the next match.");

/** The option for counting by players under the match's rules. */
const playersAs = ({ rules }) => countingOf({ counted_by: "players" }, rules.muggins);

/** Muggins is a rule of the match, so its start is corrected. A later change of mode stays in force. */
async function changeCounting(state, act, counting) {
  const counted_by = counting === "program" ? "program" : "players";
  const isByRules = counting === "program" || counting === playersAs(state);
  const isSet = state.record.some(({ actions }) =>
    actions.some(({ do: what, entry_mode: mode }) => what === "set_mode" && mode.counted_by));
  if (!isByRules && !(await act.submit(countingAction(state, counting)))) return;
  await act.back();
  if (isByRules || (isSet && state.entry_mode.counted_by !== counted_by))
    act.submit({ do: "set_mode", entry_mode: { counted_by } });
}

const countingChange = (t, who) => who === "program"
  ? t("Cribble counts every hand. Everyone will be told.")
  : t("You enter your own counts. Everyone will be told.");

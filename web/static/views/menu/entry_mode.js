// What is entered and who counts, in the menu of a match that is on: as the set-up sheet asks it.

import { h } from "../../core/dom.js";
import { playersCount, playersMode } from "../../game/entry_mode.js";
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

export function modeFieldsNow(state, t, ui, act) {
  const choose = (entered) => act.setEntryMode({ entered });
  const options = enteringChoices(t).map(({ value, title }) => [value, title]);
  return h("fieldset",
    h("legend.unseen", t("This match")),
    field(t("What we enter"), select(options, ui.entered, choose)),
    ui.entered !== "points" && countingField(state, t, ui, act),
  );
}

const countingChoices = (t) => [
  ["program", t("Cribble counts")], ["check", t("We count")],
  ["muggins", t("With muggins")],
];

/** Who counts concerns everybody: it is asked about before it changes, and every phone says so. */
function countingField(state, t, ui, act) {
  const people = playersMode(state);
  const now = playersCount(state, ui) ? people : "program";
  const may = mayAmendStart(state);
  return field(t("Who counts"),
    select(countingChoices(t).filter(([who]) => may || ["program", people].includes(who)), now,
      (chosen) => chosen !== now && act.open("counts", chosen)),
    may ? null : mugginsLater(state, t),
  );
}

/** The question before who counts changes: alone on the screen, or its answers would lie below it. */
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

/** Muggins is one of the rules that the match began with. */
async function changeCounting(state, act, who) {
  const isOfRules = who === "program" || who === playersMode(state);
  if (!isOfRules && !(await act.submit(countingAction(state, who)))) return;
  await act.back();
  act.setEntryMode({ counted_by: who });
}

const countingChange = (t, who) => who === "program"
  ? t("Cribble counts every hand. Everyone will be told.")
  : t("You enter your own counts. Everyone will be told.");

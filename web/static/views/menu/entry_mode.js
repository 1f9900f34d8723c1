// What is entered and who counts, in the menu of a match that is on: as the set-up sheet asks it.

import { h } from "../../core/dom.js";
import { playersCount, playersMode } from "../../game/entry_mode.js";
import { countingAction, mayAmendStart } from "../../game/match.js";
import { field, select } from "../controls.js";

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
  const choose = (enters) => act.setEntryMode({ enters });
  const options = enteringChoices(t).map(({ value, title }) => [value, title]);
  return h("fieldset",
    h("legend.unseen", t("This match")),
    field(t("What we enter"), select(options, ui.enters, choose)),
    ui.enters !== "points" && countingField(state, t, ui, act),
  );
}

/** Who counts concerns everybody: it is asked about before it changes, and every phone says so. */
function countingField(state, t, ui, act) {
  const people = playersMode(state);
  const now = playersCount(state, ui) ? people : "program";
  const asked = ui.countsAsked ?? now;
  const may = mayAmendStart(state);
  const choices = [
    ["program", t("Cribble counts")], ["check", t("We count")],
    ["muggins", t("With muggins")],
  ];
  return [
    field(t("Who counts"),
      select(choices.filter(([who]) => may || ["program", people].includes(who)), asked,
        (counts) => act.set({ countsAsked: counts === now ? null : counts })),
      may ? null : mugginsLater(state, t),
    ),
    asked !== now && h("div.callout", { role: "alertdialog", "data-key": "change" },
      h("p", countingChange(t, asked)),
      h("div.two",
        h("button.second", { onclick: () => act.set({ countsAsked: null }) }, t("Keep as is")),
        h("button.prime", { onclick: () => changeCounting(state, act, asked) },
          t("Change it for everyone")),
      ),
    ),
  ];
}

const mugginsLater = ({ rules }, t) => rules.muggins
  ? t("You play with muggins. You can switch it off for the next match.")
  : t("You play without muggins. You can switch it on for the next match.");

/** Muggins is one of the rules that the match began with. */
async function changeCounting(state, act, counts) {
  const isOfRules = counts === "program" || counts === playersMode(state);
  if (isOfRules || await act.submit(countingAction(state, counts))) act.setEntryMode({ counts });
}

const countingChange = (t, counts) => counts === "program"
  ? t("Cribble will count every hand. Everyone will be told.")
  : counts === "muggins"
    ? t("You’ll enter your own counts, with muggins. Everyone will be told.")
    : t("You’ll enter your own counts, on every phone. Everyone will be told.");

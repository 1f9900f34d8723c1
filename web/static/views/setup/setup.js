// Setting up a match on one screen: number of players, seats, and all other questions folded.

import { h } from "../../core/dom.js";
import { playersIn, startAction } from "../../game/match.js";
import { displayName } from "../../game/teams.js";
import { assignmentView } from "./assignment.js";
import { familyChoices, familyForm } from "./families.js";
import { drawView } from "./draw.js";
import { openFault, retype } from "./fold.js";
import { gameFold, modeFolds, playersField } from "./game.js";
import { extraFolds, tooMuch } from "./options.js";
import { dealFolds, seatFields } from "./seating.js";

/** The sheet, for lazy loading. */
export const install = () => ({ views: { setup: setupView, draw: drawView }, actions: {} });

function setupView(state, t, ui, act) {
  if (!ui.me.scorer) return idleView(state, t, ui, act);
  if (!ui.rulebook) return h("main.scroll", h("p.prompt", t("One moment…")));
  const row = ui.rulebook.rules[ui.setup.rules];
  return h("main.scroll.form.setup",
    assignmentView(state, t, ui, act),
    h("h2.unseen", { tabindex: -1 }, t("A new match")),
    h("div.sitting",
      familyChoices(t, ui, act),
      playersField(t, ui, act, row),
      seatFields(state, t, ui, act, row),
    ),
    h("div.folds",
      gameFold(t, ui, act, row),
      modeFolds(t, ui, act, row),
      dealFolds(t, ui, act, row),
      extraFolds(t, ui, act, row),
      familyForm(t, ui, act, row),
    ),
    startBar(t, ui, act, row),
  );
}

/** What is missing is shown beside Start; an invalid answer is opened instead. */
function startBar(t, ui, act, row) {
  const twice = seatedTwice(ui, row, t);
  const over = tooMuch(t, ui, row);
  const start = () => {
    if (twice > 0) retype(document.querySelector(`[data-key=place-${twice}] input`));
    else if (over) openFault();
    else act.startMatch(startAction(ui.setup, row));
  };
  return h("div.bar",
    h("p", { role: "status" },
      twice > 0 ? t("{name} is listed twice.", { name: displayName(t, playersIn(ui.setup, row)[twice]) })
        : over || unnamed(t, ui, row),
    ),
    ui.sheet === "setup" &&
      h("button.second", { onclick: () => act.open(null) }, t("Back to the table")),
    h("button.prime.wide", { onclick: start }, t("Start")),
  );
}

/** The seat with a name that an earlier seat already has; -1 if there is none. */
function seatedTwice({ setup }, row, t) {
  const names = playersIn(setup, row).map((name) => name.toLowerCase());
  return names.findIndex((name, seat) => names.indexOf(name) < seat);
}

/** Names are optional. */
function unnamed(t, { setup }, row) {
  const n = row.players - setup.names.slice(0, row.players).filter((name) => name?.trim()).length;
  return n > 0 && t("{n} seat has no name yet|{n} seats have no name yet", { n });
}

const idleView = (state, t, ui, act) => h("main.nobody",
  assignmentView(state, t, ui, act),
  h("img", { src: "/board.svg", alt: "", width: 366, height: 106 }),
  h("h2", t("No game yet")),
  h("p", t("It will show up here as soon as one starts.")),
);

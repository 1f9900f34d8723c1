// The history, newest first: this deal, then the earlier ones of the game when they are asked for.

import { h } from "../../core/dom.js";
import { isMendable } from "../../core/mending.js";
import { called } from "../../game/teams.js";
import { sheetTitle } from "../sheet.js";
import { counts } from "../notices.js";

export function historyView(state, words, ui) {
  const open = state.windows.length > 0;
  return h(
    "main.scroll",
    null,
    sheetTitle(words("This deal")),
    state.record.length === 0 && h("p", null, words("Nothing was entered in this deal yet")),
    open && h("p", null, words("While muggins may be called, a count is not told")),
    entries(state, words, ui, { list: state.record, starter: state.starter }),
    earlier(state, words, ui),
    state.game > 1 &&
      isMendable(state, ui) &&
      h("p.about", null, words("How a match began can be put right in its first game.")),
  );
}

/** The deals before this one, the latest first; a tapped one is fetched and opened. */
function earlier(state, words, ui) {
  const shown = ui.mending?.deal;
  return Array.from({ length: Math.max(0, (state.deal ?? 1) - 1) }, (_, at) => {
    const deal = state.deal - 1 - at;
    const isShown = shown?.deal === deal;
    return h(
      "section",
      { "data-key": `deal-${deal}` },
      h(
        "button.item",
        {
          "aria-expanded": isShown,
          onclick: () => (isShown ? ui.mend("putAway") : ui.mend("lookBack", deal)),
        },
        words("Deal {n}", { n: deal }),
        isShown && h("small", null, dealt(state, words, shown)),
      ),
      isShown && entries(state, words, ui, { list: shown.entries, starter: shown.starter }),
    );
  });
}

/** Who dealt, and how the scores were at the end of it. */
function dealt(state, words, { deals, deal }) {
  const { dealer, scores } = deals.find((one) => one.deal === deal);
  const who = dealer === null ? [] : [words("{name} dealt", { name: called(words, state.players[dealer]) })];
  return [...who, scores.join(" – ")].join(" · ");
}

const entries = (state, words, ui, { list, starter }) =>
  h(
    "ol.record",
    { reversed: true },
    [...list].reverse().map((entry) => line(state, words, ui, entry, starter)),
  );

function line(state, words, ui, entry, starter) {
  // The crib that ended the deal before was counted with that deal's starter.
  const turned = entry.actions[0]?.do === "crib" ? null : starter;
  return h(
    "li",
    { "data-key": `entry-${entry.entry}` },
    h("p", null, entry.say),
    h("small", null, origin(entry, words)),
    isMendable(state, ui) &&
      h(
        "button.text",
        { onclick: () => ui.mend("begin", entry, turned) },
        words("Correct"),
      ),
    counts(entry, state, words),
  );
}

/** The number by which the table speaks of an entry, who made it, and when. */
const origin = ({ entry, by, at }, words) =>
  [words("Entry {n}", { n: entry }), by, clock(at, words)].filter(Boolean).join(" · ");

const clock = (at, words) =>
  at && new Date(at).toLocaleTimeString(words.lang, { hour: "2-digit", minute: "2-digit" });

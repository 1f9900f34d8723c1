// The history, newest first: this deal, then the earlier ones of the game when they are asked for.

import { h } from "../../core/dom.js";
import { displayName } from "../../game/teams.js";
import { sheetTitle } from "../controls.js";
import { countsOf } from "../notices.js";

export function historyView(state, t, ui, act) {
  const open = state.windows.length > 0;
  return h("main.scroll",
    sheetTitle(t("This deal")),
    state.record.length === 0 && h("p", t("Nothing entered in this deal yet")),
    open && h("p", t("Counts stay hidden while muggins is open")),
    entries(state, t, ui, act, { list: state.record, starter: state.starter }),
    restOfDeal(state, t, ui, act),
    earlierDeals(state, t, ui, act),
    state.game > 1 &&
      isCorrectable(state, ui) &&
      h("p.about", t("You can change how a match started during its first game.")),
  );
}

/** The entries of a long deal that are not in the state; they are fetched and opened. */
function restOfDeal(state, t, ui, act) {
  if (!state.earlier) return null;
  const deal = state.deal ?? 1;
  const shown = ui.earlierDeal?.deal === deal ? ui.earlierDeal : null;
  const list = shown?.entries.filter(({ entry }) => entry < state.record[0].entry);
  return h("section", { "data-key": "rest" },
    h("button.item", {
        "aria-expanded": shown !== null,
        onclick: () => (shown ? act.hideDeal() : act.showDeal(deal)),
      },
      t("Earlier in this deal: {n}", { n: state.earlier }),
    ),
    list && entries(state, t, ui, act, { list, starter: state.starter }),
  );
}

/** The deals before this one, the latest first; a tapped one is fetched and opened. */
function earlierDeals(state, t, ui, act) {
  const shown = ui.earlierDeal;
  return Array.from({ length: Math.max(0, (state.deal ?? 1) - 1) }, (_, at) => {
    const deal = state.deal - 1 - at;
    const isShown = shown?.deal === deal;
    return h("section", { "data-key": `deal-${deal}` },
      h("button.item", {
          "aria-expanded": isShown,
          onclick: () => (isShown ? act.hideDeal() : act.showDeal(deal)),
        },
        t("Deal {n}", { n: deal }),
        isShown && h("small", dealSummary(state, t, shown)),
      ),
      isShown && entries(state, t, ui, act, { list: shown.entries, starter: shown.starter }),
    );
  });
}

/** The dealer, and the scores at the end of the deal. */
function dealSummary(state, t, { deals, deal }) {
  const { dealer, scores } = deals.find((one) => one.deal === deal);
  const score = scores.join(" – ");
  if (dealer === null) return score;
  return [t("{name} dealt", { name: displayName(t, state.players[dealer]) }), score].join(" · ");
}

const entries = (state, t, ui, act, { list, starter }) => h("ol.record", { reversed: true },
  [...list].reverse().map((entry) => entryLine(state, t, ui, act, entry, starter)),
);

function entryLine(state, t, ui, act, entry, starter) {
  // The crib that ended the deal before was counted with that deal's starter.
  const turned = entry.actions[0]?.do === "crib" ? null : starter;
  return h("li", { "data-key": `entry-${entry.entry}` },
    h("p", entry.say),
    h("small", origin(entry, t)),
    isCorrectable(state, ui) &&
      h("button.text", { onclick: () => act.correct(entry, turned) }, t("Edit")),
    countsOf(entry, state, t),
  );
}

/** The number by which the table speaks of an entry, who made it, and when. */
const origin = ({ entry, by, at }, t) =>
  [t("Entry {n}", { n: entry }), by, clockTime(at, t)].filter(Boolean).join(" · ");

const clockTime = (at, t) =>
  at && new Date(at).toLocaleTimeString(t.lang, { hour: "2-digit", minute: "2-digit" });

/** True if an entry can be corrected: something stands there, at a table that plays. */
const isCorrectable = (state, ui) => ui.me.scorer && state.phase !== "idle";

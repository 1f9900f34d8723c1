// The history, newest first: this deal, then earlier deals on request.

import { h } from "../../core/dom.js";
import { playerName, plusPoints, unbroken } from "../../game/teams.js";
import { loading, sheet } from "../controls.js";
import { wholeCount } from "../count_lines.js";
import { countNotices } from "../notices.js";

export const historyView = (state, t, ui, act) => recordView(state, t, ui, act, t("This deal"));

/** The entries of a finished game, with its last state as the table. */
export function entriesView(_, t, ui, act) {
  const { past } = ui.history;
  if (!past) return loading(t);
  const history = { ...ui.history, log: past.log };
  return recordView(past.state, t, { ...ui, history }, act, t("The last deal"));
}

function recordView(state, t, ui, act, title) {
  const { log } = ui.history;
  // The table's state has only the latest entries of a long deal.
  const around = state.earlier && log?.version === state.version ? log.entries : state.record;
  const list = withoutCribBefore(state.deal, around);
  return sheet("main.scroll", title,
    state.latest.correction && h("section.callout", { "data-key": "righted" }, h("p", state.latest.correction)),
    list.length === 0 && h("p", t("Nothing entered in this deal yet")),
    entries(state, t, ui, act, { list, around, starter: state.starter, log }),
    Array.from({ length: Math.max(0, (state.deal ?? 1) - 1) }, (_, at) =>
      earlierDeal(state, t, ui, act, state.deal - 1 - at)),
    state.game > 1 &&
      isCorrectable(state, ui) &&
      h("p.about", t("You can change how a match started during its first game.")),
  );
}

/** The crib's entry also starts the next deal, and is the first of its entries. */
const withoutCribBefore = (deal, list) => list.slice(leadsWithCrib(deal, list) ? 1 : 0);
const leadsWithCrib = (deal, [first]) => deal > 1 && first?.actions[0]?.do === "crib";

function earlierDeal(state, t, ui, act, deal) {
  const shown = ui.earlierDeal?.deal === deal ? ui.earlierDeal : null;
  const { log } = ui.history;
  const around = shown ? [...shown.entries, shown.closing].filter(Boolean) : state.record;
  const list = shown
    ? withoutCribBefore(deal, around)
    : around.slice(0, deal === state.deal - 1 && leadsWithCrib(state.deal, around) ? 1 : 0);
  const { dealer, scores, points } = (shown ?? log)?.deals.find((one) => one.deal === deal) ?? {};
  return h("section", { "data-key": `deal-${deal}` },
    h("button.item", {
        "aria-expanded": shown !== null,
        onclick: () => (shown ? act.set({ earlierDeal: null }) : act.showDeal(deal)),
      },
      t("Deal {n}", { n: deal }),
      scores && h("small",
        dealer !== null && [t("{name} dealt", { name: playerName(state, t, dealer) }), " · "],
        `${scores.join(" – ")} (${points.map(plusPoints).join(", ")})`),
    ),
    list.length > 0 &&
      entries(state, t, ui, act, { list, around, starter: shown?.starter ?? null, log: shown ?? log }),
  );
}

/** *list* in rows; *around* are all known entries, including the previous deal's crib. */
const entries = (state, t, ui, act, { list, around, starter, log }) => h("ol.record", { reversed: true },
  [...list].reverse().flatMap((entry) => entryLines(state, t, ui, act, {
    entry, starter, scores: scoresAfter(log, entry), counts: countsBelow(entry, list, around),
  })),
);

/** The counts shown below *entry*: those of its hand, even if revealed later. */
const countsBelow = (entry, list, around) => list.flatMap((shown) =>
  countNotices(shown).filter((count) => {
    const own = around.findLast(({ of, entry: at }) => of === count.of && at <= shown.entry);
    return (list.includes(own) ? own : shown) === entry;
  }));

function scoresAfter(log, { entry, awards }) {
  if (!log || awards.length === 0) return null;
  if (log.closing?.entry === entry) return log.deals.find(({ deal }) => deal === log.deal).scores;
  return log.scores[log.entries.findIndex((one) => one.entry === entry)] ?? null;
}

/** A row per entry; after a correction that added actions, a row per action. */
function entryLines(state, t, ui, act, { entry, starter, scores, counts }) {
  // The crib of the previous deal was counted with that deal's starter.
  const turned = entry.actions[0]?.do === "crib" ? null : starter;
  const [last, ...before] = [...(entry.parts ?? [entry.say])].reverse();
  const isHidden = state.windows.some(({ of }) => of === entry.of) &&
    state.record.findLast(({ of }) => of === entry.of)?.entry === entry.entry;
  const line = (say, number, key, ...below) => h("li", { "data-key": key },
    h("p", unbroken(say), below.length > 0 && scores && h("b.after", " ", scores.join(" – "))),
    isCorrectable(state, ui) &&
      h("button.text", { onclick: () => act.correct(entry, turned, number) }, t("Edit")),
    below,
  );
  return [
    line(last, undefined, `entry-${entry.entry}`,
      isHidden && h("p.quiet", t("This count stays hidden while muggins is open")),
      counts.map((count) => wholeCount(count, state, t))),
    ...before.map((say, at) =>
      line(say, before.length - 1 - at, `entry-${entry.entry}-${before.length - 1 - at}`)),
  ];
}

/** True if an entry can be corrected: it has actions, and a game is on. */
const isCorrectable = (state, ui) => ui.me.scorer && state.phase !== "idle";

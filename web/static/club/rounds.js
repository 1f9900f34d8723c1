// The director's tabs of rounds: the plan, its preview and pairing; and the results, with open decisions.

import { h } from "../core/dom.js";
import { usualPaper } from "../core/i18n.js";
import { field, numberField, select, toggle } from "../views/controls.js";
import { featList, handChips, names, quarterLine, restLine, sheetTable, skunkChips, skunkName } from "./page.js";

export function planTab(page, act) {
  const { t, ui, night: { night } } = page;
  if (!night) return h("p", { "data-key": "none" }, t("Open a night first."));
  if (night.phase === "over") return h("p", { "data-key": "over" }, t("This night is over."));
  const start = night.round + 1;
  const isOn = night.phase === "play";
  const isLast = start > plannedOf(page).rounds;
  return [
    isOn && h("p.hint", { "data-key": "again" },
      isLast ? t("Round {n} is the last one: for more, increase the number of rounds.", { n: night.round }) : [
        t("Round {n} stays as it is.|Rounds 1 to {n} stay as they are.", { n: night.round }), " ",
        t("From round {next} on, you can pair again with the players who are here.", { next: start }),
      ]),
    form(page, act),
    h("div.bar", { "data-key": "ask" },
      !isLast && h("button.second", { onclick: () => (ui.preview ? act.shuffle(start) : act.preview(start)) },
        ui.preview ? t("Shuffle") : t("Preview")),
      isOn && h("button.second", { onclick: act.savePlan, disabled: ui.sending }, t("Save the plan"))),
    isOn && !isLast && h("p.hint", { "data-key": "saving" },
      t("Saving changes the clock now. The pairings change when you pair again.")),
    ui.preview && h("section.preview", { "data-key": "preview" },
      ui.preview.map(({ round, tables, out }) => h("section.panel", { "data-key": `round-${round}` },
        h("h2", t("Round {n}", { n: round })),
        h("ol.pairs", tables.map(({ table, sides }) =>
          h("li", { "data-key": table }, h("b", table), " ", sides.map(names).join(" – ")))),
        restLine(t, out),
      )),
    ),
    !isLast && h("div.bar.last", { "data-key": "begin" },
      h("button.prime", { disabled: ui.sending, onclick: () => act.pair(start) },
        isOn ? t("Pair again from round {n}", { n: start }) : t("Begin round 1"))),
  ];
}

/** Of the ways to move and to score. */
const titles = (t) => ({
  circle: t("Round robin"), "two-sided": t("One side moves a table"),
  pairs: t("Fixed pairs"), "winners-up": t("Winners go up a table"),
  acc: t("ACC: 2 a win, 3 a skunk"), games: t("Games: 1, skunk 2, double 3"),
});

/** The plan in the form: as typed, or the night's, with at most as many rounds as its players can play. */
export function plannedOf({ ui: { plan, hasTyped }, night: { night, plan: saved, most } }) {
  if (hasTyped) return plan;
  const can = night?.phase === "setup" ? most[plan.movement] : Infinity;
  return { ...plan, rounds: Math.min(saved.rounds, can) };
}

function form(page, act) {
  const { t, night: { movements, scorings, broker } } = page;
  const plan = plannedOf(page);
  const choice = (label, name, keys) => field(label,
    select(keys.map((key) => [key, titles(t)[key] ?? key]), plan[name], (key) => act.planned({ [name]: key })));
  const whole = (label, name, low, high, hasTyped) => field(label, numberField(plan[name], (n) => {
    if (Number.isInteger(n) && n >= low && n <= high) act.planned({ [name]: n }, hasTyped);
  }, { low, high }));
  return h("section.form", { "data-key": "form" },
    choice(t("How players move"), "movement", movements),
    whole(t("Number of rounds"), "rounds", 1, 60, true),
    choice(t("Scoring"), "scoring", scorings),
    whole(t("Minutes a round (0: no clock)"), "minutes", 0, 240),
    broker.url && field(t("Players tap Agreed at a table with Cribble"), toggle(plan.agree, (agree) => act.planned({ agree }))),
  );
}

export function resultsTab(page, act) {
  const { t, ui, night: { night, rounds, different, sheet } } = page;
  if (!night || night.round === 0) return h("p", { "data-key": "none" }, t("No round has begun yet."));
  const shown = ui.round ?? night.round;
  const { games, out } = rounds[shown - 1] ?? { games: [], out: [] };
  return [
    different.length > 0 && h("section.panel.decide", { "data-key": "decide" },
      h("h2", t("To decide")),
      h("ul.games-list", different.map((game) => row(page, game, "decide", act)))),
    h("div.rounds", { "data-key": "rounds", role: "group", "aria-label": t("Rounds") },
      rounds.slice(0, night.round).map(({ round }) =>
        h("button.chip", { "data-key": round, "aria-pressed": round === shown, onclick: () => act.set({ round }) },
          round, round < night.round && openGames(rounds.slice(round - 1, round)) > 0 && " …"))),
    h("ul.games-list", { "data-key": `games-${shown}` }, games.map((game) => row(page, game, "round", act))),
    restLine(t, out),
    night.phase === "play" && shown === night.round && nextRound(page, act),
    sheet?.finished && h("section.panel.evening", { "data-key": "sheet" },
      h("h2", t("The evening’s sheet")),
      sheetTable(t, sheet.rows),
      quarterLine(t, sheet),
      featList(t, sheet.pots),
      h("p.papers", paperLink(t, "evening.pdf", t("Print it")), paperLink(t, "evening.csv", t("For a spreadsheet"))),
    ),
  ];
}

/** The next round or the end, with a warning about anything that would be lost. */
function nextRound({ t, ui, night: sent }, act) {
  const { night } = sent;
  const next = night.round + 1;
  const isLast = next > night.rounds;
  const open = openGames(begun(sent));
  return h("div.bar.last", { "data-key": "next" },
    open > 0 && h("p.hint", openText(t, open)),
    h("button", {
        class: open > 0 && !isLast ? "second" : "prime", disabled: ui.sending || (isLast && open > 0),
        onclick: () => act.enter(isLast ? { do: "end" } : { do: "round", round: next }),
      }, isLast ? t("End the night") : t("Begin round {n}", { n: next })),
  );
}

export const begun = ({ night, rounds }) => rounds.slice(0, night.round);

export const openGames = (rounds) =>
  rounds.flatMap(({ games }) => games).filter(({ status }) => status !== "done" && status !== "void").length;

export const openText = (t, n) => t("{n} game has no result yet.|{n} games have no result yet.", { n });

function row(page, game, list, act) {
  const { t, ui, night: { night } } = page;
  const isOpen = ui.editing?.round === game.round && ui.editing.table === game.table && ui.editing.list === list;
  return h("li.game", { "data-key": `game-${game.round}-${game.table}`, class: `game ${game.status}` },
    h("button.item", { "aria-expanded": isOpen, onclick: () => (isOpen ? act.set({ editing: null }) : act.edit(game, list)) },
      h("span.label", game.table),
      h("span.sides", game.sides.map(names).join(" – ")),
      h("small", statusText(t, game, night)),
    ),
    (isOpen || list === "decide") && h("div.bar.reports", { "data-key": "reports" }, game.said.map((report) =>
      h("button.second", {
        "data-key": `${report.source}-${report.by}`, disabled: ui.sending,
        onclick: () => act.rule(game, { scores: report.scores, skunk: report.skunk }),
      }, reportText(t, game, report)))),
    isOpen && editor(page, game, act),
  );
}

const statusText = (t, { round, status, scores, skunk, by }, night) => ({
  open: round === night.round && night.phase === "play" ? t("being played") : t("no result yet"),
  reported: t("one side has reported"), different: t("they differ"),
  void: t("doesn’t count"),
})[status] ?? [scores.join(" – "), skunk > 0 && skunkName(t, skunk), by === "director" && t("decided")]
  .filter(Boolean).join(" · ");

function reportText(t, { sides }, { by, source, scores, skunk }) {
  const winner = names(sides[Number(scores[0] < scores[1])]);
  const facts = { by, names: winner, n: Math.abs(scores[0] - scores[1]) };
  const text = source === "table"
    ? t("Table {by} says: {names} won by {n} point|Table {by} says: {names} won by {n} points", facts)
    : t("{by} says: {names} won by {n} point|{by} says: {names} won by {n} points", facts);
  return skunk ? `${text} · ${skunkName(t, skunk)}` : text;
}

/** Winner and margin; the director's ruling stands until it is revoked. */
function editor({ t, ui, night }, game, act) {
  const { winner, margin, skunk } = ui.editing;
  const { target, skunks } = night.night;
  const isPossible = Number.isInteger(margin) && margin >= 1 && margin <= target;
  const degree = skunk ?? skunks.filter((least) => margin >= least).length;
  const change = (changes) => act.set({ editing: { ...ui.editing, ...changes } });
  const scores = winner === 0 ? [target, target - margin] : [target - margin, target];
  return h("section.editor", { "data-key": "editor" },
    h("div.chips", { role: "group", "aria-label": t("Winner") }, game.sides.map((side, at) =>
      h("button.chip", { "aria-pressed": winner === at, onclick: () => change({ winner: at }) },
        t("{names} won", { names: names(side) })))),
    field(t("By how many points"),
      numberField(margin, (typed) => change({ margin: typed, skunk: null }), { low: 1, high: target })),
    skunkChips(t, { margin, chosen: degree }, skunks, ui, (chosen) => change({ skunk: chosen })),
    game.sides.flat().map((player) => hands(t, ui, game, player, act)),
    h("div.bar",
      h("button.prime", {
        disabled: ui.sending || winner === null || !isPossible,
        onclick: () => act.rule(game, { scores, skunk: degree }),
      }, t("Save")),
      h("button.second", { disabled: ui.sending, onclick: () => act.rule(game, { scores: null, skunk: 0 }) }, t("Doesn’t count")),
      game.ruled && h("button.second", { disabled: ui.sending, onclick: () => act.rule(game, { lifted: true }) }, t("Undo the ruling"))),
  );
}

/** The great hands of a player in a game; each tap is saved at once. */
const hands = (t, ui, { round, hands: known }, { id, name }, act) => h("div.hands", { "data-key": `hands-${id}` },
  h("small", t("Great hands of {name}", { name })),
  handChips(t, t("Great hands of {name}", { name }),
    known.filter(({ player }) => player === id).map(({ kind }) => kind), ui,
    (feat, undone) => act.enter({ do: "noted", player: id, round, feat, undone })),
);

export const paperLink = (t, file, name) =>
  h("a", { href: `/paper/${file}?lang=${t.lang}&paper=${usualPaper()}`, download: "" }, name);

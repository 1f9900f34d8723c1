// The director's tab of results: open decisions, the games of a round, the next round.

import { h } from "../core/dom.js";
import { handName, HANDS, names, skunkName } from "./page.js";
import { sheetPanel } from "./sheet.js";

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
    out.length > 0 && h("p", { "data-key": "out" }, t("Sitting out: {names}", { names: names(out) })),
    night.phase === "play" && shown === night.round && nextRound(page, act),
    sheet?.finished && sheetPanel(t, sheet),
  ];
}

/** The next round or the end, with a warning about anything that would be lost. */
function nextRound({ t, ui, night: sent }, act) {
  const { night } = sent;
  const next = night.round + 1;
  const open = openGames(begun(sent));
  const missing = open > 0 && h("p.hint", openText(t, open));
  if (next > night.rounds) {
    return h("div.bar.last", { "data-key": "next" },
      missing,
      h("button.prime", { disabled: ui.sending || open > 0, onclick: () => act.enter({ do: "end" }) }, t("End the night")));
  }
  return h("div.bar.last", { "data-key": "next" },
    missing,
    h("button", {
        class: open > 0 ? "second" : "prime", disabled: ui.sending,
        onclick: () => act.enter({ do: "round", round: next }),
      }, t("Begin round {n}", { n: next })),
  );
}

export const begun = ({ night, rounds }) => rounds.slice(0, night.round);

/** The number of games in *rounds* without a result. */
export const openGames = (rounds) =>
  rounds.flatMap(({ games }) => games).filter(({ status }) => status !== "done" && status !== "void").length;

export const openText = (t, n) => t("{n} game has no result yet.|{n} games have no result yet.", { n });

/** A game in a list of the page: open decisions, or a round. */
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
  const n = Number(margin);
  const isWhole = Number.isInteger(n) && n >= 1 && n <= target;
  const suggested = skunks.filter((least) => n >= least).length;
  const change = (changes) => act.set({ editing: { ...ui.editing, ...changes } });
  const scores = () => (winner === 0 ? [target, target - n] : [target - n, target]);
  return h("section.editor", { "data-key": "editor" },
    h("div.chips", { role: "group", "aria-label": t("Winner") }, game.sides.map((side, at) =>
      h("button.chip", { "aria-pressed": winner === at, onclick: () => change({ winner: at }) },
        t("{names} won", { names: names(side) })))),
    h("label.field", h("span", t("By how many points")),
      h("input", {
        type: "number", inputmode: "numeric", min: 1, max: target, value: margin,
        oninput: ({ target: field }) => change({ margin: field.value, skunk: null }),
      })),
    h("div.chips", { role: "group", "aria-label": t("Skunk") }, [0, 1, 2].map((one) =>
      h("button.chip", { "aria-pressed": (skunk ?? suggested) === one, onclick: () => change({ skunk: one }) },
        skunkName(t, one)))),
    game.sides.flat().map((player) => hands(t, ui, game, player, act)),
    h("div.bar",
      h("button.prime", {
        disabled: ui.sending || winner === null || !isWhole,
        onclick: () => act.rule(game, { scores: scores(), skunk: skunk ?? suggested }),
      }, t("Save")),
      h("button.second", { disabled: ui.sending, onclick: () => act.rule(game, { scores: null, skunk: 0 }) }, t("Doesn’t count")),
      game.ruled && h("button.second", { disabled: ui.sending, onclick: () => act.rule(game, { lifted: true }) }, t("Undo the ruling"))),
  );
}

/** The great hands of a player in a game; each tap is saved at once. */
const hands = (t, ui, { round, hands: known }, { id, name }, act) => h("div.hands", { "data-key": `hands-${id}` },
  h("small", t("Great hands of {name}", { name })),
  h("div.chips", { role: "group", "aria-label": t("Great hands of {name}", { name }) }, HANDS.map((feat) => {
    const undone = known.some(({ player, kind }) => player === id && kind === feat);
    return h("button.chip", {
      "data-key": feat, "aria-pressed": undone, disabled: ui.sending,
      onclick: () => act.enter({ do: "noted", player: id, round, feat, undone }),
    }, handName(t, feat));
  })),
);

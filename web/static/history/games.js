// All finished games, newest first, and how a game is named and summed up.

import { h } from "../core/dom.js";
import { capitalised, dayOf } from "../core/i18n.js";
import { gameNumber, placeInMatch, resultOf } from "../game/match.js";
import { playerName, teamName } from "../game/teams.js";
import { sheet } from "../views/controls.js";

export function gamesView(state, t, ui, act) {
  // A game abandoned before the first point is not listed.
  const games = ui.history.games?.filter(({ winner, scores }) => winner !== null || scores.some(Boolean));
  const annulled = games?.filter(({ counts }) => !counts) ?? [];
  return sheet("main.scroll.past", t("Past games"),
    h("div.pair",
      h("button.second", { onclick: () => act.open("figures") }, t("Statistics")),
      h("button.second", { onclick: () => act.open("quiz") }, t("Quiz")),
    ),
    !games && h("p", t("One moment…")),
    games?.length === 0 && h("p.prompt", t("No finished games yet")),
    games && gameList(games.filter(({ counts }) => counts), t, ui, act),
    annulled.length > 0 && h("section", { "data-key": "annulled" },
      h("h3", t("Not counted")),
      gameList(annulled, t, ui, act),
    ),
    !ui.history.isAll &&
      h("button.second", { onclick: () => act.olderGames() }, t("Older games")),
    ui.me.scorer && games?.length > 0 && h("details.keep", { "data-key": "keep" },
      h("summary", t("Keep and bring back")),
      h("a.second.save", { href: `/api/v1/export?lang=${t.lang}`, download: true }, t("Download all games")),
      h("div.pair", [["games", t("Games")], ["deals", t("Deals")], ["hands", t("Hands")]].map(([table, title]) =>
        h("a.second.save", { href: `/api/v1/tables/${table}`, download: true, "data-key": table }, title, " (CSV)"))),
      h("p.quiet", t("The host brings games back from a backup: Settings, Backup.")),
    ),
  );
}

/** Sections by day and rules. */
function gameList(games, t, ui, act) {
  const titleOf = ({ ended, key }) => [
    isDated(ended) ? capitalised(dayOf(ended, t)) : t("no date"), ui.rulebook?.rules[key]?.title,
  ].filter(Boolean).join(" · ");
  return [...new Set(games.map(titleOf))].map((title) => h("section", { "data-key": `games-${title}` },
    h("h3", title),
    h("ol.games", games.filter((game) => titleOf(game) === title).map((game) =>
      h("li", { "data-key": gameName(game) },
        h("button.item", { onclick: () => act.open("game", gameName(game)) },
          game.scores.map((score, team) => h("span", { class: team === game.winner ? "won" : null },
            h("i.face", { class: `face team-${team}`, "aria-hidden": "true" }, teamOfGame(game, t, team)[0]),
            h("span.name", teamOfGame(game, t, team)),
            h("b", score),
            team === game.winner && h("span.unseen", " ", t("won|won", { n: game.teams[team].length })),
          )),
          h("small", [
            game.winner === null ? t("called off") : gameNumber(t, game.games_won, game),
            game.conceded && t("conceded"),
          ].filter(Boolean).join(" · ")),
        ),
      ))),
  ));
}

/** "Game 2 of the match, won 2–1 by Léa"; *newest* is the match's latest game. Null for a single game. */
export function matchOfGame(game, newest, t) {
  const { best_of: bestOf, games_won: won } = newest;
  if (game.winner === null || (!bestOf && won.reduce((sum, n) => sum + n) < 2)) return null;
  const number = placeInMatch(game.games_won, game.winner);
  const winner = won.findIndex((games) => 2 * games > bestOf);
  if (!bestOf || winner < 0) return t("Game {number} of the match", { number });
  return t("Game {number} of the match, won {score} by {name}", {
    number, name: teamOfGame(newest, t, winner),
    score: [won[winner], ...won.filter((_, team) => team !== winner)].join("–"),
  });
}

/** "Six-card cribbage · 20 Nov 2026, 20:14 · 34 min · skunk". */
export const gameSummary = (game, t, ui) =>
  [
    ui.rulebook?.rules[game.key]?.title,
    isDated(game.ended)
      ? asRead(new Date(game.ended).toLocaleString(region(t), { dateStyle: "medium", timeStyle: "short" }))
      : t("no date"),
    duration(game, t),
    ...resultOf(game, t, ui.rulebook?.rules[game.key]?.game > 1),
    game.conceded_by !== null && t("conceded by {name}", { name: teamOfGame(game, t, game.conceded_by) }),
  ].filter(Boolean).map((fact) => fact.replaceAll(" ", "\u00a0")).join("\u00a0· ");

/** The id of a finished game at the table: 12.0. */
export const gameName = ({ match, place }) => `${match}.${place}`;

export const teamOfGame = (game, t, team) => {
  const names = game.teams[team].map((seat) => playerName(game, t, seat));
  const seats = { players: game.players, rules: { teams: game.teams } };
  return names.length === 1 ? teamName(seats, t, team) : names.join(" · ");
};

export const region = (t) => `${t.lang}-CA`;

/** A time in the local format, without breaks: 6 h 39 for 06 h 39. */
export const asRead = (time) => time.replace(/\b0?(\d+)\sh\s(\d+)/, "$1\u00a0h\u00a0$2");

/** Earlier dates come from a machine whose clock was not set. */
const isDated = (when) => new Date(when).getUTCFullYear() >= 2000;

/** In minutes or hours; null for less than a minute, or without a clock. */
function duration({ begun, ended }, t) {
  const minutes = Math.round((new Date(ended) - new Date(begun)) / 60000);
  if (minutes < 1 || isDated(begun) !== isDated(ended)) return null;
  return minutes < 120 ? t("{n} min", { n: minutes }) : t("{n} h", { n: Math.round(minutes / 60) });
}

/** The sum of a figure over complete deals, by any dealer; averages use only these. */
export const inBothRoles = (player, figure) => player.dealing[figure] + player.not_dealing[figure];

/** An average to one decimal; a dash without data. */
export const average = (sum, n, t) => (n
  ? (sum / n).toLocaleString(region(t), { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  : "–");

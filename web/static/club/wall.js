// The wall display, readable across the hall.

import { h } from "../core/dom.js";
import { inviteKey } from "../views/header.js";
import {
  clock, featList, HANDS, header, invitation, LONG_NAME, names, quarterLine, restLine, rivalLine, roundLine, seasonTable,
  sheetTable, standingsTable,
} from "./page.js";

/** Number of rows of standings that fit on a screen of 720 pixels. */
const ROWS = 12;
export const PAGE_MS = 8000;

export function wallView(page) {
  const { t, night: sent, ui, link } = page;
  const night = sent?.night;
  return h("main.app.hall", { class: `app hall ${link}`, "data-version": sent?.version, "data-phase": night?.phase },
    header(page, t("Club night"), night && roundLine(t, night), clock(page), inviteKey(t, ui, page.set)),
    rivalLine(t, sent),
    sent && h("div.floor", floor(page), aside(page)),
  );
}

function floor({ t, night: { night, now, next }, ui, night: sent }) {
  if (!night || night.phase === "setup") {
    return h("section.waiting", { "data-key": "waiting" }, h("h2", t("Welcome!")), invitation(t));
  }
  if (sent.sheet || night.phase === "over") return final(t, sent);
  if (night.done && night.round < night.rounds) {
    return next ? seats(t, next) : h("section.seats-next", { "data-key": "awaited" },
      h("h2", t("Round {n}: seats in a moment", { n: night.round + 1 })));
  }
  return h("section.tables", { "data-key": "tables", class: `tables ${density(now.games.length)}` },
    now.games.map((game) => table(t, game, live(sent, ui, game), night)),
    restLine(t, now.out),
  );
}

const density = (n) => (n > 20 ? "dense" : n > 8 ? "close" : "wide");

/** The live state of the table's device, if it is playing this game. */
function live({ night }, ui, game) {
  const heard = ui.tables[game.table];
  const state = heard?.state;
  const isThis = state?.seat && state.seat.round === game.round && state.seat.night === night.id &&
    state.seat.players.includes(game.sides[0][0].id);
  return isThis && state.pegs.length ? { ...state, online: heard.online } : null;
}

function table(t, game, state, { skunks }) {
  const done = game.scores !== null;
  return h("article.table", {
      "data-key": `table-${game.table}`, "data-table": game.table,
      class: `table ${done ? "done" : game.status}`,
    },
    h("h2", h("small", t("Table")), " ", game.table),
    h("div.who", game.sides.map((side, at) => player(t, game, state, side, at))),
    state && !done && smallBoard(t, state, skunks),
    note(t, game, state) && h("p.state", note(t, game, state)),
  );
}

function player(t, game, state, side, at) {
  // The team of these players in the table's own game.
  const seat = state?.seat.players.indexOf(side[0].id);
  const team = state?.teams.findIndex((seats) => seats.includes(seat));
  const points = game.scores?.[at] ?? state?.scores[Math.max(team, 0)];
  const won = game.scores && game.scores[at] > game.scores[1 - at];
  return h("p", { class: `seated team-${at}${won ? " won" : ""}`, "data-key": `side-${at}` },
    h("b", { class: names(side).length > LONG_NAME ? "long" : null }, names(side)),
    points !== undefined && h("output", points),
  );
}

const WIDTH = 244;
const LANE = 14;

/** One straight track per side, with a line at each of the *skunks*; css/club/wall.css animates the pegs. */
function smallBoard(t, { target, pegs, players, scores }, skunks) {
  const height = LANE * pegs.length + 4;
  const x = (points) => 8 + (Math.min(points, target) * (WIDTH - 16)) / target;
  const line = (kind, points) => h(`line.${kind}`, { x1: x(points), x2: x(points), y1: 2, y2: height - 2 });
  const fives = Array.from({ length: Math.floor(target / 5) }, (_, at) => 5 * (at + 1));
  const spoken = scores.map((score, team) => `${players[team]} ${score}`).join("; ");
  return h("svg.street", {
      viewBox: `0 0 ${WIDTH} ${height}`, role: "img", "aria-label": t("Board: {pegs}", { pegs: spoken }),
    },
    fives.filter((points) => points % 30 === 0).map((points) => line("thirty", points)),
    skunks.map((margin) => line("skunk", target + 1 - margin)),
    pegs.map(([front, back], team) => {
      const y = LANE * (team + 0.5) + 2;
      return h("g", { class: `team-${team}`, "data-key": `team-${team}` },
        h("line.lane", { x1: x(0), x2: x(target), y1: y, y2: y }),
        fives.filter((points) => points % 30).map((points) => h("circle.hole", { cx: x(points), cy: y, r: 1.1 })),
        h("circle.back", { cx: x(back), cy: y, r: 3.4 }),
        h("circle.front", { cx: x(front), cy: y, r: 5 }),
      );
    }),
  );
}

function note(t, game, state) {
  if (game.skunk) return game.skunk > 1 ? t("Double skunk!") : t("Skunk!");
  if (game.status === "different") return t("The director has been asked");
  if (game.status === "reported") return t("One side has reported");
  if (game.status === "void") return t("Doesn’t count");
  return state && state.online === false ? t("No signal") : null;
}

/** The seats of the next round, in the largest size that fits. */
const seats = (t, next) => h("section.seats-next", { "data-key": "next", class: `seats-next ${density(next.games.length)}` },
  h("h2", t("Round {n}: take your seats", { n: next.round })),
  h("ol",
    next.games.map(({ table: label, sides }) => {
      const who = sides.map(names).join(" – ");
      return h("li", { "data-key": label, class: who.length > 30 ? "long" : null }, h("b.label", label), h("span", who));
    }),
  ),
  restLine(t, next.out),
);

/** The pages of the evening's sheet, then of the season if it has other nights too. */
function final(t, { sheet, feats: known }) {
  const n = sheet?.best_nights;
  const seasonTitle = n > 0 ? t("The season: best night|The season: best {n} nights", { n }) : t("The season");
  const pages = sheet ? [
    ...chunks(sheet.rows).map((rows) => [t("Final standings"), [sheetTable(t, rows), quarterLine(t, sheet)]]),
    ...(sheet.season.some(({ nights }) => nights > 1)
      ? chunks(sheet.season).map((rows) => [seasonTitle, seasonTable(t, rows)]) : []),
  ] : [[t("Final standings"), h("p", t("The standings come in a moment."))]];
  const [title, shown] = turned(pages);
  return h("section.final", { "data-key": "final" }, h("h2", title), shown, featList(t, known));
}

/** The page due now: a wall cannot be scrolled. */
const turned = (pages) => pages[Math.floor(Date.now() / PAGE_MS) % pages.length];

const chunks = (rows, size = ROWS) =>
  Array.from({ length: Math.ceil(rows.length / size) || 1 }, (_, at) => rows.slice(at * size, (at + 1) * size));

/** The standings page due now, with the great hands below if they fit, else on a page of their own. */
function pageOfStandings(t, rows, hands, room) {
  const fits = rows.length + hands.length <= room + 2;
  const pages = chunks(rows, room).map((shown, at) => [
    h("h2", t("Standings")),
    standingsTable(t, shown),
    rows.length > room &&
      h("p.out", t("{from} to {to} of {n}", { from: at * room + 1, to: at * room + shown.length, n: rows.length })),
    fits && featList(t, hands),
  ]);
  return turned(fits ? pages : [...pages, [h("h2", t("Great hands")), featList(t, hands)]]);
}

function aside({ t, night: { night, now, standings, sheet, feats: known }, ui }) {
  if (night?.phase !== "play" || sheet) return null;
  const hands = known.filter(({ kind }) => HANDS.includes(kind));
  return h("aside.sidebar", { "data-key": "sidebar", class: `sidebar ${density(now.games.length)}` },
    ui.inviting && invitation(t),
    standings ? pageOfStandings(t, standings, hands, ui.inviting ? ROWS / 2 : ROWS)
      : [h("h2", t("Standings")), h("p.hidden-until", t("Standings are hidden until the end.")), featList(t, hands)],
  );
}

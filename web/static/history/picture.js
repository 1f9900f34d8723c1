// A picture to send, of a finished game or a counted hand: a PNG of 1080 × 1080, drawn by the page itself.

import { standOf } from "../board/board.js";
import { h } from "../core/dom.js";
import { SUIT_SIGNS, isRed, parseCard } from "../game/cards.js";
import { resultOf, verdict } from "../game/match.js";
import { playerName, playersOf } from "../game/teams.js";
import { sheet } from "../views/controls.js";
import { byRank, countName } from "../views/count_lines.js";
import { scoresByDeal } from "./charts.js";
import { countedHands, worthOf } from "./game.js";
import { teamOfGame } from "./games.js";

const SIZE = 1080;
const EDGE = 60;
const WIDE = SIZE - 2 * EDGE;
const BOARD_HIGH = 250;
/** Text is set this many times larger, since some browsers round the width of each letter to a pixel. */
const FINE = 8;
const FELT = "#14603c";
const INK = "#fff";
const QUIET = "#cfe3d6";
const GOLD = "#ffe08a";

/** Draws a picture; resolves to its address. What it shows: *title* and *text*; the *date*; *teams* as
 * {name, points, pegs}; if there are any, *rows*, the scores by deal, a *hand* as {text, cards, lines}, whose
 * lines are {text, total}, and the *board* as served by the table. */
async function drawPicture(shown, t) {
  const canvas = h("canvas", { width: SIZE, height: SIZE });
  const pen = canvas.getContext("2d");
  const colours = shown.board?.colours ?? [];
  pen.fillStyle = FELT;
  pen.fillRect(0, 0, SIZE, SIZE);
  text(pen, "Cribble", EDGE, 84, { size: 34, bold: true, colour: QUIET });
  const date = new Intl.DateTimeFormat(t.lang, { dateStyle: "long" }).format(shown.date);
  text(pen, date, SIZE - EDGE, 84, { size: 34, align: "right", colour: QUIET });
  text(pen, shown.title, SIZE / 2, 196, { size: 92, bold: true, align: "center", colour: GOLD });
  if (shown.text) text(pen, shown.text, SIZE / 2, 256, { size: 38, align: "center" });
  let top = 290;
  shown.teams.forEach(({ name, points }, team) => {
    disc(pen, EDGE + 18, top + 30, 16, colours[team], INK);
    text(pen, name, EDGE + 54, top + 44, { size: 42, wide: WIDE - 200 });
    text(pen, points, SIZE - EDGE, top + 46, { size: 52, bold: true, align: "right" });
    top += 58;
  });
  const bottom = SIZE - EDGE - (shown.board?.game ? BOARD_HIGH + 30 : 0);
  if (shown.hand) top = handOf(pen, shown.hand, t, top + 16, bottom);
  if (shown.rows) chart(pen, shown.rows, colours, top + 16, bottom);
  if (shown.board?.game) board(pen, shown.board, shown.teams, bottom + 30);
  const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
  return URL.createObjectURL(blob);
}

/** Writes *words* on the base line *y*, compressed to *wide* if they are longer. */
function text(pen, words, x, y, { size, bold = false, align = "left", colour = INK, wide = WIDE }) {
  pen.save();
  pen.translate(x, y);
  pen.scale(1 / FINE, 1 / FINE);
  pen.font = `${bold ? "700" : "400"} ${FINE * size}px system-ui, sans-serif`;
  pen.textAlign = align;
  pen.fillStyle = colour;
  pen.fillText(words, 0, 0, FINE * wide);
  pen.restore();
}

function disc(pen, x, y, radius, colour, rim = null) {
  pen.beginPath();
  pen.arc(x, y, radius, 0, 2 * Math.PI);
  pen.fillStyle = colour;
  pen.fill();
  if (!rim) return;
  pen.strokeStyle = rim;
  pen.lineWidth = radius / 4;
  pen.stroke();
}

/** Draws the cards and, if there is room, the lines of a hand; returns where they end. */
function handOf(pen, { text: words, cards, lines }, t, top, bottom) {
  const size = lines ? 1.25 : 1;
  const wide = 76 * size;
  const begins = lines ? SIZE / 2 - (cards.length * (wide + 10)) / 2 : SIZE - EDGE - cards.length * (wide + 10);
  cards.forEach((one, place) => card(pen, one, t, begins + place * (wide + 10), top, size));
  if (words) text(pen, words, EDGE, top + 62, { size: 34, colour: QUIET, wide: begins - EDGE - 20 });
  const end = top + 104 * size;
  if (!lines) return end;
  const columns = lines.length > 3 ? 2 : 1;
  const each = Math.ceil(lines.length / columns);
  const high = Math.min(44, (bottom - end - 20) / each);
  lines.forEach(({ text: called, total }, place) => {
    const left = columns === 1 ? 270 : EDGE + Math.floor(place / each) * (WIDE / 2 + 15);
    const right = left + (columns === 1 ? SIZE - 540 : WIDE / 2 - 15);
    const y = end + 20 + ((place % each) + 0.8) * high;
    text(pen, called, left, y, { size: high * 0.78, wide: right - left - 70 });
    text(pen, total, right, y, { size: high * 0.78, bold: true, align: "right" });
  });
  return bottom;
}

function card(pen, notation, t, x, y, size) {
  const { rank, suit } = parseCard(notation);
  pen.beginPath();
  pen.roundRect(x, y, 76 * size, 104 * size, 10 * size);
  pen.fillStyle = "#fffefb";
  pen.fill();
  const middle = { align: "center", bold: true, colour: isRed(suit) ? "#b0122a" : "#17140f" };
  text(pen, t.rank(rank), x + 38 * size, y + (suit ? 48 : 66) * size, { ...middle, size: 42 * size });
  // U+FE0E asks for the sign in text style, which has the colour of the ink.
  if (suit) text(pen, `${SUIT_SIGNS[suit]}\uFE0E`, x + 38 * size, y + 92 * size, { ...middle, size: 40 * size });
}

function chart(pen, rows, colours, top, bottom) {
  const most = Math.max(...rows.flat(), 1);
  const [left, right] = [EDGE + 60, SIZE - EDGE];
  const across = (deal) => left + ((right - left) * deal) / Math.max(rows.length - 1, 1);
  const up = (points) => bottom - 10 - ((bottom - top - 40) * points) / most;
  for (let points = 0; points <= most; points += 30) {
    pen.fillStyle = "#ffffff33";
    pen.fillRect(left, up(points), right - left, 2);
    text(pen, points, left - 14, up(points) + 10, { size: 26, align: "right", colour: QUIET });
  }
  rows[0].forEach((_, team) => {
    const line = new Path2D(rows.map((scores, deal) => `${deal ? "L" : "M"}${across(deal)} ${up(scores[team])}`).join(""));
    [[11, INK], [7, colours[team]]].forEach(([width, colour]) => {
      pen.lineWidth = width;
      pen.lineJoin = "round";
      pen.strokeStyle = colour;
      pen.stroke(line);
    });
  });
}

function board(pen, { size: [wide, high], tracks, game, pitch, lane, colours }, teams, top) {
  const scale = Math.min(WIDE / wide, BOARD_HIGH / high);
  pen.save();
  pen.translate((SIZE - wide * scale) / 2, top);
  pen.scale(scale, scale);
  pen.beginPath();
  pen.roundRect(0, 0, wide, high, 3 * pitch);
  pen.fillStyle = "#4a2c17";
  pen.fill();
  const hole = Math.min(pitch, lane);
  tracks.forEach(({ holes }) => holes.forEach(([x, y]) => disc(pen, x, y, 0.34 * hole, "#160c06")));
  teams.forEach((_, team) => tracks[game.tracks[team]].holes.forEach(
    ([x, y]) => disc(pen, x, y, 0.24 * hole, colours[team])));
  teams.forEach(({ pegs }, team) => {
    const track = tracks[game.tracks[team]];
    [...pegs].reverse().forEach((points, isFront) => {
      const [place] = standOf(game, team, points);
      const [x, y] = place ? track.holes[place - 1] : track.starts[isFront ? 0 : 1];
      disc(pen, x, y, (isFront ? 0.75 : 0.5) * hole, colours[team], INK);
    });
  });
  pen.restore();
}

/** Loads and draws the picture of the finished game with the name *game*, or of a counted *hand* of *state*;
 * resolves to {address, title}. ask(path, query) fetches from the table. */
export async function makePicture({ game, hand }, state, t, ask) {
  const finished = game && await ask(`games/${game}`);
  const drawn = await ask("board", { of: "page", way: "landscape", ...(game && { game }) });
  if (game && !finished) return null;
  const shown = finished ? shownGame(finished, t) : shownHand(hand, state, t);
  return { address: await drawPicture({ ...shown, board: drawn }, t), title: shown.title };
}

function shownGame({ game, sheet, pegs }, t) {
  const [best] = countedHands(sheet);
  const name = best && playerName(game, t, best.seat);
  const n = best && worthOf(best);
  return {
    title: verdict(t, game.teams[game.winner]?.map((seat) => playerName(game, t, seat))),
    text: resultOf(game, t, false).filter(Boolean).join(" · "),
    date: new Date(game.ended),
    teams: game.scores.map((points, team) => ({ name: teamOfGame(game, t, team), points, pegs: pegs[team] })),
    rows: scoresByDeal({ sheet }),
    hand: best && {
      text: best.of === "crib" ? t("Best crib: {n}, {name}", { n, name }) : t("Best hand: {n}, {name}", { n, name }),
      cards: [...byRank(best.cards), best.starter].filter(Boolean),
    },
  };
}

function shownHand({ of, seat, total, lines, cards, starter }, state, t) {
  let sum = 0;
  return {
    title: String(total),
    text: countName(state, t, of, seat),
    date: new Date(),
    teams: state.scores.map((points, team) =>
      ({ name: playersOf(state, t, team).join(" · "), points, pegs: state.pegs[team] })),
    hand: {
      cards: [...byRank(cards), starter].filter(Boolean),
      lines: lines.map(({ say, points }) => ({ text: say, total: (sum += points) })),
    },
  };
}

export const pictureView = (state, t, ui) => sheet("main.scroll.sending", t("A picture to send"),
  ui.picture
    ? [
      h("img", { src: ui.picture.address, width: SIZE, height: SIZE, alt: ui.picture.title }),
      h("p.quiet", t("Hold it to keep or share it.")),
      h("a.second.save", { href: ui.picture.address, download: "cribble.png" }, t("Save the picture")),
    ]
    : h("p", t("One moment…")),
);

// The board steps: shape, wiring by tapping on a drawing of the board, and a test walk.

import { mount } from "../board/board.js";
import { h } from "../core/dom.js";
import { cardChoice, field, numberField, pillChoice } from "../views/controls.js";
import { allDark, stepView, trouble } from "./machine.js";

/** Distance between holes in pixels: large enough to tap, with as little scrolling as possible. */
const NARROW = 19;
const WIDE = 30;
/** Radius of a button on the panel, and the room around the panel for it and its focus ring, in cells. */
const RADIUS = 3;
const ROOM = 4.5;

export function boardView({ t, setup, chosen }, act) {
  const now = chosen ?? {
    shape: setup.shape, kind: setup.kind, tracks: setup.shape ? setup.tracks : 2,
    game_holes: setup.game_holes, ...(setup.panel && { limit_ma: setup.limit_ma }),
  };
  const isAsked = !setup.shape && !now.kind && !setup.panel;
  const edit = (changes) => act.set({ chosen: { ...now, ...changes } });
  const shapes = new Set(setup.boards.map(([shape]) => shape));
  const tracks = setup.boards.filter(([shape]) => shape === now.shape).map(([, value]) => value);
  const theme = matchMedia("(prefers-color-scheme: dark)").matches ? "walnut" : "maple";
  const picture = (shape) => h("img.plank", {
    alt: "", src: `/setup/board.svg?${new URLSearchParams({ ...now, shape, theme })}`,
  });
  return stepView("main.scroll", "board", t("Which board?"),
    cardChoice("shape", null,
      setup.shapes.filter(({ name }) => shapes.has(name))
        .map(({ name, title }) => ({ value: name, title, drawing: picture(name) })),
      now.shape, (shape) => edit({ shape })),
    !setup.panel && pillChoice("kind", t("Which lights?"),
      setup.kinds.map(({ name, title }) => ({ value: name, title })), now.kind,
      (kind) => edit({ kind })),
    pillChoice("tracks", t("Tracks"),
      tracks.map((value) => ({ value, title: String(value) })), now.tracks,
      (tracks) => edit({ tracks })),
    setup.panel
      ? field(t("Current limit, in mA"),
          numberField(now.limit_ma, (limit) => edit({ limit_ma: limit }), { low: 1, high: 100000 }),
          t("At most what supply and fuse bear. No game needs more than 1500."))
      : pillChoice("game_holes", t("Game hole"),
          [{ value: "each", title: t("one for each team") }, { value: "one", title: t("one for all") }],
          now.game_holes, (holes) => edit({ game_holes: holes })),
    h("div.bar",
      h("button.prime", {
        disabled: !tracks.includes(now.tracks) || isAsked, onclick: () => act.keepBoard(now),
      }, t("Next")),
    ),
  );
}

/** The panel, with a button for each cell in which the light may be. */
export const panelView = ({ t, setup, corner, taps, busy }, act) => stepView("main.scroll", "panel", t("Tap the light that is on"),
  corner && trouble(t, corner.fault, () => act.findCorner(taps)),
  h("p", t("Hold the phone as the panel lies before you.")),
  corner && h("svg.matrix", {
      "data-key": "matrix", role: "group", "aria-label": t("The panel"),
      viewBox: `${-ROOM} ${-ROOM} ${corner.columns + 2 * ROOM} ${corner.rows + 2 * ROOM}`,
    },
    h("rect", { width: corner.columns, height: corner.rows }),
    corner.cells.map(([column, row]) => cellButton(t, column, row, () => act.findCorner([...taps, [column, row]])))),
  corner && !corner.fault && allDark(t, setup, () => act.findCorner(taps)),
  h("div.bar",
    h("button.second", { disabled: !taps.length || busy, onclick: () => act.findCorner(taps.slice(0, -1)) }, t("Undo"))),
);

const cellButton = (t, column, row, onclick) => h("circle", {
  cx: column + 0.5, cy: row + 0.5, r: RADIUS, role: "button", tabindex: 0, "data-cell": `${column}-${row}`,
  "aria-label": t("Column {column}, row {row}", { column: column + 1, row: row + 1 }), onclick,
  onkeydown: ({ key }) => [" ", "Enter"].includes(key) && onclick(),
});

export function wiringView({ t, setup, survey, board, taps, busy }, act) {
  const next = survey?.next ?? null;
  const [one, other] = survey?.clashes[0] ?? [];
  return stepView("main.wiring", "wiring", t("Tap the hole that is lit"),
    survey?.fault ? trouble(t, survey.fault, () => act.lightAgain())
      : h("p.about", { "data-key": "about", role: "status" }, !survey ? t("One moment…")
        : next === null && survey.lit < survey.holes
          ? t("All lights are used, and {n} hole has none.|All lights are used, and {n} holes have none.",
            { n: survey.holes - survey.lit })
          : t("One light is on. {lit} of {holes} holes are known.", survey)),
    one !== undefined && h("p.trouble", { "data-key": "clash" },
      t("Lights {one} and {other} are in the same hole.", { one, other }), " ",
      h("button.second", { onclick: () => act.forget([one, other]) }, t("Ask for both again")),
    ),
    survey?.faults.length > 0 && h("ul.trouble", { "data-key": "faults" }, survey.faults.map((one) => h("li", one))),
    h("div.tapping", {
      "data-own": true, "data-key": board ? "drawn" : "coming", role: "group", tabindex: 0,
      "aria-label": t("The board, hole by hole"),
    }),
    h("div.bar", { "data-key": "bar" },
      h("button.second", { disabled: !taps.length || busy, onclick: () => act.takeBack() }, t("Undo")),
      h("button.second", { disabled: next === null || busy || survey?.fault, onclick: () => act.tapHole(null) }, t("In no hole")),
    ),
    next !== null && !survey.fault && allDark(t, setup, () => act.lightAgain()),
    h("details", { "data-key": "typed" },
      h("summary", t("Type it instead")),
      typedHole(t, board, act),
    ),
  );
}

function typedHole(t, board, act) {
  let [track, hole] = [1, null];
  const tracks = board?.tracks ?? [];
  return h("div.question",
    field(t("Track"), numberField(track, (value) => { track = value; }, { low: 1, high: tracks.length })),
    field(t("Hole"), numberField(hole, (value) => { hole = value; }, { low: 1, high: tracks[0]?.holes.length })),
    h("button.second", {
        onclick: () => tracks[track - 1]?.holes[hole - 1] && act.tapHole([track - 1, hole]),
      }, t("This hole")),
  );
}

export const walkView = ({ t, setup, fault }, act) => stepView("main.scroll", "walk", t("Look at the board"),
  trouble(t, fault, () => act.walk()),
  !fault && h("div.question", { "data-key": "question" },
    h("p", t("One light runs along each track, from the first hole to the last.")),
    h("p.ask", t("Did it run along each track without a jump?")),
    h("div.bar",
      h("button.prime", { "data-key": "yes", onclick: () => act.goOn() }, t("Yes")),
      h("button.second", { "data-key": "no", onclick: () => act.doubt() }, t("No, it jumped")),
    ),
    h("button.text", { "data-key": "again", onclick: () => act.walk() }, t("Once more")),
    allDark(t, setup, () => act.walk()),
  ),
);

/** After each render: inserts the board and marks the holes. */
export function afterRender(page, seen, act) {
  const place = page.querySelector(".tapping");
  const { board } = seen;
  if (!place || !board) return;
  const isNew = board.art.parentNode !== place;
  if (isNew) draw(board, place, act);
  const layer = board.art.querySelector(".moving");
  layer.querySelectorAll(".mark").forEach((mark) => mark.remove());
  const tapped = seen.taps.filter(([, hole]) => hole);
  layer.append(...tapped.map(([, [track, hole]], at) => {
    const [cx, cy] = board.tracks[track].holes[hole - 1];
    return h(at === tapped.length - 1 ? "circle.mark.last" : "circle.mark", { cx, cy, r: board.pitch / 2.6 });
  }));
  if (isNew || !seen.taps.length) place.scrollTo(0, place.scrollHeight); // Scroll to the first holes.
}

function draw(board, place, act) {
  const { art, tracks, pitch } = board;
  // A circle for each hole, also as an element for accessibility and tests.
  mount(board, place).replaceChildren(...tracks.flatMap(({ holes }, track) => holes.map(([cx, cy], at) =>
    h("circle.target", { cx, cy, r: pitch / 2, "data-hole": `${track}-${at + 1}` }))));
  const apart = Math.min(pitch, board.lane);
  const { width } = art.viewBox.baseVal;
  art.style.width = `clamp(${(NARROW * width) / apart}px, 100%, ${(WIDE * width) / apart}px)`;
  art.onclick = (event) => {
    const hole = nearest(board, art, event);
    if (hole) act.tapHole(hole);
  };
}

/** The hole nearest to *event* as [track, number]; null if none is within one and a half pitches. */
function nearest({ tracks, pitch }, art, { clientX, clientY }) {
  const at = new DOMPoint(clientX, clientY).matrixTransform(art.getScreenCTM().inverse());
  const [found] = tracks
    .flatMap(({ holes }, track) => holes.map(([x, y], place) => [Math.hypot(x - at.x, y - at.y), track, place + 1]))
    .sort(([one], [other]) => one - other);
  return found[0] <= 1.5 * pitch ? found.slice(1) : null;
}

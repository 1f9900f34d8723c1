// The board steps: shape, wiring by tapping on a drawing of the board, and a test walk.

import { mount } from "../board/board.js";
import { h } from "../core/dom.js";
import { cardChoice, field, numberField, pillChoice, sheetTitle } from "../views/controls.js";
import { trouble } from "./lights.js";

const TRACKS = [1, 2, 3];
/** Distance between holes in pixels: large enough to tap, with as little scrolling as possible. */
const NARROW = 19;
const WIDE = 30;
/** Maximum distance of a tap from a hole, in hole pitches. */
const REACH = 1.5;

export function boardView({ t, setup, chosen }, act) {
  const now = chosen ?? {
    shape: setup.shape, kind: setup.kind, tracks: setup.shape ? setup.tracks : 2,
    game_holes: setup.game_holes,
  };
  const isAsked = !setup.shape && !now.kind;
  const edit = (changes) => act.set({ chosen: { ...now, ...changes } });
  const theme = matchMedia("(prefers-color-scheme: dark)").matches ? "walnut" : "maple";
  const picture = (shape) => h("img.plank", {
    alt: "", src: `/setup/board.svg?${new URLSearchParams({ ...now, shape, theme })}`,
  });
  return h("main.scroll", { "data-key": "board" },
    sheetTitle(t("Which board?")),
    cardChoice("shape", null,
      setup.shapes.map(({ name, title }) => ({ value: name, title, drawing: picture(name) })),
      now.shape, (shape) => edit({ shape })),
    pillChoice("kind", t("Which lights?"),
      setup.kinds.map(({ name, title }) => ({ value: name, title })), now.kind,
      (kind) => edit({ kind })),
    pillChoice("tracks", t("Tracks"),
      TRACKS.map((value) => ({ value, title: String(value) })), now.tracks,
      (tracks) => edit({ tracks })),
    pillChoice("game_holes", t("Game hole"),
      [{ value: "each", title: t("one for each team") }, { value: "one", title: t("one for all") }],
      now.game_holes, (holes) => edit({ game_holes: holes })),
    h("div.bar",
      h("button.prime", { disabled: !now.shape || isAsked, onclick: () => act.keepBoard(now) }, t("Next")),
    ),
  );
}

export function wiringView({ t, survey, board, taps, busy }, act) {
  const next = survey?.next ?? null;
  return h("main.wiring", { "data-key": "wiring" },
    sheetTitle(t("Tap the hole that is lit")),
    survey?.fault ? trouble(t, survey.fault, () => act.lightAgain())
      : h("p.about", { "data-key": "about", role: "status" }, wiringText(t, survey)),
    survey?.clashes.length > 0 && clash(t, survey.clashes[0], act),
    survey?.faults.length > 0 && h("ul.trouble", { "data-key": "faults" }, survey.faults.map((one) => h("li", one))),
    h("div.tapping", {
      "data-own": true, "data-key": board ? "drawn" : "coming", role: "group", tabindex: 0,
      "aria-label": t("The board, hole by hole"),
    }),
    h("div.bar", { "data-key": "bar" },
      h("button.second", { disabled: !taps.length || busy, onclick: () => act.takeBack() }, t("Undo")),
      h("button.second", { disabled: next === null || busy || survey?.fault, onclick: () => act.tapHole(null) }, t("In no hole")),
    ),
    h("details", { "data-key": "typed" },
      h("summary", t("Type it instead")),
      typedHole(t, board, act),
    ),
  );
}

function wiringText(t, survey) {
  if (!survey) return t("One moment…");
  const { lit, holes, next } = survey;
  if (next === null && lit < holes) {
    return t("All lights are used, and {n} hole has none.|All lights are used, and {n} holes have none.", { n: holes - lit });
  }
  return t("One light is on. {lit} of {holes} holes are known.", { lit, holes });
}

const clash = (t, [one, other], act) => h("p.trouble", { "data-key": "clash" },
  t("Lights {one} and {other} are in the same hole.", { one, other }), " ",
  h("button.second", { onclick: () => act.forget([one, other]) }, t("Ask for both again")),
);

/** An alternative to tapping on a drawing. */
function typedHole(t, board, act) {
  let track = 1;
  let hole = null;
  const tracks = board?.tracks ?? [];
  return h("div.question",
    field(t("Track"), numberField(track, (value) => { track = value; }, { low: 1, high: tracks.length })),
    field(t("Hole"), numberField(hole, (value) => { hole = value; }, { low: 1, high: tracks[0]?.holes.length })),
    h("button.second", {
        onclick: () => tracks[track - 1]?.holes[hole - 1] && act.tapHole([track - 1, hole]),
      }, t("This hole")),
  );
}

export const walkView = ({ t, fault }, act) => h("main.scroll", { "data-key": "walk" },
  sheetTitle(t("Look at the board")),
  trouble(t, fault, () => act.walk()),
  !fault && h("div.question", { "data-key": "question" },
    h("p", t("One light runs along each track, from the first hole to the last.")),
    h("p.ask", t("Did it run without a jump?")),
    h("div.bar",
      h("button.prime", { "data-key": "yes", onclick: () => act.goOn() }, t("Yes")),
      h("button.second", { "data-key": "no", onclick: () => act.doubt() }, t("No, it jumped")),
    ),
    h("button.text", { "data-key": "again", onclick: () => act.walk() }, t("Once more")),
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
  layer.append(...marks(board, seen.taps));
  if (isNew || !seen.taps.length) place.scrollTo(0, place.scrollHeight); // Scroll to the first holes.
}

function draw(board, place, act) {
  mount(board, place).replaceChildren(...targets(board));
  const { art } = board;
  const apart = Math.min(board.pitch, board.lane);
  const { width } = art.viewBox.baseVal;
  art.style.width = `clamp(${(NARROW * width) / apart}px, 100%, ${(WIDE * width) / apart}px)`;
  art.onclick = (event) => {
    const hole = nearest(board, art, event);
    if (hole) act.tapHole(hole);
  };
}

/** A circle for each hole, also as an element for accessibility and tests. */
const targets = ({ tracks, pitch }) => tracks.flatMap(({ holes }, track) =>
  holes.map(([cx, cy], at) => h("circle.target", { cx, cy, r: pitch / 2, "data-hole": `${track}-${at + 1}` })));

const marks = ({ tracks, pitch }, taps) => taps.filter(([, hole]) => hole).map(([, [track, hole]], at, tapped) => {
  const [cx, cy] = tracks[track].holes[hole - 1];
  return h(at === tapped.length - 1 ? "circle.mark.last" : "circle.mark", { cx, cy, r: pitch / 2.6 });
});

/** The hole nearest to *event* as [track, number]; null if none is near. */
function nearest({ tracks, pitch }, art, { clientX, clientY }) {
  const at = new DOMPoint(clientX, clientY).matrixTransform(art.getScreenCTM().inverse());
  const [found] = tracks
    .flatMap(({ holes }, track) => holes.map(([x, y], place) => [Math.hypot(x - at.x, y - at.y), track, place + 1]))
    .sort(([one], [other]) => one - other);
  return found[0] <= REACH * pitch ? found.slice(1) : null;
}

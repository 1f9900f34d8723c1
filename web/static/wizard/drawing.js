// The tappable drawing of the board: a tap selects the nearest hole; known holes are marked.

import { mount } from "../board/board.js";

const SVG = "http://www.w3.org/2000/svg";
/** Distance between holes in pixels: large enough to tap, with as little scrolling as possible. */
const NARROW = 19;
const WIDE = 30;
/** Maximum distance of a tap from a hole, in hole pitches. */
const REACH = 1.5;

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
  const [wide] = sizeOf(art);
  const fitting = ((place.clientWidth - 2) / wide) * apart;
  art.style.width = `${(wide / apart) * Math.min(Math.max(fitting, NARROW), WIDE)}px`;
  art.onclick = (event) => {
    const hole = nearest(board, art, event);
    if (hole) act.tapHole(hole);
  };
}

const sizeOf = (art) => art.getAttribute("viewBox").split(/[ ,]+/).slice(2).map(Number);

/** A circle for each hole, also as an element for accessibility and tests. */
const targets = ({ tracks, pitch }) => tracks.flatMap(({ holes }, track) =>
  holes.map(([x, y], at) => circle(x, y, pitch / 2, "target", `${track}-${at + 1}`)),
);

function marks({ tracks, pitch }, taps) {
  const tapped = taps.filter(([, hole]) => hole);
  return tapped.map(([, [track, hole]], at) => {
    const [x, y] = tracks[track].holes[hole - 1];
    return circle(x, y, pitch / 2.6, at === tapped.length - 1 ? "mark last" : "mark");
  });
}

function circle(cx, cy, r, kind, hole = null) {
  const drawn = document.createElementNS(SVG, "circle");
  Object.entries({ cx, cy, r, class: kind }).forEach(([name, value]) => drawn.setAttribute(name, value));
  if (hole) drawn.dataset.hole = hole;
  return drawn;
}

/** The hole nearest to *event* as [track, number]; null if none is near. */
function nearest({ tracks, pitch }, art, { clientX, clientY }) {
  const at = new DOMPoint(clientX, clientY).matrixTransform(art.getScreenCTM().inverse());
  const [found] = tracks
    .flatMap(({ holes }, track) => holes.map(([x, y], place) => [Math.hypot(x - at.x, y - at.y), track, place + 1]))
    .sort(([one], [other]) => one - other);
  return found[0] <= REACH * pitch ? found.slice(1) : null;
}

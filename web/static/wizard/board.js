// The board steps: shape, wiring by tapping, and a test walk.

import { h } from "../core/dom.js";
import { cardChoice, numberField, pillChoice, sheetTitle } from "../views/controls.js";
import { trouble } from "./lights.js";

const TRACKS = [1, 2, 3];

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
  return h("div.typed",
    h("label", t("Track"), numberField(track, (value) => { track = value; }, { low: 1, high: tracks.length })),
    h("label", t("Hole"), numberField(hole, (value) => { hole = value; }, { low: 1, high: tracks[0]?.holes.length })),
    h("button.second", {
        onclick: () => {
          const isHole = tracks[track - 1]?.holes[hole - 1];
          if (isHole) act.tapHole([track - 1, hole]);
        },
      },
      t("This hole"),
    ),
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

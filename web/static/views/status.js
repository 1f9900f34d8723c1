// The status of the connection, journal, LEDs, keypad and wake lock.

import { h } from "../core/dom.js";
import { sheetTitle } from "./controls.js";
import { linkName } from "./header.js";

/** The chip. Its state is conveyed by shape as well as colour. */
export function statusChip(state, t, ui, act) {
  const name = linkName(t, ui.link);
  const dark = state?.strip.say && t("the lights are off");
  const mute = state?.keypads.some(({ say }) => say) && t("keypad disconnected");
  return h("button.link", {
    class: `link ${ui.link}${dark || mute ? " dark" : ""}`,
    "data-key": "state",
    "aria-label": [name, dark, mute].filter(Boolean).join(", "),
    "aria-expanded": ui.sheet === "state",
    onclick: () => act.open(ui.sheet === "state" ? null : "state"),
  }, h("span", name));
}

export const statusView = (state, t, ui) => h("main.scroll",
  sheetTitle(t("Status")),
  h("dl.parts",
    part(t("This page"), linkText(t, ui.link), ui.link === "live"),
    part(t("The score"), t("Saved, entry {n}", { n: state.version }), !ui.busy),
    state.machine.backup && part(t("The backup"), t("It has stopped; the host can see why."), false),
    part(t("The lights"), state.strip.say ?? lightsText(t, state.strip.health), !state.strip.say),
    keypads(t, state.keypads),
    part(t("This screen"), screenText(t, ui.awake), ui.awake !== "missing"),
  ),
);

const part = (name, said, isWell) => [
  h("dt", { class: isWell ? "well" : "not-well" }, name),
  h("dd", said),
];

const linkText = (t, link) =>
  ({
    live: t("It’s live."),
    reconnecting: t(
      "Connection lost, reconnecting. Wait before you enter a card.",
    ),
    paused: t("Another page on this phone is in use. Tap to use this one."),
    starting: t("It’s looking for the table."),
  })[link];

const lightsText = (t, health) => health === "ok" ? t("They show the game.") : t("There are none.");

/** Each by name if there are several. */
const keypadName = (t, them, { name }) =>
  them.length > 1 ? t("The keypad {name}", { name }) : t("The keypad");

const keypads = (t, them) => {
  const well = ({ health }) => (health === "ok" ? t("It works.") : t("There is none."));
  return them.length
    ? them.map((it) => part(keypadName(t, them, it), it.say ?? well(it), !it.say))
    : part(t("The keypad"), t("There is none."), true);
};

/** The fault of each keypad and its fix, for the menu. */
export const keypadFaults = ({ keypads }, t) => keypads.map(
  (it) => it.say && h("section.callout", h("h2", keypadName(t, keypads, it)), h("p", it.say)),
);

const screenText = (t, awake) =>
  ({
    held: t("It stays on during a game."),
    missing: t("Your screen may lock: turn off auto-lock"),
  })[awake] ?? t("It may lock between games.");

/** The strip's status; it is not an alert, since the game goes on without it. */
export const lightsNote = ({ strip }, t) =>
  strip.say &&
  h("p.lights", { role: "status" },
    strip.health === "misfit"
      ? t("The lights can’t show this game: see the menu")
      : t("The lights are off: see the menu"),
  );

/** Another match is on although a night has assigned one: people are waiting. */
export const seatNote = ({ phase, live: { assignment } }, t) =>
  assignment?.start && !assignment.begun && !["idle", "over"].includes(phase) &&
  h("p.lights", { role: "status" }, t("Round {n} here: {players}", {
    n: assignment.round, players: assignment.start.players.join(" · "),
  }));

/** The fault of the strip and its fix. */
export const lightsFault = ({ strip }, t) =>
  strip.say && h("section.callout", h("h2", t("The lights")), h("p", strip.say));

// What is wrong with the connection, the lights, a keypad or the backup; nothing is shown while all is well.

import { h } from "../core/dom.js";
import { capitalised } from "../core/i18n.js";
import { linkName } from "./header.js";

/** The state of the connection unless it is live: a button with words, which tries again at once. */
export const linkStatus = (t, { link }, act) => h("div.status", { role: "status" },
  link === "starting" && h("p.link.starting", linkName(t, link)),
  ["reconnecting", "paused"].includes(link) && h("button.link", {
    class: `link ${link}`, "data-key": "reconnect", onclick: () => act.reconnect(),
  }, link === "paused" ? t("Paused. Tap to use this page.") : linkName(t, link)),
);

/** One line for scorers on all that has failed, since the game goes on without it; it opens the settings,
 * which have cause and remedy. */
export function faultNote({ strip, keypads, machine }, t, { me }, act) {
  const failed = [
    strip.say && (strip.health === "misfit" ? t("the lights can’t show this game") : t("the lights are off")),
    keypads.some(({ say }) => say) && t("keypad disconnected"),
    machine.backup && t("the backup has stopped"),
  ].filter(Boolean);
  return me.scorer && failed.length > 0 && h("button.lights", {
    "data-key": "faults", onclick: () => act.open("settings"),
  }, t("{what}: see Settings", { what: capitalised(failed.join(" · ")) }));
}

/** Each fault with its cause and remedy, for the settings. */
export const faultDetails = ({ strip, keypads, machine }, t) => [
  strip.say && [t("The lights"), strip.say],
  ...keypads.map(({ name, say }) => say && [
    keypads.length > 1 ? t("The keypad {name}", { name }) : t("The keypad"), say,
  ]),
  machine.backup && [t("The backup"), t("It has stopped; the host can see why.")],
].map((fault) => fault && h("section.callout", h("h2", fault[0]), h("p", fault[1])));

/** Another match is on although a night has assigned one: people are waiting. */
export const seatNote = ({ phase, live: { assignment } }, t) =>
  assignment?.start && !assignment.begun && !["idle", "over"].includes(phase) &&
  h("p.lights", { role: "status" }, t("Round {n} here: {players}", {
    n: assignment.round, players: assignment.start.players.join(" · "),
  }));

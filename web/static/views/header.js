// The header: what is played, language, menu; the connection, and what has failed.

import { h } from "../core/dom.js";
import { LANGUAGES, PROGRAM, capitalised } from "../core/i18n.js";
import { remember } from "../core/storage.js";
import { gameNumber } from "../game/match.js";

/** Above *view*, with the *status* of the connection, and *redo* after an undo. The other language is
 * offered on a first visit, to watchers, and where people join; later it is in the settings. */
export function header(state, t, ui, act, { view, status, redo }) {
  const turned = ui.sheet === "replay" && ui.replay?.state;
  const own = turned ? t("Replay") : { setup: t("A new match"), idle: PROGRAM }[view];
  // The key that is due is only shown at the keypad.
  const typed = state?.typed !== t("more: press a key") && typedOnKeypad(state, t);
  return h("header",
    ui.sheet && h("button.plain.back",
      { "data-key": "back", "aria-label": t("Go back"), onclick: () => act.back() },
      icon("m14 6-6 6 6 6")),
    h("div.title",
      h("h1", { class: typed ? "unseen" : null }, own ?? state?.rules?.title ?? PROGRAM),
      // Replaces the title, so that nothing moves under a finger.
      typed ? h("p.half", typed) : (turned || !own) && state?.deal && h("p", dealLine(state, t)),
    ),
    redo,
    status,
    (ui.isFirstVisit || !ui.me.scorer || ui.sheet === "join" || ui.invitation) &&
      languageKey(t, act.setLanguage),
    h("button.plain", {
      "aria-label": t("Menu"),
      "aria-expanded": ui.sheet === "menu",
      onclick: () => act.open(ui.sheet === "menu" ? null : "menu"),
    }, icon("M4 7h16M4 12h16M4 17h16")),
  );
}

export function languageKey(t, setLanguage) {
  const [other, name] = LANGUAGES.find(([lang]) => lang !== t.lang);
  return h("button.plain", { lang: other, "aria-label": name, onclick: () => setLanguage(other) },
    other.toUpperCase(),
  );
}

/** Shows on a wall how to join, and hides it. */
export const inviteKey = (t, { inviting }, set) => h("button.plain.quiet", {
  "aria-label": t("How to join"), "aria-pressed": inviting,
  onclick: () => {
    remember("inviting", !inviting);
    set({ inviting: !inviting });
  },
}, icon("M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2M20 14v2M14 20h2M20 20v0"));

/** "Game 2/3 · Deal 1"; a single game has no number. */
export const dealLine = ({ wins, winner, rules, deal }, t) => [
  gameNumber(t, wins, { winner, best_of: rules.best_of }), t("Deal {n}", { n: deal }),
].filter(Boolean).join(" · ");

/** An icon, given as a path in a square of 24. */
export const icon = (d) =>
  h("svg.icon", { viewBox: "0 0 24 24", "aria-hidden": "true" }, h("path", { d }));

const linkName = (t, link) => ({
  live: t("Live"), reconnecting: t("Reconnecting…"), paused: t("Paused"), starting: t("Looking…"),
})[link];

export const linkLine = (t, link) =>
  h("p.link", { class: `link ${link}`, role: "status" }, linkName(t, link));

/** "On the keypad: Ben's crib: 5 5 _ _"; null if nothing is half typed. */
export const typedOnKeypad = (state, t, typed = state?.typed) =>
  typed ? t("On the keypad: {typed}", { typed }) : null;

/** The state of the connection unless it is live: a button with words, which tries again at once. */
export const linkStatus = (t, { link }, act) => h("div.status", { role: "status" },
  link === "starting" && h("p.link.starting", linkName(t, link)),
  ["reconnecting", "paused"].includes(link) && h("button.link", {
    class: `link ${link}`, "data-key": "reconnect", onclick: () => act.reconnect(),
  }, link === "paused" ? t("Paused. Tap to use this page.") : linkName(t, link)),
);

/** One line for scorers on all that has failed; it opens the settings, which have cause and remedy. */
export function faultNote({ strip, keypads, machine }, t, { me }, act) {
  const lights = strip.health === "misfit" ? t("the lights can’t show this game") : t("the lights are off");
  const failed = [
    strip.say && lights,
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

// Teams: their members, names and colours, readable on any background; short labels of entries.

import { h } from "../core/dom.js";
import { capitalised, unaccented } from "../core/i18n.js";
import { parseCard } from "./cards.js";

export const teamOf = (state, seat) => state.rules.teams.findIndex((seats) => seats.includes(seat));

/** True if it is the turn of *team*. */
export const isAsked = (state, team) => state.turn !== null && teamOf(state, state.turn) === team;

/** A player's displayed name; a name that is only a number stands for the seat, Player 2. */
export const displayName = (t, name) =>
  (/^\d+$/.test(name) ? t("Player\u00a0{place}", { place: name }) : name);

const plainName = (name) => unaccented(name).replace(/\s/g, "");

/** True if two names differ only in case, accents and spaces. */
export const isAlike = (one, other) => plainName(one) === plainName(other);

/** True if one name is a prefix of the other: Ann and Anne. */
export const isNear = (one, other) =>
  plainName(one).startsWith(plainName(other)) || plainName(other).startsWith(plainName(one));

export const playerName = ({ players }, t, seat) => displayName(t, players[seat]);

export const whoDeals = (state, t) =>
  t("{name} deals", { name: playerName(state, t, state.dealer) });

export const playersOf = (state, t, team) =>
  state.rules.teams[team].map((seat) => playerName(state, t, seat));

/** A single player's name; for partners the colour of their pegs. */
export function teamName(state, t, team) {
  const names = playersOf(state, t, team);
  return names.length === 1 ? names[0] : colourNames(applied, t)[team];
}

/** The team's name as a recipient; for partners "les Bleus". */
export function recipientName(state, t, team) {
  const name = teamName(state, t, team);
  return state.rules.teams[team].length === 1 ? name : t("{colour}", { colour: name });
}

/** Identifies the moment at which this phone's player must act; empty otherwise. */
export function ownTurn({ state, ui }) {
  if (!state || !ui.me.player) return "";
  const own = state.players.indexOf(ui.me.player);
  const isAsked = own >= 0 && (state.turn === own || state.drawing?.includes(own));
  return isAsked ? [state.phase, state.deal, state.laid.length, state.gone.length].join(" ") : "";
}

/** *teams* with the team of this phone's player first. */
export function ownTeamFirst(state, { player }, teams) {
  const own = state.players.indexOf(player);
  const isOther = (team) => own < 0 || team !== teamOf(state, own);
  return [...teams].sort((one, two) => isOther(one) - isOther(two));
}

/** The name of the team's speaker: its captain if the rules have one. */
export function speakerName(state, t, team) {
  const { captains, rules } = state;
  return rules.captain ? playerName(state, t, captains[team]) : teamName(state, t, team);
}

/** "Ann's hand" or "The crib". */
export const handName = (state, t, of) =>
  of === "crib" ? t("The crib") : t("{name}’s hand", { name: playerName(state, t, of) });

/** *text* with hyphenated names kept on one line, unless too long. */
export const unbroken = (text) => text.includes("-") ? h("span", text.split(/(\S+-\S+)/).map((part, at) =>
  (at % 2 && part.length < 18 ? h("span.whole", part) : part))) : text;

/** A name that takes two lines in narrow spaces. */
export const isLong = (name) => name.length > 9;

export const pegMark = (team) => h(`span.peg.team-${team}`, { "aria-hidden": "true" });

export const backPeg = ({ pegs }, t, team) =>
  h("small", { title: t("back peg {hole}", { hole: pegs[team][1] }) }, `◂ ${pegs[team][1]}`);

export const gainMark = (points) =>
  points !== 0 && h("em.gain", points > 0 ? `+${points}` : `−${-points}`);

const PLACES = ["blue", "red", "yellow", "pink", "green"];
/** The colours used in the style sheet. */
const USUAL = ["#0072ff", "#ff4800", "#ffdc28", "#ff78dc", "#00dc78"];
const READABLE = 4.6;
/** The luminance from which a background takes dark text, and the two text colours. */
const [LIGHT, DARK] = [0.45, "#1c1710"];

let applied = USUAL;

/** Sets the team colours of the page, such as "#0072ff". */
export function applyTeamColours(colours) {
  applied = colours.map((colour) => colour.toLowerCase());
  applyToPage();
}

matchMedia("(prefers-color-scheme: dark)").addEventListener("change", applyToPage);

function applyToPage() {
  const { style } = document.documentElement;
  const look = getComputedStyle(document.documentElement);
  const [surface, ink] = ["--surface", "--ink"].map((it) => parseColour(look.getPropertyValue(it)));
  PLACES.forEach((place, team) => {
    const colour = applied[team];
    const parts = colour === USUAL[team] ? {} : shadesOf(parseColour(colour), surface, ink);
    // An empty value removes the property.
    ["", "-tint", "-fill", "-win", "-on-win"].forEach((part) =>
      style.setProperty(`--${place}${part}`, parts[part] ?? ""));
  });
}

/** A team's text, background and peg colours: close to its colour, with sufficient contrast. A win keeps a
 * light colour and uses dark text, since darkening would look muddy. */
function shadesOf(colour, surface, ink) {
  const tint = mixColours(surface, colour, 0.12);
  const name = firstReadable(colour, ink, (it) => isReadable(it, surface) && isReadable(it, tint));
  const fill = firstReadable(colour, [0, 0, 0], (one) => isReadable([255, 255, 255], one));
  const isLight = luminance(colour) > LIGHT;
  return {
    "": formatColour(name), "-tint": formatColour(tint), "-fill": formatColour(fill),
    "-win": formatColour(isLight ? colour : fill), "-on-win": isLight ? DARK : "#ffffff",
  };
}

function firstReadable(colour, towards, good) {
  const steps = Array.from({ length: 21 }, (_, step) => mixColours(colour, towards, step / 20));
  return steps.find(good) ?? towards;
}

const mixColours = (one, other, part) => one.map((value, at) => value + (other[at] - value) * part);

function isReadable(one, other) {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05) >= READABLE;
}

const luminance = (colour) =>
  colour
    .map((value) => value / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at], 0);

/** The red, green and blue of "#0072ff". */
const parseColour = (text) => text.match(/[\da-f]{2}/gi).map((digits) => parseInt(digits, 16));

const formatColour = (colour) =>
  `#${colour.map((value) => Math.round(value).toString(16).padStart(2, "0")).join("")}`;

/** Distinct names for *colours*. */
export function colourNames(colours, t) {
  const names = colours.map((colour) => colourName(parseColour(colour), t));
  return names.map((name, at) => {
    const before = names.slice(0, at).filter((one) => one === name).length;
    return before ? `${name} ${before + 1}` : name;
  });
}

function colourName(colour, t) {
  const [least, most] = [Math.min(...colour), Math.max(...colour)];
  if (most < 30) return t("Black");
  if (most - least < 0.15 * most) return least > 190 ? t("White") : t("Grey");
  return [
    [20, t("Red")], [45, t("Orange")], [70, t("Yellow")], [170, t("Green")], [190, t("Turquoise")],
    [255, t("Blue")], [300, t("Purple")], [340, t("Pink")], [361, t("Red")],
  ].find(([below]) => hue(colour, least, most) < below)[1];
}

function hue([red, green, blue], least, most) {
  const span = most - least;
  if (most === red) return (((green - blue) / span + 6) % 6) * 60;
  if (most === green) return ((blue - red) / span + 2) * 60;
  return ((red - green) / span + 4) * 60;
}

/** "10 of hearts", "Go", "+2 Ann"; null for entries without a short label. */
export function actionLabel(action, state, t) {
  switch (action.do) {
    case "play":
    case "starter":
    case "draw": return t.cardName(parseCard(action.card));
    case "go":
      if (action.out) return t("{name} has no cards left", { name: playerName(state, t, action.seat ?? state.turn) });
      return action.all ? t("No one can play") : t("Go");
    case "peg": return `${plusPoints(action.points)} ${teamName(state, t, action.team)}`;
    case "count": return action.seat === undefined ? null : countLabel(action, action.seat, state, t);
    case "crib": return countLabel(action, "crib", state, t);
    case "undo": return t("Undo");
    default: return null;
  }
}

function countLabel({ claim = null }, of, state, t) {
  if (claim === null) return handName(state, t, of);
  const name = playerName(state, t, of === "crib" ? state.dealer : of);
  return t("{name} says {n}", { name, n: claim });
}

/** *latest*, with the signature of this device, `signs`, replaced in a correction. */
export function markOwnDevice(latest, { signs }, t) {
  const [, number] = signs?.match(/^Phone (\d+)$/) ?? [];
  const [, player] = signs?.match(/^(.+)[’']s phone$/) ?? [];
  const name = number ? capitalised(t("Phone {number}", { number }))
    : player ? capitalised(t("{name}’s phone", { name: displayName(t, player) })) : signs;
  if (!name || !latest.correction?.startsWith(`${name} `)) return latest;
  return { ...latest, correction: t("This phone") + latest.correction.slice(name.length) };
}

/** Points with their sign, using a minus sign. */
export const signedPoints = (points) => String(points).replace("-", "−");

/** The same with a plus sign before a gain. */
export const plusPoints = (points) => (points > 0 ? `+${points}` : signedPoints(points));

/** An address as people type it. */
export const plainAddress = (url) => url?.replace(/^https?:\/\//, "").replace(/\/$/, "");

/** "below 91: 2 games", or "none"; a best-of match counts each game as one. */
export const skunkLines = (skunks, { best_of: most, game }, t) =>
  skunks
    .map(([below, games]) => [below, most > 0 && game === 1 ? 1 : games])
    .map(([below, n]) => t("below {below}: {n} game|below {below}: {n} games", { below, n }))
    .join(", ") || t("none");

// Short labels: an entry in few words, signed points, and who made the latest entry.

import { capitalised } from "../core/i18n.js";
import { parseCard } from "./cards.js";
import { displayName, handName, playerName, teamName } from "./teams.js";

/** "10 of hearts", "Go", "+2 Ann"; null for entries without a short label. */
export function actionLabel(action, state, t) {
  switch (action.do) {
    case "play":
    case "starter":
    case "draw": return t.cardName(parseCard(action.card));
    case "go":
      if (action.out) return t("{name} has no cards left", { name: playerName(state, t, action.seat ?? state.turn) });
      return action.all ? t("No one can play") : t("Go");
    case "peg": return pegged(action, state, t);
    case "count": return action.seat === undefined ? null : counted(action, action.seat, state, t);
    case "crib": return counted(action, "crib", state, t);
    case "undo": return t("Undo");
    default: return null;
  }
}

/** A hand's label, including any flush and nobs entered for it. */
function counted({ claim = null }, of, state, t) {
  if (claim === null) return handName(state, t, of);
  const name = playerName(state, t, of === "crib" ? state.dealer : of);
  return t("{name} says {n}", { name, n: claim });
}

const pegged = ({ team, points }, state, t) =>
  `${points > 0 ? "+" : ""}${signedPoints(points)} ${teamName(state, t, team)}`;

const NAMELESS = /^Phone (\d+)$/;
const PLAYERS = /^(.+)[’']s phone$/;

/** A signature, capitalised as at the start of a sentence. */
function saidSignature(signs, t) {
  const [, number] = signs?.match(NAMELESS) ?? [];
  if (number) return capitalised(t("Phone {number}", { number }));
  const [, name] = signs?.match(PLAYERS) ?? [];
  return name ? capitalised(t("{name}’s phone", { name: displayName(t, name) })) : signs;
}

/** *latest*, with the signature of this device, `signs`, replaced in a correction. */
export function markOwnDevice(latest, { signs }, t) {
  const name = saidSignature(signs, t);
  if (!name || !latest.correction?.startsWith(`${name} `)) return latest;
  return { ...latest, correction: t("This phone") + latest.correction.slice(name.length) };
}

/** Points with their sign, using a minus sign. */
export const signedPoints = (points) => String(points).replace("-", "−");

/** An address as people type it. */
export const plainAddress = (url) => url?.replace(/^https?:\/\//, "").replace(/\/$/, "");

/** "below 91: 2 games", or "none"; a best-of match counts each game as one. */
export const skunkLines = (skunks, { best_of: most, game }, t) =>
  skunks
    .map(([below, games]) => [below, most > 0 && game === 1 ? 1 : games])
    .map(([below, n]) => t("below {below}: {n} game|below {below}: {n} games", { below, n }))
    .join(", ") || t("none");

// Which taps count: taps may bounce, and two phones may enter the same card.

import { parseCard } from "../game/cards.js";

/** The key of an action, ignoring suit, seat and claim, by which duplicates are detected. */
export function tapOf(action) {
  if (action.card) return parseCard(action.card).rank;
  return ["count", "crib"].includes(action.do) ? "count" : JSON.stringify(action);
}

const suitOf = ({ card }) => (card ? parseCard(card).suit : "");

/** True if two taps may be duplicates: the same key, unless both have different suits. */
export const isAlike = (one, other) =>
  tapOf(one) === tapOf(other) && !areTwo(suitOf(one), suitOf(other));

const areTwo = (suit, other) => Boolean(suit && other && suit !== other);

export const UNDO = tapOf({ do: "undo" });
const GO = tapOf({ do: "go" });

/** Duplicate detection (decision 17), with the time windows `tap` and `echo` in milliseconds of clock().
 *
 * heard(news) records entries of other phones when they are shown here. judge({tap, suit}) returns
 * {counts: true} for an intended tap; {counts: false} for a repeat of this phone's last tap within `tap`;
 * and {counts: false, echo} if another phone has just entered the same: repeating the tap then counts. A go
 * of the next player is likely, so that only one within `tap` is asked about. */
export function tapRule({ tap: again, echo: echoes }, clock) {
  let own = { tap: null, at: Number.NEGATIVE_INFINITY };
  let others = [];
  let asked = null;

  function heard(news) {
    const at = clock();
    others = others.filter((one) => at - one.at < echoes);
    others.push(...news.map((one) => ({ ...one, at })));
  }

  function judge({ tap, suit }) {
    const at = clock();
    const isDouble = tap === own.tap && at - own.at < again;
    own = { tap, at };
    if (isDouble) return { counts: false };
    const echo = others
      .filter((one) => one.tap === tap && !areTwo(suit, one.suit) && at - one.at < (tap === GO ? again : echoes))
      .at(-1);
    if (echo && echo !== asked) {
      asked = echo;
      return { counts: false, echo };
    }
    asked = null;
    return { counts: true };
  }

  return { heard, judge };
}

/** The argument of judge() for an *action*. */
export const tapped = (action) => ({ tap: tapOf(action), suit: suitOf(action) });

/** The entry that an undo removed from *state*; null if none was. */
export function undoneEntry(state, before) {
  const last = before.record.at(-1);
  const isGone = last && state.redo && last.entry > (state.record.at(-1)?.entry ?? 0);
  return isGone && state.version > before.version ? last : null;
}

/** The taps that led from *before* to *state*, except those for which isOwn(entry, tap). */
export function newsOf(state, before, isOwn) {
  const news = state.record
    .filter(({ entry }) => entry > before.version)
    .flatMap((entry) => entry.actions.map((action) => ({ ...tapped(action), action, entry })));
  if (undoneEntry(state, before)) {
    news.push({ tap: UNDO, action: { do: "undo" }, entry: { entry: state.version } });
  }
  return news.filter(({ tap, entry }) => !isOwn(entry.entry, tap));
}

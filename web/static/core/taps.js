// Which taps are meant: a finger comes down twice, and two phones enter the same card.

import { parseCard } from "../game/cards.js";

/** The key that was tapped, whatever suit, seat or claim goes with it: two alike may be one. */
export function tapOf(action) {
  if (action.card) return parseCard(action.card).rank;
  return ["count", "crib"].includes(action.do) ? "count" : JSON.stringify(action);
}

const suitOf = ({ card }) => (card ? parseCard(card).suit : "");

/** True if two taps may have meant one thing; not where both named a suit, and not the same one. */
export const isAlike = (one, other) =>
  tapOf(one) === tapOf(other) && !areTwo(suitOf(one), suitOf(other));

const areTwo = (suit, other) => Boolean(suit && other && suit !== other);

export const UNDO = tapOf({ do: "undo" });

/** The rule of decision 17, with the milliseconds of a `tap` and of an `echo` by clock().
 *
 * heard(news) takes what other phones entered, as it is shown here. judge({tap, suit}) returns
 * {counts: true} for a tap that is meant; {counts: false} for one that comes right behind another on
 * the same key, by however many; and {counts: false, echo} where somebody else has just entered the
 * same: the next tap on that key is meant. */
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
      .filter((one) => one.tap === tap && !areTwo(suit, one.suit) && at - one.at < echoes)
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

/** What judge is told of an *action*. */
export const tapped = (action) => ({ tap: tapOf(action), suit: suitOf(action) });

/** The entry that *state* no longer has, after undo; null where nothing was taken back. */
export function undoneEntry(state, before) {
  const last = before.record.at(-1);
  const isGone = last && state.redo && last.entry > (state.record.at(-1)?.entry ?? 0);
  return isGone && state.version > before.version ? last : null;
}

/** The taps that made *state* of what was *before*, but those that isOwn(entry, tap). */
export function newsOf(state, before, isOwn) {
  const news = state.record
    .filter(({ entry }) => entry > before.version)
    .flatMap((entry) => entry.actions.map((action) => ({ ...tapped(action), action, entry })));
  if (undoneEntry(state, before)) {
    news.push({ tap: UNDO, action: { do: "undo" }, entry: { entry: state.version } });
  }
  return news.filter(({ tap, entry }) => !isOwn(entry.entry, tap));
}

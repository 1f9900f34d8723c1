// Sends entries and keys one at a time, in order, and tells which taps count.

import { parseCard } from "../game/cards.js";
import { post } from "./api.js";
import { newKey } from "./storage.js";

/** A queue of requests to *path*. onAnswer(answer, one) must remove *one*; false stops it until send(). What
 * follows an answer is drawn *together*. */
function requestQueue({ path, lang, onAnswer, onBusy = () => {}, together = (change) => change() }) {
  const line = [];
  let isBusy = false;

  async function send() {
    if (isBusy || !line.length) return;
    isBusy = true;
    onBusy(true);
    while (isBusy) {
      const [one] = line;
      const answer = await post(path, one.request, lang());
      together(() => {
        isBusy = onAnswer(answer, one) !== false && line.length > 0;
        if (!isBusy) onBusy(false);
      });
    }
  }

  return { line, send };
}

/** Entries that people make before they have seen the result of the previous one. */
const FOLLOWS = ["play", "go", "peg", "undo"];

const AGAIN_AFTER = 2000;

/** Returns {submit, retry, isOwn}. submit(action, more) sends an action as seen at the displayed snapshot
 * and resolves to whether it was kept.
 *
 * Actions submitted meanwhile are queued and sent as seen after this phone's own entry: if another phone's
 * entry comes between, the table refuses, and the rest of the queue is dropped after a refusal. A repeat
 * of the last tap before the page shows more is ignored.
 *
 * The table's answer goes to onState, a refusal to onRefused({status, body, missed}). Without an answer
 * the action stays queued, onHeld({again, drop}) is called, and it is resent while isOnline(), by retry()
 * and before the next action; its key makes that idempotent. onWaiting(actions) reports the queue.
 * isOwn(entry, tap) tells whether this phone made an entry. */
export function actionQueue(
  { lang, seen, isOnline, together, onBusy, onWaiting, onState, onRefused, onHeld },
) {
  const { line, send } = requestQueue({ path: "actions", lang, onAnswer, onBusy, together });
  let ownEntry = 0;

  function submit(action, more = {}) {
    const last = line.at(-1);
    // If the stream has already shown the entry, further taps refer to the new state.
    if (last && seen() <= last.request.seen) {
      if (tapOf(last.request.action) === tapOf(action)) return last.kept;
      if (!FOLLOWS.includes(action.do)) return Promise.resolve(false);
    }
    const one = { request: { action, seen: seen(), key: newKey(), ...more } };
    one.kept = new Promise((resolve) => (one.resolve = resolve));
    line.push(one);
    send();
    tellWaiting();
    return one.kept;
  }

  const tellWaiting = () => onWaiting(line.map(({ request }) => request.action));

  function onAnswer({ status, body }, one) {
    const isKept = status === 200 || status === 201;
    if (isKept) ownEntry = Math.max(ownEntry, body.entry);
    const isGivenUp = line[0] !== one;
    if (status === 0 && !isGivenUp) {
      onHeld({ again: send, drop: empty });
      setTimeout(retry, AGAIN_AFTER);
    }
    if (status === 0) return isGivenUp;
    if (!isGivenUp) line.shift();
    if (isKept) {
      const [next] = line;
      if (next) next.request.seen = Math.max(next.request.seen, body.entry);
      tellWaiting();
      onState(body);
    } else if (!isGivenUp) onRefused({ status, body, missed: [one.request.action, ...empty()] });
    one.resolve(isKept);
    return true;
  }

  const retry = () => isOnline() && line.length > 0 && send();

  function empty() {
    const waited = line.splice(0);
    waited.forEach(({ resolve }) => resolve(false));
    tellWaiting();
    return waited.map(({ request }) => request.action);
  }

  /** True if this phone made *entry*, even if its answer is pending. */
  function isOwn(entry, tap) {
    const sent = line[0]?.request;
    return entry <= ownEntry || (entry === sent?.seen + 1 && tap === tapOf(sent.action));
  }

  return { submit, retry, isOwn };
}

const MAX_WAITING = 8;

/** Returns press(key). saw() returns the displayed version and whether anything is half typed; each key is
 * sent as seen there, or after this page's own previous key: if another entry or key comes between, the
 * table refuses.
 *
 * The table's answer goes to onAnswered(key, answer). Keys queued behind a refused one are dropped.
 * Without an answer the queue stops, and further keys join it, up to MAX_WAITING: onNotice({again, drop,
 * waiting}) offers to resend (idempotent) or drop them. onNotice({text}) tells why a key was refused, null
 * that the queue is empty again. */
export function keyQueue({ lang, saw, onAnswered, onNotice }) {
  const { line, send } = requestQueue({ path: "keys", lang, onAnswer });
  let isStopped = false;

  function press(key) {
    if (isStopped && line.length >= MAX_WAITING) return;
    line.push({ request: { key, ...saw(), once: newKey() } });
    if (isStopped) stop();
    else send();
  }

  function stop() {
    isStopped = true;
    onNotice({ again, drop, waiting: line.map(({ request }) => request.key) });
    return false;
  }

  function again() {
    isStopped = false;
    send();
  }

  function drop() {
    isStopped = false;
    line.length = 0;
    onNotice(null);
  }

  function onAnswer({ status, body }, one) {
    const isForgotten = line[0] !== one;
    if (!status) return isForgotten || stop();
    if (!isForgotten) line.shift();
    if (status !== 200 || body.result === "refused") line.length = 0;
    line.forEach((next) => {
      next.request.seen = Math.max(next.request.seen, body.entry);
      next.request.pending = Boolean(body.typed);
    });
    if (status === 200) onAnswered(one.request.key, body);
    else onNotice({ text: body.refused });
    return true;
  }

  return press;
}

/** The key of an action, ignoring suit, seat and claim, by which duplicates are detected. */
function tapOf(action) {
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
    const within = tap === GO ? again : echoes;
    const echo = others.findLast((one) =>
      one.tap === tap && !areTwo(suit, one.suit) && at - one.at < within);
    if (echo && echo !== asked) {
      asked = echo;
      return { counts: false, echo };
    }
    asked = null;
    return { counts: true };
  }

  return { heard, judge };
}

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

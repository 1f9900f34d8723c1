// Sends entries and keys to the table one after the other, in the order in which people made them.

import { post } from "./api.js";
import { newKey } from "./storage.js";
import { tapOf } from "./taps.js";

/** A line of what is to be posted to *path*, each its `request`; onAnswer(answer, one) takes the
 * first *one* out of it. The line stops where that returns false; send() goes on with it. */
function requestQueue({ path, lang, onAnswer, onBusy = () => {} }) {
  const line = [];
  let isBusy = false;

  async function send() {
    if (isBusy) return;
    isBusy = true;
    onBusy(true);
    let goesOn = true;
    while (goesOn && line.length) {
      const [one] = line;
      goesOn = onAnswer(await post(path, one.request, lang()), one) !== false;
    }
    isBusy = false;
    onBusy(false);
  }

  function add(one) {
    line.push(one);
    send();
  }

  return { line, add, send };
}

/** People lay, peg or undo before they see what came of the entry before. */
const FOLLOWS = ["play", "go", "peg", "undo"];

const AGAIN_AFTER = 2000;

/** Returns {submit, retry, isOwn}. submit(action, more) asks the table for it, as seen from the
 * snapshot on the screen, and promises whether it was kept.
 *
 * What is tapped meanwhile waits and goes out as seen after this phone's own entry: should somebody
 * else's come between, the table refuses it, and all that waits behind a refusal is not sent. The
 * same tap again, before the page shows more, is a finger that thinks it was not heard, and no
 * second entry.
 *
 * The table's answer goes to onState, a refusal to onRefused({status, body, missed}). Without any
 * answer nobody knows whether it was kept: it waits, onHeld({again, drop}) tells, and it is sent
 * once more while isOnline(), by retry() and before the next tap. The table never does it twice.
 * onWaiting(actions) hears what is on its way. isOwn(entry, tap) is true for what was made here. */
export function actionQueue(
  { lang, seen, isOnline, onBusy, onWaiting, onState, onRefused, onHeld },
) {
  const { line, add, send } = requestQueue({ path: "actions", lang, onAnswer, onBusy });
  let ownEntry = 0;

  function submit(action, more = {}) {
    const last = line.at(-1);
    // The stream may show an entry before its answer comes: then people go on from there.
    if (last && seen() <= last.request.seen) {
      if (tapOf(last.request.action) === tapOf(action)) return last.kept;
      if (!FOLLOWS.includes(action.do)) return Promise.resolve(false);
    }
    return enqueue({ action, seen: seen(), key: newKey(), ...more });
  }

  function enqueue(request) {
    const one = { request };
    one.kept = new Promise((resolve) => {
      one.resolve = resolve;
    });
    add(one);
    tellWaiting();
    return one.kept;
  }

  const tellWaiting = () => onWaiting(line.map(({ request }) => request.action));

  function onAnswer({ status, body }, one) {
    const isKept = status === 200 || status === 201;
    if (isKept) ownEntry = Math.max(ownEntry, body.entry);
    const isGivenUp = line[0] !== one;
    if (status === 0) return isGivenUp || hold();
    if (!isGivenUp) line.shift();
    if (isKept) goOn(body);
    else if (!isGivenUp) onRefused({ status, body, missed: [one.request.action, ...empty()] });
    one.resolve(isKept);
    return true;
  }

  function goOn(body) {
    const [next] = line;
    if (next) next.request.seen = Math.max(next.request.seen, body.entry);
    tellWaiting();
    onState(body);
  }

  function hold() {
    onHeld({ again: send, drop: empty });
    setTimeout(retry, AGAIN_AFTER);
    return false;
  }

  const retry = () => isOnline() && line.length > 0 && send();

  /** Gives up all that waits, and returns it. */
  function empty() {
    const waited = line.splice(0);
    waited.forEach(({ resolve }) => resolve(false));
    tellWaiting();
    return waited.map(({ request }) => request.action);
  }

  /** True for an *entry* that this phone made, be its answer still on the way. */
  function isOwn(entry, tap) {
    const sent = line[0]?.request;
    return entry <= ownEntry || (entry === sent?.seen + 1 && tap === tapOf(sent.action));
  }

  return { submit, retry, isOwn };
}

/** Keys that wait for an answer: those who press more have not seen that none comes. */
const MOST_WAITING = 8;

/** Returns press(key). saw() returns the version on the screen, and whether anything is half typed
 * there; a key goes out as seen so, or after this page's own key before it: should somebody else's
 * entry or key come between, the table refuses it.
 *
 * The table's answer goes to onAnswered(key, answer). Keys pressed behind a refused one are not
 * sent. Without any answer the line stops, and what is pressed then joins it, up to MOST_WAITING:
 * onNotice({again, drop, waiting}) lets a person send it once more, of which the table presses no
 * key twice, or forget it. onNotice({text}) says why a key was turned away, and null that nothing
 * waits any more. */
export function keyQueue({ lang, saw, onAnswered, onNotice }) {
  const { line, send } = requestQueue({ path: "keys", lang, onAnswer });
  let isStopped = false;

  function press(key) {
    if (isStopped && line.length >= MOST_WAITING) return;
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

// Sends entries and keys to the table one after the other, in the order in which people made them.

import { parseCard } from "../game/cards.js";
import { post } from "./api.js";
import { newKey } from "./storage.js";

/** A line of what is to be posted to *path*, each its `request`; onAnswer(answer) takes the first
 * one out of it. The line stops where that returns false; send() goes on with it. */
function requestQueue({ path, lang, onAnswer, onBusy = () => {} }) {
  const line = [];
  let isBusy = false;

  async function send() {
    if (isBusy) return;
    isBusy = true;
    onBusy(true);
    let goesOn = true;
    while (goesOn && line.length) {
      goesOn = onAnswer(await post(path, line[0].request, lang())) !== false;
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

/** People lay or peg on before they see what came of the entry before. */
const FOLLOWS = ["play", "go", "peg"];

/** The key that was tapped: the suit and the seat chosen for a card are used up by then. */
const tapOf = (action) =>
  action.do === "play" ? parseCard(action.card).rank : JSON.stringify(action);

/** Returns submit(action, more): asks the table for it, as seen from the snapshot on the screen,
 * and promises whether it was kept.
 *
 * What is tapped meanwhile waits and goes out as seen after this phone's own entry: should somebody
 * else's come between, the table refuses it, and all that waits behind a refusal is not sent. The
 * same tap again is a finger that thinks it was not heard, and no second entry.
 *
 * The table's answer goes to onState. A refusal goes to onNotice({text, missed}); after an entry
 * that another phone overtook onStale(snapshot) gets what is true now. Without any answer nobody
 * knows whether it was kept: onNotice({again}) lets a person send the same key again, which the
 * table never does twice. */
export function actionQueue({ lang, seen, onBusy, onState, onStale, onNotice }) {
  const { line, add } = requestQueue({ path: "actions", lang, onAnswer, onBusy });

  function submit(action, more = {}) {
    const last = line.at(-1);
    if (last && tapOf(last.request.action) === tapOf(action)) return last.kept;
    if (last && !FOLLOWS.includes(action.do)) return Promise.resolve(false);
    return enqueue({ action, seen: seen(), key: newKey(), ...more });
  }

  function enqueue(request) {
    const one = { request };
    one.kept = new Promise((resolve) => {
      one.resolve = resolve;
    });
    add(one);
    return one.kept;
  }

  function onAnswer({ status, body }) {
    const { request, resolve } = line.shift();
    const isKept = status === 200 || status === 201;
    if (isKept) goOn(body);
    else giveUp(request, status, body);
    resolve(isKept);
  }

  function goOn(body) {
    const [next] = line;
    if (next) next.request.seen = Math.max(next.request.seen, body.entry);
    onState(body);
    onNotice(null);
  }

  function giveUp(request, status, body) {
    const waited = line.splice(0);
    waited.forEach(({ resolve }) => resolve(false));
    const missed = waited.map((one) => one.request.action);
    if (status === 0) {
      return onNotice({ missed, again: () => line.length === 0 && enqueue(request) });
    }
    if (status !== 409) return onNotice({ missed, text: body.refused });
    onNotice({ missed: [request.action, ...missed], text: body.refused });
    return onStale(body.snapshot);
  }

  return submit;
}

/** Returns press(key). saw() returns the version on the screen, and whether anything is half typed
 * there; a key goes out as seen so, or after this page's own key before it: should somebody else's
 * entry or key come between, the table refuses it.
 *
 * The table's answer goes to onAnswered(key, answer). Keys pressed behind a refused one are not
 * sent. Without any answer the line stops, and what is pressed then joins it: onNotice({again,
 * waiting}) lets a person send it once more, of which the table presses no key twice.
 * onNotice({text}) says why a key was turned away. */
export function keyQueue({ lang, saw, onAnswered, onNotice }) {
  const { line, send } = requestQueue({ path: "keys", lang, onAnswer });
  let isStopped = false;

  function press(key) {
    line.push({ request: { key, ...saw(), once: newKey() } });
    if (isStopped) stop();
    else send();
  }

  function stop() {
    isStopped = true;
    onNotice({ again, waiting: line.map(({ request }) => request.key) });
    return false;
  }

  function again() {
    isStopped = false;
    send();
  }

  function onAnswer({ status, body }) {
    if (!status) return stop();
    const { request } = line.shift();
    if (status !== 200 || body.heard === "refused") line.length = 0;
    line.forEach((next) => {
      next.request.seen = Math.max(next.request.seen, body.entry);
      next.request.half = Boolean(body.typed);
    });
    if (status === 200) onAnswered(request.key, body);
    else onNotice({ text: body.refused });
    return true;
  }

  return press;
}

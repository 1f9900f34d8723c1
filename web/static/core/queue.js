// Sends entries and keys to the table in the order in which people made them.

import { parseCard } from "../game/cards.js";
import { post } from "./api.js";
import { newKey } from "./storage.js";

/** Whoever lays or pegs on need not see first what came of the entry before. */
const FOLLOWS = ["play", "go", "peg"];

/** The key that was tapped: the suit and the seat chosen for a card are used up by then. */
const tapOf = (action) =>
  action.do === "play" ? parseCard(action.card).rank : JSON.stringify(action);

/**
 * Returns act(action, more): asks the table for it, as seen from the snapshot on the screen, and
 * says whether it was kept.
 *
 * What is tapped meanwhile waits and goes out as seen after this phone's own entry: should somebody
 * else's come between, the table refuses it, and all that waits behind a refusal is told as not
 * added. The same tap again is a finger that thinks it was not heard, and no second entry.
 *
 * The table's answer goes to onState. A refusal goes to onTold({text, missed}); after an entry that
 * another phone overtook onStale() fetches what is true now. Without any answer nobody knows
 * whether it was kept: onTold({again}) lets a person send the same key again, which the table never
 * does twice.
 */
export function actionQueue({ lang, seen, onBusy, onState, onStale, onTold }) {
  let line = [];

  function act(action, more = {}) {
    const last = line.at(-1);
    if (last && tapOf(last.asked.action) === tapOf(action)) return last.done;
    if (last && !FOLLOWS.includes(action.do)) return Promise.resolve(false);
    return queue({ action, seen: seen(), key: newKey(), ...more });
  }

  function queue(asked) {
    const one = { asked };
    one.done = new Promise((tell) => {
      one.tell = tell;
    });
    line.push(one);
    if (line.length === 1) send();
    return one.done;
  }

  async function send() {
    onBusy(true);
    while (line.length) {
      const [{ asked, tell }] = line;
      const { status, body } = await post("actions", asked, lang());
      const kept = status === 200 || status === 201;
      line.shift();
      if (kept) goOn(body);
      else giveUp(asked, status, body);
      tell(kept);
    }
    onBusy(false);
  }

  function goOn(body) {
    const [next] = line;
    if (next) next.asked.seen = Math.max(next.asked.seen, body.entry);
    onState(body);
    onTold(null);
  }

  function giveUp(asked, status, body) {
    const waited = line;
    line = [];
    waited.forEach(({ tell }) => tell(false));
    const missed = waited.map((one) => one.asked.action);
    if (status === 0) return onTold({ missed, again: () => line.length === 0 && queue(asked) });
    if (status !== 409) return onTold({ missed, text: body.refused });
    onTold({ missed: [asked.action, ...missed], text: body.refused });
    return onStale(body.snapshot);
  }

  return act;
}

/**
 * Returns press(key). saw() tells the version on the screen, and whether anything is half typed there;
 * a key goes out as seen so, or after this page's own key before it: should somebody else's entry or
 * key come between, the table refuses it.
 *
 * The table's answer goes to onHeard(key, answer). Whatever was pressed behind a refused key is not
 * sent. Without any answer the line stops, and what is pressed then joins it: onTold({again, waiting})
 * lets a person send it once more, of which the table presses no key twice. onTold({text}) says why a
 * key was turned away.
 */
export function keyQueue({ lang, saw, onHeard, onTold }) {
  let line = [];
  let stopped = false;

  function press(key) {
    line.push({ key, ...saw(), once: newKey() });
    if (stopped) stop();
    else if (line.length === 1) send();
  }

  function stop() {
    stopped = true;
    onTold({ again, waiting: line.map(({ key }) => key) });
  }

  function again() {
    if (stopped) send();
    stopped = false;
  }

  async function send() {
    while (line.length) {
      const [one] = line;
      const { status, body } = await post("keys", one, lang());
      if (!status) return stop();
      line.shift();
      if (status !== 200 || body.heard === "refused") line = [];
      line.forEach((next) => {
        next.seen = Math.max(next.seen, body.entry);
        next.half = Boolean(body.typed);
      });
      if (status === 200) onHeard(one.key, body);
      else onTold({ text: body.refused });
    }
    return null;
  }

  return press;
}

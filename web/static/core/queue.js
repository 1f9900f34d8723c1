// Sends what people do to the table, in the order in which they did it. What the table refuses is
// told; nothing is sent twice by itself.

import { post } from "./api.js";
import { readCard } from "../game/cards.js";
import { newKey } from "./storage.js";

/** Whoever lays or pegs on need not see first what came of the entry before. */
const FOLLOWS = ["play", "go", "peg"];

/** The key that was tapped: the suit and the seat chosen for a card are used up by then. */
const tapOf = (action) =>
  action.do === "play" ? readCard(action.card).rank : JSON.stringify(action);

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
export function doer({ lang, seen, onBusy, onState, onStale, onTold }) {
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

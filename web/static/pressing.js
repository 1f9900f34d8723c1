// Sends keys to the table in the order in which they were pressed, each of them once.

import { post } from "./api.js";
import { newKey } from "./device.js";

/**
 * Returns press(key). A key goes out as seen from the snapshot on the screen, or after this page's
 * own key before it: should somebody else's entry come between, the table refuses it.
 *
 * The table's answer goes to onHeard(key, answer). Whatever was pressed behind a refused key is not
 * sent. Without any answer onTold({again}) lets a person send the same key once more, which the
 * table does not press twice; onTold({text}) says why a key was turned away.
 */
export function presser({ lang, seen, onHeard, onTold }) {
  let line = [];

  function press(key) {
    queue({ key, seen: seen(), once: newKey() });
  }

  function queue(one) {
    line.push(one);
    if (line.length === 1) send();
  }

  async function send() {
    while (line.length) {
      const [one] = line;
      const { status, body } = await post("keys", one, lang());
      line.shift();
      if (status !== 200 || body.heard === "refused") line = [];
      line.forEach((next) => {
        next.seen = Math.max(next.seen, body.entry);
      });
      if (status === 200) onHeard(one.key, body);
      else onTold(status ? { text: body.refused } : { again: () => queue(one) });
    }
  }

  return press;
}

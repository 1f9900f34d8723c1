// Sends keys to the table in the order in which they were pressed, each of them once.

import { post } from "./api.js";
import { newKey } from "./storage.js";

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
export function presser({ lang, saw, onHeard, onTold }) {
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

// Sends what people do to the table. What it refuses is told; nothing is sent twice by itself.

import { post } from "./api.js";
import { newKey } from "./device.js";

/**
 * Returns act(action, more): asks the table for it, as seen from the snapshot on the screen.
 *
 * The table's answer goes to onState. A refusal goes to onTold({text}); an entry that another phone
 * overtook goes there too, and onStale() fetches what is true now. Without any answer nobody knows
 * whether it was kept: onTold({again}) lets a person send the same key again, which the
 * table never does twice.
 */
export function doer({ lang, seen, onBusy, onState, onStale, onTold }) {
  let busy = false;

  async function send(asked) {
    if (busy) return false;
    onBusy((busy = true));
    const { status, body } = await post("actions", asked, lang());
    onBusy((busy = false));
    return heard(asked, status, body);
  }

  function heard(asked, status, body) {
    if (status === 200 || status === 201) {
      onState(body);
      onTold(null);
      return true;
    }
    if (status === 0) {
      onTold({ again: () => send(asked) });
      return false;
    }
    onTold({ text: body.refused, code: body.code, entry: body.entry, asked: asked.action });
    if (status === 409) onStale(body.snapshot);
    return false;
  }

  return (action, more = {}) => send({ action, seen: seen(), key: newKey(), ...more });
}

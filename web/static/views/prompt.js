// The prompt in a few words; a tap shows help.

import { h } from "../core/dom.js";
import { unbroken } from "../game/teams.js";

/** The prompt of *state*, or *text* instead, which has no help. */
export function promptLine(state, props = {}, text = state.prompt) {
  if (!state.help || text !== state.prompt) return h("p.prompt", props, unbroken(text));
  return h("details.asked", { "data-key": `asked-${text}` },
    h("summary", h("span.prompt", props, unbroken(text))),
    h("p.about", state.help),
  );
}

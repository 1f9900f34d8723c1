// What is asked now in a few words; how it is done opens at a touch.

import { h } from "../core/dom.js";
import { unbroken } from "../game/teams.js";

/** The prompt of *state*, or *text* in its place, which has no help. */
export function promptLine(state, props = {}, text = state.prompt) {
  if (!state.help || text !== state.prompt) return h("p.prompt", props, unbroken(text));
  return h("details.asked", { "data-key": `asked-${text}` },
    h("summary", h("span.prompt", props, unbroken(text))),
    h("p.about", state.help),
  );
}

// What is asked now in a few words; how it is done opens at a touch.

import { h } from "../core/dom.js";

/** The prompt of *state*, or *text* in its place, which has no help. */
export function promptLine(state, props = {}, text = state.prompt) {
  if (!state.help || text !== state.prompt) return h("p.prompt", props, text);
  return h("details.asked", { "data-key": `asked-${text}` },
    h("summary", h("span.prompt", props, text)),
    h("p.about", state.help),
  );
}

// What phones and walls say of a claim that was only checked, and wrong.

import { h } from "../../core/dom.js";
import { teamOf } from "../../game/teams.js";

/** A claim that was only checked, and wrong, above its hand, and what is known of the right one. */
export const notQuite = (state, t, missed) => h("p.verdict", {
  class: `verdict team-${teamOf(state, state.counting.seat)}`, "data-key": "not-quite", role: "status",
}, t("{n}? Not quite.", { n: missed.claim }), " ", h("span", againText(t, missed.hint)));

function againText(t, hint) {
  if (!hint) return t("Try again?");
  return hint === "more" ? t("There’s more. Try again?") : t("There’s less. Try again?");
}

// What phones and walls say of a claim that was only checked, and wrong.

import { h } from "../../core/dom.js";
import { teamOf } from "../../game/teams.js";

/** A claim that was only checked, and wrong, above its hand, and what is known of the right one. */
export const notQuite = (state, t, missed) => h("p.verdict", {
  class: `verdict team-${teamOf(state, state.counting.seat)}`, "data-key": "not-quite", role: "status",
}, t("{n}? Not quite.", { n: missed.claim }), " ", h("span", againText(t, missed.hint)));

const againText = (t, hint) => ({
  more: t("There’s more. Try again?"),
  less: t("There’s less. Try again?"),
  less_without_flush: t("Without a flush, there’s less. Try again?"),
  less_without_flush_more_with: t("Without a flush, there’s less; with one, more. Try again?"),
})[hint] ?? t("Try again?");

// The message for a wrong first claim, on phones and walls.

import { h } from "../../core/dom.js";
import { teamOf } from "../../game/teams.js";

/** The wrong claim, shown above its hand, with a hint. */
export const notQuite = (state, t, missed) => h("p.verdict", {
  class: `verdict team-${teamOf(state, state.counting.seat)}`, "data-key": "not-quite", role: "status",
}, t("{n}? Not quite.", { n: missed.claim }), " ", h("span", againText(t, missed.hint)));

const againText = (t, hint) => ({
  more: t("There’s more. Try again?"),
  less: t("There’s less. Try again?"),
  less_without_flush: t("Without a flush, there’s less. Try again?"),
  less_without_flush_more_with: t("Without a flush, there’s less; with one, more. Try again?"),
})[hint] ?? t("Try again?");

// With nobs? Where people count, and a jack may be of the starter’s suit, a count says so or not.

import { h } from "../../core/dom.js";
import { capitalised } from "../../game/labels.js";
import { suitClaims } from "../../game/suit_claims.js";

/** True if *points* for a hand leave that open. It follows from the cards that everybody sees, so
 * that the question tells nothing of what the hand is worth. *said* is null where nobody spoke. */
export const leavesNobsOpen = ({ rules, starter }, { cards, seen, crib, said, points }) =>
  said === null && points >= rules.nobs && suitClaims(cards, { starter, seen, crib, rules }).nobs;

/** In the place of the key with the points; onAnswer(nobs). */
export const nobsQuestion = (t, { points, onAnswer }) => {
  const question = t("{n}, with nobs?", { n: points });
  const answer = (nobs, text, name) => h("button.second",
    { "data-key": `nobs-${nobs}`, "aria-label": name, onclick: () => onAnswer(nobs) },
    capitalised(text),
  );
  return h("div.nobs", { role: "group", "aria-label": question, "data-key": "nobs" },
    h("b", { role: "status" }, question),
    answer(false, t("no"), t("No, without nobs")),
    answer(true, t("yes"), t("Yes, with nobs")),
  );
};

// Flush and nobs: claimed by a chip, or asked about if suits that were not entered allow them.

import { h } from "../../core/dom.js";
import { capitalised } from "../../core/i18n.js";
import { suitClaims } from "../../game/suit_claims.js";
import { chip } from "../controls.js";

const NOTHING = { flush: 0, nobs: false };

/** The possible suit claims, each as {flush, nobs}, for which *points* suffice beyond what was *said*.
 * Derived from visible cards only, so that the question reveals nothing about the hand. */
export function openAnswers({ rules, starter }, { cards, seen, crib, points }, said = NOTHING) {
  const open = suitClaims(cards, { starter, seen, crib, rules });
  return [
    ...open.flushes.filter((size) => size > said.flush && points >= size - said.flush)
      .map((flush) => ({ flush, nobs: false })),
    ...(open.nobs && !said.nobs && points >= rules.nobs ? [{ flush: 0, nobs: true }] : []),
  ];
}

/** Replaces the button with the points; calls onAnswer({flush, nobs}). If claims have no consequences, it
 * asks only about the visible cards (*lies*), which is easier for children. */
export function suitQuestion(t, { points, answers, lies, onAnswer }) {
  const question = (lies && lyingQuestion(t, points, answers)) || questionOf(t, points, answers);
  const answer = (said, key, text, name = null) => h("button.second",
    { "data-key": `suits-${key}`, "aria-label": name, onclick: () => onAnswer(said) }, text);
  const [only, ...others] = answers;
  const areBoth = answers.some(({ nobs }) => nobs) && answers.some(({ flush }) => flush);
  const [no, yes] = only.flush
    ? [t("No, without a flush"), t("Yes, with a flush")]
    : [t("No, without nobs"), t("Yes, with nobs")];
  const keyOf = ({ flush }) => flush || "nobs";
  return h("div.query",
    { class: `query n-${answers.length}`, role: "group", "aria-label": question, "data-key": "suits" },
    h("b", { role: "status" }, question),
    answer(NOTHING, "no", capitalised(t("no")), areBoth ? t("No, neither") : no),
    others.length
      ? answers.map((said) => answer(said, keyOf(said), nameOf(t, said)))
      : answer(only, keyOf(only), capitalised(t("yes")), yes),
  );
}

const nameOf = (t, { flush }) => flush ? t("Flush of {n}", { n: flush }) : t("Nobs");

/** A question about the visible cards, prefixed with *points* if claimed. */
function lyingQuestion(t, points, answers) {
  const [{ flush: n, nobs }, ...others] = answers;
  if (others.some((one) => one.nobs)) return null;
  const [more] = others.map(({ flush }) => flush);
  const seen = nobs ? t("is the jack the starter’s suit?")
    : more ? t("are {n} or {more} cards the same suit?", { n, more })
    : t("are {n} cards the same suit?", { n });
  return points === null ? capitalised(seen) : t("{name}: {why}", { name: points, why: seen });
}

function questionOf(t, n, answers) {
  const [flush, nobs] = [answers.some((one) => one.flush), answers.some((one) => !one.flush)];
  if (n === null) return nameless(t, flush, nobs);
  if (flush && nobs) return t("{n}, with a flush or nobs?", { n });
  return flush ? t("{n}, with a flush?", { n }) : t("{n}, with nobs?", { n });
}

function nameless(t, flush, nobs) {
  if (flush && nobs) return t("With a flush or nobs?");
  return flush ? t("With a flush?") : t("With nobs?");
}

/** Chips for flush and nobs that are possible with *cards*; calls onSay({flush}) or onSay({nobs}). */
export function suitChips(state, t, { cards, seen, crib, said, onSay }) {
  const { starter, rules } = state;
  const open = suitClaims(cards, { starter, seen, crib, rules });
  const chips = open.flushes.map((size) =>
    chip(t("Flush of {n}", { n: size }), said.flush === size, (on) =>
      onSay({ flush: on ? size : 0 }),
    ),
  );
  if (open.nobs) {
    chips.push(chip(t("Nobs"), Boolean(said.nobs), (on) => onSay({ nobs: on || null })));
  }
  return chips.length > 0 && h("div.chips", chips);
}

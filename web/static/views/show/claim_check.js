// Checks a claim before it is entered: asks about suits that may matter, and if claims have no
// consequences, allows a second try.

import { post } from "../../core/api.js";
import { MAX_COUNT } from "./count_pad.js";

/** The moment with a pending request; a second tap is ignored. */
let asking = null;

/** Enters *action*, or first asks about suits, unless *answered*. If the claim itself is pegged, asks about
 * everything that suits leave open; else only if the answer decides whether the claim is right, and never
 * twice. A second wrong claim is corrected by the table, so all remaining suit questions are asked first.
 * openFor(*points*) returns the suit claims possible with that many points. */
export async function enterClaim(store, { submit, editEntry }, action, openFor, answered = false) {
  const open = openFor(action.claim);
  const enter = () => submit(action);
  const enterOrAsk = () => (open.length && !answered ? editEntry({ asks: open }) : enter());
  if (store.state.rules.muggins) return enterOrAsk();
  const { key, asks, missed: tried } = store.ui.entry;
  if (asking === key) return false;
  asking = key;
  if (answered) editEntry({ asks: null });
  const asked = askedSoFar(tried, asks);
  const { status, body } = await post("check", { action, asked }, store.t.lang);
  asking = null;
  // Another phone may have used the first try meanwhile.
  const { key: now, missed } = store.ui.entry;
  if (now !== key) return false;
  if (status !== 200) return enter();
  if (body.withheld) return enterOrAsk();
  const said = saidOf(action, askedSoFar(missed, asks));
  const answers = decisive(body, open, openFor(MAX_COUNT)).filter((one) => !said.asked.includes(matterOf(one)));
  if (answers.length && !answered) return editEntry({ asks: answers });
  if (body.right) return enter();
  if (!missed) return editEntry({ claim: null, missed: { ...said, hint: body.hint }, asks: null });
  const left = notAsked(openFor(MAX_COUNT), said, store.state.counting);
  return left.length ? editEntry({ asks: left, missed: { ...said, claim: missed.claim, hint: missed.hint } }) : enter();
}

/** Suit claims are kept for the second try, and if there is none. */
const saidOf = ({ claim, flush = 0, nobs = null }, asked) => ({ claim, flush, nobs, asked });

/** The suit questions asked so far, at the *missed* try and now. */
const askedSoFar = (missed, asks) =>
  [...new Set([...(missed?.asked ?? []), ...(asks ?? []).map(matterOf)])];

const matterOf = ({ flush }) => (flush ? "flush" : "nobs");

/** The *open* answers compatible with the suit claims and not *asked* yet: with nobs a flush must include
 * the starter, and a flush settles nobs. */
export const notAsked = (open, { asked, flush, nobs }, { size }) => open.filter((one) =>
  !asked.includes(matterOf(one)) && !flush && (!nobs || one.flush > size));

/** The *open* answers that decide whether the claim is right. If flush matters, all flushes of *all* are
 * offered: a player with another flush would answer no to the single one, and that is not the same as no
 * flush. */
function decisive({ right, suits }, open, all) {
  const byFlush = suits.some(({ flush }) => flush);
  const byNobs = right || suits.some(({ flush, nobs }) => nobs && !flush);
  return [...all.filter(({ flush }) => flush && byFlush), ...open.filter(({ nobs }) => nobs && byNobs)];
}

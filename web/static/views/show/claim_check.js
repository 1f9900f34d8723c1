// A count with a claim, before it is entered: what suits may have added is asked about, and where
// nothing hangs on a claim, a wrong one may be tried once more.

import { post } from "../../core/api.js";
import { MOST } from "./count_pad.js";

/** The moment for which an answer is under way: a second tap asks nothing again. */
let asking = null;

/** Enter *action*, or ask first, unless it was *answered*: about all that suits leave open where the
 * claim itself is pegged; else only where the answer decides whether the claim is right, and about
 * nothing that was asked before. What is wrong for the second time is corrected by the table: then
 * all that is left is asked, for the table knows no more of suits than was said. *openFor(points)*
 * are the answers for which so many points are enough. */
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
  // Another phone may have made a try meanwhile.
  const { key: now, missed } = store.ui.entry;
  if (now !== key) return false;
  if (status !== 200) return enter();
  if (body.withheld) return enterOrAsk();
  const said = saidOf(action, askedSoFar(missed, asks));
  const answers = decisive(body, open, openFor(MOST)).filter((one) => !said.asked.includes(matterOf(one)));
  if (answers.length && !answered) return editEntry({ asks: answers });
  if (body.right) return enter();
  if (!missed) return editEntry({ claim: null, missed: { ...said, hint: body.hint }, asks: null });
  const left = notAsked(openFor(MOST), said, store.state.counting);
  return left.length ? editEntry({ asks: left, missed: { ...said, claim: missed.claim, hint: missed.hint } }) : enter();
}

/** What was said of suits stays said, at the second try and should nobody want one. */
const saidOf = ({ claim, flush = 0, nobs = null }, asked) => ({ claim, flush, nobs, asked });

/** What people were asked about suits, at the try that was *missed* and now. */
const askedSoFar = (missed, asks) =>
  [...new Set([...(missed?.asked ?? []), ...(asks ?? []).map(matterOf)])];

const matterOf = ({ flush }) => (flush ? "flush" : "nobs");

/** The *open* answers that may be true beside what was said, and were not *asked* for: with nobs a
 * flush is one with the starter, and a flush has its nobs. */
export const notAsked = (open, { asked, flush, nobs }, { size }) => open.filter((one) =>
  !asked.includes(matterOf(one)) && !flush && (!nobs || one.flush > size));

/** The *open* answers with which the claim would be right and without which wrong, or the other way
 * round; a flush that nobody claimed is not asked about. Where one is, so is every other of *all*:
 * people who have another than the one that was claimed say no to that, and not to a flush. */
function decisive({ right, suits }, open, all) {
  const byFlush = suits.some(({ flush }) => flush);
  const byNobs = right || suits.some(({ flush, nobs }) => nobs && !flush);
  return [...all.filter(({ flush }) => flush && byFlush), ...open.filter(({ nobs }) => nobs && byNobs)];
}

// A count with a claim, before it is entered: what suits may have added is asked about, and where
// nothing hangs on a claim, a wrong one may be tried once more.

import { post } from "../../core/api.js";

/** The moment for which an answer is under way: a second tap asks nothing again. */
let asking = null;

/** Enter *action*, or ask first, unless it was *answered*: about all the *open* answers where the
 * claim itself is pegged; else only where the answer decides whether the claim is right, and about
 * nothing that was asked at the first try. */
export async function enterClaim(store, { submit, editEntry }, action, open, answered = false) {
  const enterOr = (answers, enter) =>
    answers.length && !answered ? editEntry({ asks: answers }) : enter();
  const enter = () => submit(action);
  if (store.state.rules.muggins) return enterOr(open, enter);
  const { key, missed, asks } = store.ui.entry;
  if (asking === key) return false;
  asking = key;
  if (answered) editEntry({ asks: null });
  const { status, body } = await post("check", { action }, store.t.lang);
  asking = null;
  if (store.ui.entry.key !== key) return false;
  if (status !== 200) return enter();
  if (body.withheld) return enterOr(open, enter);
  const answers = decisive(body, open).filter((one) => !missed?.asked.includes(matterOf(one)));
  const asked = (asks ?? []).map(matterOf);
  return enterOr(answers, body.right || missed ? enter : () => tryAgain(editEntry, action, asked));
}

const matterOf = ({ flush }) => (flush ? "flush" : "nobs");

/** The *open* answers with which the claim would be right and without which wrong, or the other way
 * round; a flush that nobody claimed is not asked about. */
function decisive({ right, suits }, open) {
  const byNobs = right || suits.some(({ flush, nobs }) => nobs && !flush);
  return [...suits.filter(({ flush }) => flush), ...open.filter(({ nobs }) => nobs && byNobs)];
}

/** What was said of suits stays said, at the second try and should nobody want one. */
const tryAgain = (editEntry, { claim, flush, nobs }, asked) =>
  editEntry({ claim: null, missed: { claim, flush, nobs, asked }, asks: null });

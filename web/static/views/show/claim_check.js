// A count with a claim, before it is entered: what suits may have added is asked about, and where
// nothing hangs on a claim, a wrong one may be tried once more.

import { post } from "../../core/api.js";

/** The moment for which an answer is under way: a second tap asks nothing again. */
let asking = null;

/** Enter *action*, or ask first, unless it was *answered*: about all the *open* answers where the
 * claim itself is pegged; else about nobs, and a flush only where it would make the claim right. */
export async function enterClaim(store, { submit, editEntry }, action, open, answered = false) {
  const enterOr = (answers, enter) =>
    answers.length && !answered ? editEntry({ asks: answers }) : enter();
  const enter = () => submit(action);
  if (store.state.rules.muggins) return enterOr(open, enter);
  const { key } = store.ui.entry;
  if (asking === key) return false;
  asking = key;
  if (answered) editEntry({ asks: null });
  const { status, body } = await post("check", { action }, store.t.lang);
  asking = null;
  if (store.ui.entry.key !== key) return false;
  if (status !== 200) return enter();
  if (body.withheld) return enterOr(open, enter);
  const answers = [...body.suits.filter(({ flush }) => flush), ...open.filter(({ nobs }) => nobs)];
  const isTried = store.ui.entry.missed !== null;
  return enterOr(answers, body.right || isTried ? enter : () => tryAgain(editEntry, action));
}

/** What was said of suits stays said, should nobody want to try again. */
const tryAgain = (editEntry, { claim, flush, nobs }) =>
  editEntry({ claim: null, missed: { claim, flush, nobs }, asks: null });

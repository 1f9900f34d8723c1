// Corrections: earlier deals, an entry put right, and what that would change first.

import { loadRulebook } from "../core/actions.js";
import { get, post } from "../core/api.js";
import { currentMode } from "../game/entry_mode.js";
import { amendAction, newDraft, wantedActions, withNumber, withWay } from "./draft.js";
import { correctView } from "./view.js";

const TYPING = 250;

/** Everything that `ui.mend` does; act(action) asks the table. */
export function makeCorrection(store, act) {
  const { ui } = store;
  let thinking = null;
  const mending = {
    views: { correct: correctView },
    draft: null,
    deal: null,
    begin,
    lookBack,
    putAway: () => store.set({ mending: Object.assign(mending, { deal: null }) }),
    turn: (number) => go(withNumber(mending.draft, number)),
    way: (way) => go(withWay(mending.draft, way)),
    change: (changes) => go({ ...mending.draft, ...changes, thought: null }, TYPING),
    pick: (changes) => go({ ...mending.draft, ...changes, thought: null }),
    ask: () => think(),
    stand,
    heed,
  };

  function begin(entry, starter) {
    store.set({ sheet: "correct", told: null });
    loadRulebook(store);
    go({ ...newDraft(entry), starter });
    document.querySelector(".middle h2[tabindex]")?.focus();
  }

  function go(draft, wait = 0) {
    mending.draft = draft;
    clearTimeout(thinking);
    if (wantedActions(draft)) thinking = setTimeout(think, wait);
    store.set({});
  }

  /** Ask what it would change; where later entries break, also what dropping them would. */
  async function think() {
    const { draft } = mending;
    if (!draft || !wantedActions(draft)) return;
    const [amend, { version }] = [amendAction(draft), store.state];
    let breaks = null;
    let answer = await ask(amend);
    if (answer.body?.code === "no_longer_holds" && answer.body.entry > amend.entry) {
      breaks = answer.body;
      answer = await ask({ ...amend, drop_rest: true });
    }
    if (mending.draft !== draft) return;
    const { status, body } = answer;
    const drop = breaks && { drop_rest: true };
    const thought = { version, status, told: body, breaks, amend: { ...amend, ...drop } };
    mending.draft = { ...draft, thought };
    store.set({});
  }

  const ask = (action) => post("preview", { action }, store.t.lang);

  /** Only what was shown is put right: *seen* is the version that was thought about. */
  async function stand() {
    const { thought } = mending.draft;
    const { muggins } = store.state.rules;
    if (await act(thought.amend, { seen: thought.told.version })) {
      const began = thought.amend.actions.find((one) => one.do === "start");
      if (began) await ui.keepHabits(habitsOf(began, muggins));
      store.set({ sheet: "history" });
      if (mending.deal) await lookBack(mending.deal.deal);
    }
  }

  /** A match that began otherwise: the rematch has its head start, and with muggins people count. */
  function habitsOf({ scores = [] }, muggins) {
    const { counts } = currentMode(store.state, ui);
    const now = store.state.rules.muggins;
    const people = now ? "muggins" : counts === "program" ? "program" : "check";
    return { head_start: scores, counts: now === muggins ? counts : people };
  }

  /** The entries of an earlier deal; asked for again where they are shown, they are put away. */
  async function lookBack(deal) {
    const { status, body } = await get("record", store.t.lang, { deal });
    if (status === 200) mending.deal = body;
    else if (status === 404) mending.deal = null;
    else ui.tell(body?.refused);
    store.set({});
  }

  /** Somebody entered something: what was thought about is no longer what stands. */
  function heed() {
    const { version, record } = store.state;
    if (ui.sheet !== "correct") mending.draft = null;
    if (mending.draft?.thought?.version < version) {
      go({ ...standing(mending.draft, record), thought: null });
    }
    if (!["history", "correct"].includes(ui.sheet)) mending.deal = null;
    else if (mending.deal && mending.deal.version < version) {
      mending.deal.version = version;
      lookBack(mending.deal.deal);
    }
  }

  return mending;
}

/** *draft* as it was, unless its entry of this deal was put right by somebody else meanwhile. */
function standing(draft, record) {
  const now = record.find(({ entry }) => entry === draft.entry.entry);
  const same = !now || JSON.stringify(now.actions) === JSON.stringify(draft.entry.actions);
  return same ? draft : { ...newDraft(now), starter: draft.starter };
}

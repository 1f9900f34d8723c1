// Corrections: earlier deals, an entry put right, and what that would change first.

import { get, post } from "../core/api.js";
import { ANY_CARD } from "../core/store.js";
import { parseCard } from "../game/cards.js";
import { amendAction, mayBeGo, newDraft, presentCard, wantedActions, withNumber, withWay } from "./draft.js";
import { correctionView } from "./view.js";

const TYPING = 250;

/** The views and actions of a correction; *store* knows it as `draft`, and an `earlierDeal`. */
export function install(store, act) {
  const { ui, set } = store;
  let waiting = null;

  /** *starter* is that of the entry's deal; afterwards the phone shows again what it showed. A *card*
   * of a hand, chosen already, is put right in the play. */
  function correct(entry, starter, number, card = null) {
    const from = ui.draft?.from === undefined ? ui.sheet : ui.draft.from;
    const past = ui.sheet === "entries" ? ui.history.past : ui.draft?.past ?? null;
    set({ sheet: "correct", notice: null });
    const draft = newDraft(entry, number);
    const chosen = card && { action: { ...draft.action, card }, ofHand: true };
    go({ ...draft, ...chosen, starter, from, past });
    findNoGo();
    document.querySelector(".middle h2[tabindex]")?.focus();
  }

  function go(draft, wait = 0) {
    clearTimeout(waiting);
    if (wantedActions(draft)) waiting = setTimeout(preview, wait);
    const card = presentCard(draft);
    set({ draft, entry: { ...ui.entry, ...ANY_CARD, ...(card && { suit: parseCard(card).suit }) } });
  }

  /** Why no go can stand here, which only the table knows: the count of then is nowhere on the page. */
  async function findNoGo() {
    const { draft } = ui;
    const { version } = store.state;
    const asked = { ...draft, action: { do: "go" } };
    if (!mayBeGo(draft) || !wantedActions(asked)) return;
    const { body } = await ask(amendAction(asked));
    if (body?.code !== "go_too_low") return;
    const { entry, number } = draft;
    set({ noGo: { entry, number, version, why: body.refused } });
  }

  /** Ask what it would change. A later go that means nothing any more is left out by itself; where
   * other entries break, ask also what dropping them would change. */
  async function preview() {
    const { draft } = ui;
    if (!draft || !wantedActions(draft)) return;
    const { version } = store.state;
    let amend = amendAction(draft);
    let breaks = null;
    let answer = await ask(amend);
    const isBroken = () => answer.body?.code === "no_longer_holds" && answer.body.entry > amend.entry;
    while (isBroken() && isGo(answer.body.entry)) {
      amend = { ...amend, without: [...(amend.without ?? []), answer.body.entry] };
      answer = await ask(amend);
    }
    if (isBroken()) {
      breaks = answer.body;
      answer = await ask({ ...amend, drop_rest: true });
    }
    if (ui.draft !== draft) return;
    const { status, body } = answer;
    const drop = breaks && { drop_rest: true };
    const shown = { version, status, answer: body, breaks, amend: { ...amend, ...drop } };
    set({ draft: { ...draft, preview: shown } });
  }

  /** True if *number* is a go of the deals that this phone knows. */
  function isGo(number) {
    const { record } = ui.draft?.past?.state ?? store.state;
    const known = [...record, ...(ui.earlierDeal?.entries ?? [])];
    const found = known.find(({ entry }) => entry === number);
    return Boolean(found?.actions.length) && found.actions.every((action) => action.do === "go");
  }

  const ask = (action) => post("preview", { action }, store.t.lang);

  /** Only what was shown is put right: *seen* is the version that it was worked out for. */
  async function saveCorrection() {
    const { amend, answer } = ui.draft.preview;
    const { phase } = store.state;
    if (!(await act.submit(amend, { seen: answer.version }))) return;
    // A win by a correction is seen like any other.
    if (phase !== "over" && store.state.phase === "over") return act.open(null);
    await act.back();
    if (ui.earlierDeal) await showDeal(ui.earlierDeal.deal);
  }

  /** The finished game whose entries are shown or put right; undefined for the one on the table. */
  const pastGame = () =>
    ui.sheet === "entries" ? ui.history.past?.name : ui.sheet === "correct" ? ui.draft?.past?.name : undefined;

  /** The entries of an earlier deal; asked for again where they are shown, they are put away. */
  async function showDeal(deal) {
    const game = pastGame();
    const { status, body } = await get("record", store.t.lang, { deal, ...(game && { game }) });
    if (status === 200) set({ earlierDeal: { ...body, game } });
    else if (status === 404) set({ earlierDeal: null });
    else act.notify(body?.refused);
  }

  /** After somebody entered something, what was shown is no longer what stands. */
  function sync() {
    const { version, record } = store.state;
    const { sheet, draft, earlierDeal } = ui;
    if (draft && sheet !== "correct") set({ draft: null });
    else if (draft?.preview?.version < version) go({ ...standing(draft, record), preview: null });
    if (!earlierDeal) return;
    const isOpen = ["history", "entries", "correct"].includes(sheet);
    if (!isOpen || earlierDeal.game !== pastGame()) set({ earlierDeal: null });
    else if (earlierDeal.version < version) {
      set({ earlierDeal: { ...earlierDeal, version } });
      showDeal(earlierDeal.deal);
    }
  }

  store.subscribe(sync);
  const edit = (changes, wait) => go({ ...ui.draft, ...changes, preview: null }, wait);
  return {
    views: { correct: correctionView },
    actions: {
      correct, showDeal,
      hideDeal: () => set({ earlierDeal: null }),
      chooseAction: (number) => {
        go(withNumber(ui.draft, number));
        findNoGo();
      },
      chooseWay: (way) => go(withWay(ui.draft, way)),
      editDraft: edit,
      typeDraft: (changes) => edit(changes, TYPING),
      preview, saveCorrection,
    },
  };
}

/** *draft* as it was, unless its entry of this deal was put right by somebody else meanwhile. */
function standing(draft, record) {
  const now = record.find(({ entry }) => entry === draft.entry.entry);
  const same = !now || JSON.stringify(now.actions) === JSON.stringify(draft.entry.actions);
  return same ? draft : { ...newDraft(now), starter: draft.starter, from: draft.from, past: draft.past };
}

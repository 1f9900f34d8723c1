// Corrections: earlier deals, corrected entries, and a preview of the consequences.

import { get, post } from "../core/api.js";
import { ANY_CARD } from "../core/store.js";
import { parseCard } from "../game/cards.js";
import { amendAction, mayBeGo, newDraft, presentCard, wantedActions, withNumber, withWay } from "./draft.js";
import { correctionView } from "./view.js";

const TYPING = 250;

/** The views and actions of a correction, kept in *store* as `draft` and `earlierDeal`. */
export function install(store, act) {
  const { ui, set } = store;
  let waiting = null;

  /** *starter* is that of the entry's deal; afterwards the phone returns to its previous view. A
   * preselected *card* of a hand is corrected in the play. */
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

  /** Asks the table why a go is not possible here; the page does not know the count of that time. */
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

  /** Previews the correction. A later go that becomes meaningless is dropped automatically; if other
   * entries become invalid, dropping them is previewed too. */
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

  /** True if *number* is a go of a deal that this phone has loaded. */
  function isGo(number) {
    const { record } = ui.draft?.past?.state ?? store.state;
    const known = [...record, ...(ui.earlierDeal?.entries ?? [])];
    const found = known.find(({ entry }) => entry === number);
    return Boolean(found?.actions.length) && found.actions.every((action) => action.do === "go");
  }

  const ask = (action) => post("preview", { action }, store.t.lang);

  /** Saves the correction that was previewed; *seen* is the version of the preview. */
  async function saveCorrection() {
    const { amend, answer } = ui.draft.preview;
    const { phase } = store.state;
    if (!(await act.submit(amend, { seen: answer.version }))) return;
    // Show a win by a correction like any other.
    if (phase !== "over" && store.state.phase === "over") return act.open(null);
    await act.back();
    if (ui.earlierDeal) await showDeal(ui.earlierDeal.deal);
  }

  /** The finished game that is shown or corrected; undefined for the current one. */
  const pastGame = () =>
    ui.sheet === "entries" ? ui.history.past?.name : ui.sheet === "correct" ? ui.draft?.past?.name : undefined;

  /** Toggles the entries of an earlier deal. */
  async function showDeal(deal) {
    const game = pastGame();
    const { status, body } = await get("record", store.t.lang, { deal, ...(game && { game }) });
    if (status === 200) set({ earlierDeal: { ...body, game } });
    else if (status === 404) set({ earlierDeal: null });
    else act.notify(body?.refused);
  }

  /** After a new entry, previews and loaded deals are outdated. */
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

/** *draft*, unless another device has since corrected its entry. */
function standing(draft, record) {
  const now = record.find(({ entry }) => entry === draft.entry.entry);
  const same = !now || JSON.stringify(now.actions) === JSON.stringify(draft.entry.actions);
  return same ? draft : { ...newDraft(now), starter: draft.starter, from: draft.from, past: draft.past };
}

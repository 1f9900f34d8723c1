// Corrections: earlier deals, corrected entries, and a preview of the consequences.

import { get, post } from "../core/api.js";
import { h } from "../core/dom.js";
import { ANY_CARD } from "../core/store.js";
import { parseCard } from "../game/cards.js";
import { enteredIn } from "../game/match.js";
import { actionLabel, teamName } from "../game/teams.js";
import { asRead, region } from "../history/games.js";
import { chip, loading } from "../views/controls.js";
import {
  BEFORE, INSTEAD, NO_POINTS, OUT, currentAction, editor, emptyWay, forgettable, newDraft, presentCard,
  reasonField, wantedActions, ways,
} from "./editors.js";

/** The views and actions of a correction, kept in *store* as `draft` and `earlierDeal`. */
export function install(store, act) {
  const { ui, set } = store;
  let waiting = null;

  /** *starter* is that of the entry's deal. A preselected *card* of a hand is corrected in the play. */
  function correct(entry, starter, number, card = null) {
    const from = ui.draft?.from === undefined ? ui.sheet : ui.draft.from;
    const past = ui.sheet === "entries" ? ui.history.past : ui.draft?.past ?? null;
    set({ sheet: "correct", notice: null });
    const draft = newDraft(entry, number);
    const chosen = card && { action: { ...draft.action, card }, ofHand: true };
    go({ ...draft, ...chosen, starter, from, past });
    document.querySelector(".middle h2[tabindex]")?.focus();
  }

  function go(draft, wait = 0) {
    clearTimeout(waiting);
    if (wantedActions(draft)) waiting = setTimeout(preview, wait);
    const card = presentCard(draft);
    set({ draft, entry: { ...ui.entry, ...ANY_CARD, ...(card && { suit: parseCard(card).suit }) } });
  }

  /** Previews the correction. A later go that becomes meaningless is dropped automatically; if other
   * entries become invalid, dropping them is previewed too. */
  async function preview() {
    const { draft } = ui;
    if (!draft || !wantedActions(draft)) return;
    const { version } = store.state;
    let amend = { do: "amend", entry: draft.entry.entry, actions: wantedActions(draft) };
    let breaks = null;
    const ask = (action) => post("preview", { action }, store.t.lang);
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
    if (breaks) amend = { ...amend, drop_rest: true };
    set({ draft: { ...draft, preview: { version, status, answer: body, breaks, amend } } });
  }

  /** True if *number* is a go of a deal that this phone has loaded. */
  function isGo(number) {
    const { record } = ui.draft?.past?.state ?? store.state;
    const known = [...record, ...(ui.earlierDeal ?? ui.history?.log)?.entries ?? []];
    const found = known.find(({ entry }) => entry === number);
    return Boolean(found?.actions.length) && found.actions.every((action) => action.do === "go");
  }

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

  const pastGame = () =>
    ui.sheet === "entries" ? ui.history.past?.name : ui.sheet === "correct" ? ui.draft?.past?.name : undefined;

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
    else if (draft?.preview?.version < version) {
      const now = record.find(({ entry }) => entry === draft.entry.entry);
      // Another device may have corrected the same entry.
      const same = !now || JSON.stringify(now.actions) === JSON.stringify(draft.entry.actions);
      go(same ? { ...draft, preview: null } : { ...draft, ...newDraft(now), ofHand: false });
    }
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
      chooseAction: (number) => go({ ...ui.draft, ...newDraft(ui.draft.entry, number) }),
      chooseWay: (way) => go({ ...ui.draft, ...emptyWay(currentAction(ui.draft), way) }),
      editDraft: edit,
      typeDraft: (changes) => edit(changes, 250),
      preview, saveCorrection,
    },
  };
}

function correctionView(now, t, ui, act) {
  const { draft } = ui;
  if (!draft) return loading(t);
  const state = draft.past?.state ?? now;
  const { entry, by, at: when, actions } = draft.entry;
  const drops = draft.preview?.breaks || draft.preview?.answer?.dropped?.length;
  const kinds = draft.way === BEFORE ? forgettable(currentAction(draft)) : [];
  const time = when && asRead(new Date(when).toLocaleTimeString(region(t), { timeStyle: "short" }));
  return h("main.scroll.correct",
    h("h2", { tabindex: -1 }, draft.entry.say),
    h("small", [t("Entry {n}", { n: entry }), by, time].filter(Boolean).join(" · ")),
    // If an earlier correction left several actions in the entry.
    actions.length > 1 && group(t("Which one?"), actions.map((action, at) =>
      chip(actionLabel(action, state, t) ?? t("Entry {n}", { n: at + 1 }), at === draft.number,
        () => act.chooseAction(at)))),
    ways(draft).length > 1 && group(t("What’s wrong?"), ways(draft).map((way) =>
      chip({ [INSTEAD]: t("Edit"), [BEFORE]: t("Add one before"), [OUT]: t("Delete") }[way], way === draft.way,
        () => act.chooseWay(way)))),
    kinds.length > 1 && group(t("What’s missing?"), kinds.map((kind) =>
      chip({ play: t("A card"), go: t("Go"), peg: t("Points") }[kind],
        kind === draft.kind && Boolean(draft.action || kind === "play"),
        () => act.editDraft({ kind, action: { go: { do: "go" }, peg: NO_POINTS }[kind] ?? null, typed: null })))),
    editor(state, t, ui, act),
    draft.ofHand && draft.way === INSTEAD && h("p.quiet", t("This card was played: the play changes too.")),
    wantedActions(draft) && h("section.callout.effects",
      { "aria-live": "polite", "data-key": "effects", "aria-label": t("What this changes") },
      previewLines(state, t, draft, act),
    ),
    reasonField(t, ui, act),
    h("div.bar",
      h("button.second", { onclick: () => act.back() }, t("Keep as is")),
      h("button.prime", {
          class: drops ? "prime drops" : "prime",
          disabled: !wantedActions(draft) || draft.preview?.status !== 200,
          onclick: () => act.saveCorrection(),
        },
        drops ? t("Save and remove what follows")
          : { [BEFORE]: t("Add it"), [OUT]: t("Delete it") }[draft.way] ?? t("Save the change"),
      ),
    ),
  );
}

const group = (label, chips) =>
  h("div.chips.even", { role: "group", "aria-label": label, "data-key": label }, chips);

function previewLines(state, t, draft, act) {
  if (!draft.preview) return h("p", t("One moment…"));
  const { status, answer, breaks, amend } = draft.preview;
  if (status === 0) {
    return [
      h("p", t("No answer from the table.")),
      h("button.text", { onclick: () => act.preview() }, t("Ask again")),
    ];
  }
  if (status !== 200) return h("p", answer.refused);
  return [
    breaks && h("p", breaks.refused),
    amend.without && h("p", t("A go that no longer fits there is left out.")),
    // Decided by the current claims only, so that nothing leaks.
    answer.withheld ? h("p", state.windows.length > 0
      ? t("You’ll see the effect after saving. No hints while muggins is open.")
      : t("You’ll see the effect after saving. No looking ahead.")) : [
      h("p.marks",
        answer.scores.map((score, team) => h("span", { class: `mark team-${team}` },
          h("b", teamName(state, t, team)), " ",
          answer.before[team] === score ? score : `${answer.before[team]} → ${score}`)),
      ),
      answer.dropped.length > 0 && [
        h("p", t("Removed:")),
        entryList(t, answer.dropped, ({ say }) => h("s", say)),
      ],
      // Shown once if only something is added, or if the new text contains the old.
      answer.changed.length > 0 && entryList(t, answer.changed, ({ was, say }) =>
        (draft.way === BEFORE && was === draft.entry.say) || say.startsWith(was) || say.endsWith(was)
          ? h("span", say)
          : [h("s", was), " ", h("span", say)]),
      enteredIn(state) !== "points" && state.asks !== "points" && h("p", answer.prompt),
    ],
  ];
}

function entryList(t, entries, one) {
  const more = entries.length - 6;
  return h("ul",
    entries.slice(0, 6).map((entry) => h("li", one(entry))),
    more > 0 && h("li", t("and {n} more|and {n} more", { n: more })),
  );
}

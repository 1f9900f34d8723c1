// A correction in progress, the draft, and its editors.

import { h } from "../core/dom.js";
import { cardEntry, cardFace, knownCards, parseCard, touchable, without } from "../game/cards.js";
import { startAction, withCounting } from "../game/match.js";
import { suitClaims } from "../game/show.js";
import { teamName } from "../game/teams.js";
import { chip, field, select, textField } from "../views/controls.js";
import { asTyped, key, maxCount, numberPad, pad, pointsIn, whyImpossible } from "../views/play/pad.js";
import { extraFolds } from "../views/setup/choices.js";

/** Kinds of correction: replace an entry, insert one before it, or remove it. */
export const INSTEAD = "instead";
export const BEFORE = "before";
export const OUT = "out";

const REPLACED = [
  "draw", "starter", "play", "go", "count", "crib", "muggins", "peg", "start", "rename",
];

/** A new correction of action *number* of *entry*, by default its last one. */
export function newDraft(entry, number = entry.actions.length - 1) {
  const action = entry.actions[number] ?? null;
  const way = action && !REPLACED.includes(action.do) ? OUT : INSTEAD;
  return { entry, number, ...emptyWay(action, way) };
}

export function emptyWay(action, way) {
  const kind = action && way === BEFORE ? forgettable(action)[0] : null;
  const now = way === INSTEAD ? action : kind === "peg" ? NO_POINTS : null;
  return { way, kind, action: now, all: false, place: null, typed: null, preview: null };
}

/** Whether points by hand are still to be typed. */
export const NO_POINTS = { do: "peg", team: 0, points: null };

/** The action that is corrected; null if the entry has none left. */
export const currentAction = ({ entry, number }) => entry.actions[number] ?? null;

/** The card shown on the pad, as corrected so far; null if there is none. */
export const presentCard = ({ way, place, action }) =>
  (way === INSTEAD ? (place === null ? action?.card : action?.cards?.[place]) : null) ?? null;

export function ways(draft) {
  const action = currentAction(draft);
  if (!action) return [INSTEAD];
  return [
    REPLACED.includes(action.do) && INSTEAD,
    !["start", "next"].includes(action.do) && BEFORE,
    !(action.do === "start") && OUT,
  ].filter(Boolean);
}

/** The kinds of action that can be inserted before *action*. */
export const forgettable = (action) =>
  ["play", "go", "show", "count", "crib"].includes(action.do) ? ["play", "go", "peg"] : ["peg"];

/** The resulting actions of the entry; null if incomplete or unchanged. */
export function wantedActions({ entry, number, way, action }) {
  const actions = [...entry.actions];
  if (way !== OUT && !isComplete(action)) return null;
  if (way === OUT) actions.splice(number, 1);
  else if (way === BEFORE) actions.splice(number, 0, action);
  else actions.splice(Math.max(number, 0), 1, action);
  return JSON.stringify(actions) === JSON.stringify(entry.actions) ? null : actions;
}

function isComplete(action) {
  if (!action) return false;
  const named = [action.name, ...(action.players ?? [])].filter((text) => text !== undefined);
  return action.points !== 0 && action.points !== null && named.every((text) => text.trim());
}

/** By action, other than those of a card. */
const EDITORS = {
  count: handEditor, crib: handEditor, muggins: callEditor, peg: pegEditor, start: matchEditor,
  rename: nameEditor,
};

export function editor(state, t, ui, act) {
  const { way, kind, action } = ui.draft;
  if (way === OUT) return null;
  const edits = EDITORS[kind ?? action?.do] ?? cardEditor;
  return edits(state, t, ui, act);
}

function cardEditor(state, t, ui, act) {
  const { draft } = ui;
  const old = currentAction(draft);
  const isNew = draft.way === BEFORE;
  const isSet = Boolean(draft.action?.card ?? draft.action?.do === "go");
  if (isSet && (isNew || JSON.stringify(draft.action) !== JSON.stringify(old))) return chosenCard(t, draft, act);
  const inPlay = isNew || ["play", "go"].includes(old?.do);
  const replaced = !isNew && old?.card ? [old.card] : [];
  const seen = isOfNow(state, draft) ? without(knownCards(state), replaced) : [];
  const was = inPlay && draft.action?.do !== "play" ? { do: "play" } : draft.action;
  const go = (all) => () => act.editDraft({ action: { do: "go", ...all } });
  const pick = (card) => act.editDraft({ kind: draft.kind && "play", action: { ...was, card } });
  return h("div.editor",
    h("p", t("Which card was it?")),
    pad(t, ui, act, {
      barred: (card) => whyImpossible(card, seen, t),
      onPick: pick,
      present: presentCard(draft),
      onSuit: old?.card && !parseCard(old.card).suit && pick,
      keys: inPlay && draft.kind === null && [
        key(t("Go"), { kind: "go", act, onPress: go({}) }),
        key(t("No one can play"), { kind: "go all", act, onPress: go({ all: true }) }),
      ],
    }),
  );
}

const isOfNow = (state, { entry }) => state.record.some((one) => one.entry === entry.entry);

/** Once a card is chosen, the pad gives way to the preview. */
const chosenCard = (t, { action, way, kind, ...draft }, act) => h("div.picked",
  action.card ? cardFace(action.card, t) : h("b", action.all ? t("No one can play") : t("Go")),
  kind !== "go" && h("button.text", {
    onclick: () => act.editDraft({ action: way === BEFORE ? null : currentAction(draft) }),
  }, t("Choose another")),
);

function callEditor(state, t, ui, act) {
  return h("div.editor",
    h("p", t("How many points was it?")),
    pointsPad(t, ui.draft, act, { label: t("Points that were missed"), most: maxCount(state.rules) }));
}

/** Points typed as in the game, below the old and the new number. */
function pointsPad(t, draft, act, { name = "points", ...pad }) {
  const { action, typed, way } = draft;
  const old = way === INSTEAD ? currentAction(draft)[name] : action[name];
  const text = typed ?? asTyped(action[name]);
  return [
    h("p.typed", { "aria-hidden": "true" },
      action[name] !== old && h("small", asTyped(old), " → "), text || "0"),
    numberPad(t, act, {
      ...pad, typed: text, given: typed === null,
      onType: (then) => act.typeDraft({ typed: then, action: { ...action, [name]: pointsIn(then) } }),
    }),
  ];
}

function pegEditor(state, t, ui, act) {
  const { action } = ui.draft;
  return h("div.editor",
    h("div.chips.even", { role: "group", "aria-label": t("Team") }, state.scores.map((_, team) =>
      chip(teamName(state, t, team), team === action.team, () => act.typeDraft({ action: { ...action, team } })))),
    pointsPad(t, ui.draft, act, { label: t("Points"), takesBack: true }),
  );
}

export function reasonField(t, { draft: { action, way } }, act) {
  if (way === OUT || action?.do !== "peg") return null;
  const give = (reason) => act.typeDraft({ action: { ...action, reason: reason || undefined } });
  return field(t("Why (if you like)"), textField(action.reason ?? "", give));
}

function nameEditor(state, t, ui, act) {
  const { action } = ui.draft;
  return h("div.editor.form",
    field(t("Player\u00a0{n}", { n: action.seat + 1 }),
      textField(action.name, (name) => act.typeDraft({ action: { ...action, name } }))));
}

function handEditor(state, t, ui, act) {
  const { draft } = ui;
  const { entry, action, place, starter } = draft;
  const cards = action.cards ?? [];
  if (action.pass) return h("div.editor", h("div.chips", passChip(state, t, ui, act)));
  // As opposed to those typed for the count; each is corrected in the entry of the play.
  const laid = draft.all ? [] : without(entry.hand ?? [], currentAction(draft)?.cards ?? []);
  const isNow = action.do === "count" && isOfNow(state, draft);
  const elsewhere = [
    ...(isNow ? without(knownCards(state), entry.actions.at(-1).cards ?? []) : []),
    ...cards.filter((_, at) => at !== place),
  ];
  const { hand = null } = entry;
  const isWhole = !hand || draft.all || cards.length === hand.length;
  return h("div.editor",
    place === null && h("p", t("Tap the wrong card, then the right one.")),
    h("div.cards.chosen", { role: "group", "aria-label": t("Cards") },
      place === null && laid.map((card) => touchable(laidEntry(state, ui, card), card, t, {
        tag: "span.touched", key: `laid-${card}`,
        onTouch: (play, number) => act.correct(play, starter, number),
      }, cardFace(card, t))),
      cards.map((card, at) => h("button.slot", {
        "data-key": `slot-${at}`, "aria-pressed": at === place,
        onclick: () => act.editDraft({ place: at === place ? null : at }),
      }, cardFace(card, t))),
    ),
    place === null
      ? [
        // With the cards laid in the play, so that their suits can be set.
        !isWhole && hand.some((card) => !parseCard(card).suit) && h("button.text", {
          onclick: () => act.editDraft({ all: true, action: { ...action, cards: hand } }),
        }, t("Give suits")),
        h("div.chips", claimChips(state, t, ui, act), passChip(state, t, ui, act)),
      ]
      : pad(t, ui, act, {
        barred: (card) => whyImpossible(card, elsewhere, t),
        onPick: (card) => putCard(state, ui, act, card),
        present: presentCard(draft),
        onSuit: (card) => act.editDraft({ action: { ...action, cards: cards.with(place, card) } }),
      }),
    place === null && typeof action.claim === "number" && [
      h("p", t("Points claimed")),
      pointsPad(t, draft, act, { name: "claim", label: t("Points claimed"), most: maxCount(state.rules) }),
    ],
  );
}

function laidEntry(state, ui, card) {
  const entries = isOfNow(state, ui.draft) ? state.record : (ui.earlierDeal ?? ui.history?.log)?.entries;
  return cardEntry(entries ?? [], ui.draft.entry.of, card);
}

/** A chip that toggles `pass`; a passed hand can only be counted if all its cards are known. */
function passChip(state, t, ui, act) {
  const { entry, action } = ui.draft;
  const { do: kind, seat } = action;
  const old = currentAction(ui.draft);
  const bare = { do: kind, ...(seat !== undefined && { seat }) };
  const isWhole = kind === "count" && entry.hand?.length === state.rules.hand;
  if (old.pass && !isWhole) return h("p", t("To count it after all, delete this."));
  const counted = old.pass ? bare : old;
  return [
    chip(t("Passed"), Boolean(action.pass), (on) =>
      act.editDraft({ action: on ? { ...bare, pass: true } : counted })),
    h("p.quiet", t("Passed: not counted, no points.")),
  ];
}

/** Changes a suit in the hand; another rank is corrected in the entry of the play, and the hand follows. */
function putCard(state, ui, act, card) {
  const { draft } = ui;
  const { cards } = draft.action;
  const old = cards[draft.place];
  const { rank } = parseCard(old);
  const isWhole = cards.length === draft.entry.hand?.length;
  const laid = isWhole && (laidEntry(state, ui, old) ?? laidEntry(state, ui, rank));
  if (laid && parseCard(card).rank !== rank) {
    return act.correct(laid.entry, draft.starter, laid.number, card);
  }
  return act.editDraft({ place: null, action: { ...draft.action, cards: cards.with(draft.place, card) } });
}

function claimChips(state, t, ui, act) {
  const { draft } = ui;
  const { action, starter } = draft;
  const typed = action.cards ?? [];
  const hand = draft.all || !draft.entry.hand ? typed
    : [...without(draft.entry.hand, draft.entry.actions.at(-1).cards ?? []), ...typed];
  const open = suitClaims(hand, {
    starter: starter ?? "", seen: starter ? [...hand, starter] : hand,
    crib: action.do === "crib", rules: state.rules,
  });
  const claim = (changes) => {
    const { flush, nobs, ...others } = { ...action, ...changes };
    act.editDraft({ action: { ...others, ...(flush && { flush }), ...(nobs && { nobs }) } });
  };
  const flushes = [...new Set([...open.flushes, ...(action.flush ? [action.flush] : [])])];
  return [
    flushes.map((n) => chip(t("Flush of {n}", { n }), action.flush === n, (on) => claim({ flush: on ? n : 0 }))),
    (open.nobs || action.nobs) && chip(t("Nobs"), Boolean(action.nobs), (nobs) => claim({ nobs })),
  ];
}

function matchEditor(state, t, ui, act) {
  const { action } = ui.draft;
  const { rules } = ui.rulebook ?? {};
  if (!rules) return h("p", t("One moment…"));
  const row = rules[action.rules];
  const { players: names, dealer = "", scores = [], captains = [], entry_mode: mode } = action;
  const { muggins = row.muggins, ...options } = action.options ?? {};
  const setup = {
    rules: action.rules, names, options, dealer: `${dealer}`, scores, captains,
    counting: muggins ? "muggins" : mode?.counted_by ?? "program",
    entered: mode?.entered ?? "cards",
  };
  const give = (changes) => {
    const then = { ...setup, ...changes };
    const begun = startAction(then, rules[then.rules]);
    const entry_mode = then.counting === setup.counting ? mode : begun.entry_mode;
    act.typeDraft({ action: { ...begun, players: then.names, entry_mode } });
  };
  const games = Object.values(rules).filter(({ players }) => players === names.length);
  return h("div.editor.form",
    field(t("Who deals"), select(
      [["", t("We cut for it")], ...names.map((name, seat) => [`${seat}`, name])], setup.dealer,
      (chosen) => give({ dealer: chosen }))),
    field(t("The game"),
      select(games.map(({ key, title }) => [key, title]), setup.rules,
        (chosen) => give({ rules: chosen, scores: [], captains: [], ...withCounting(setup.counting, {}) })),
      t("If later cards no longer fit, what follows is removed.")),
    row.targets.length > 1 && field(t("Game of"),
      select(row.targets.map((target) => [`${target}`, `${target}`]), `${options.target ?? row.target}`,
        (target) => give({ options: { ...options, target: Number(target), skunks: undefined } }))),
    // A required field may not be empty: here players are not named by their seat.
    names.map((name, seat) => field(t("Player\u00a0{n}", { n: seat + 1 }),
      textField(name, (text) => give({ names: names.map((other, at) => (at === seat ? text : other)) })))),
    extraFolds(t, { ...ui, setup }, { ...act, editSetup: give }, row),
  );
}

// The cut and the play: turn, pile, pad. Never shows unplayed cards.

import { h } from "../../core/dom.js";
import { isCalling } from "../../core/store.js";
import {
  GO_ABOVE, LIMIT, cardFace, knownCards, mayJump, parseCard, pileEntries, pips, pointsPerCard, starterEntry,
  touchable, touchableCard,
} from "../../game/cards.js";
import { pegMark, playerName, teamOf } from "../../game/teams.js";
import { heldCount, isMade } from "../../game/timeline.js";
import {
  actionSentences, countNotices, lettersNote, notices, promptLine, saidText, sentences, wrongClaim,
} from "../notices.js";
import { seats } from "../scores.js";
import { actionBar, key, pad, undoKey, whyImpossible } from "./pad.js";

export function playView(state, t, ui, act) {
  const pickable = (seat) => ui.me.scorer && mayJump(state, seat);
  const held = heldCount(state, ui.elapsed);
  return h("main.play", { class: ui.me.scorer ? "play" : "play watching" },
    seats(state, t, {
      chosen: ui.entry.seat ?? state.turn,
      pickable,
      hint: hint(state, t, ui),
      onPick: act.pickSeat,
    }),
    // Another phone may have turned up the starter before this question was answered.
    hasRoom(state) && lettersNote(t, ui, act),
    // A closed count is held on the felt for a moment; the pad is already for the next one.
    pileView(held ?? state, t, { onTouch: held ? null : editing(state, ui, act) }, [
      happenedLine(state, t, ui, act),
      h("div.asked-for",
        promptLine(state, {}, promptText(state, t, ui)),
        state.players.some((_, seat) => seat !== state.turn && pickable(seat)) &&
          ui.entry.seat === null &&
          h("p.hint", hint(state, t, ui)),
      ),
    ]),
    ui.me.scorer && layPad(state, t, ui, act),
  );
}

/** True if the news leaves room for a question: nothing laid or corrected, no jack turned up, and no claims
 * of the previous deal revealed. */
const hasRoom = ({ laid, latest, starter }) =>
  laid.length === 0 && !latest.correction && parseCard(starter).rank !== "J" &&
  countNotices(latest).length === 0;

const hint = (state, t, ui) => ui.me.scorer && state.count > GO_ABOVE && (
  state.players.length > 2
    ? t("Someone else’s card? Tap their name.")
    : t("Did {name} play it? Tap their name above.", { name: playerName(state, t, 1 - state.turn) })
);

/** The prompt; with a later player selected, it says who of those between says go. */
function promptText(state, t, ui) {
  const { seat } = ui.entry;
  if (seat === null) return state.prompt;
  const passed = between(state, seat).map((one) => playerName(state, t, one));
  return t("{others} says go; {name} plays.|{others} say go; {name} plays.", {
    n: passed.length,
    name: playerName(state, t, seat),
    others: passed.join(", "),
  });
}

/** The seats from the current turn up to *seat* that could still have played. */
function between(state, seat) {
  const count = state.players.length;
  const steps = (seat - state.turn + count) % count;
  const seats = Array.from({ length: steps }, (_, step) => (state.turn + step) % count);
  return seats.filter((one) => mayJump(state, one));
}

/** What just happened; a tap opens the entries of the deal. */
const happenedLine = (state, t, ui, act) => h("div.happened",
  { class: state.latest.correction ? "happened righted" : "happened" },
  ui.me.scorer && countNotices(state.latest).length === 0
    ? h("button.to-history", {
        "data-key": "happened", title: t("History of the deal"), onclick: () => act.open("history"),
      }, happenedText(state, t, act))
    : h("p", happenedText(state, t, act)),
);

/** Counts of the previous deal may be revealed together during the play: a button opens them. The verdict
 * on a single claim is shown. */
function happenedText(state, t, act) {
  if (countNotices(state.latest).length === 0)
    return sentences(state).map((one, at) => [at > 0 && " ", saidText(one, state.latest)]);
  const open = () => act.open("history");
  const verdicts = countNotices(state.latest).map((one) => wrongClaim(one, state)?.say).filter(Boolean);
  return [
    [...actionSentences(state), ...(verdicts.length === 1 ? verdicts : [])].join(" "),
    h("button.text", { "data-key": "counts", onclick: open }, t("See what was counted")),
  ];
}

function layPad(state, t, ui, act) {
  const seat = ui.entry.seat === null ? {} : { seat: ui.entry.seat };
  const action = (card) => ({ do: "play", card, ...seat });
  return pad(t, ui, act, {
    barred: (card) => tooHigh(state, card, t) ?? whyImpossible(card, knownCards(state), t),
    action,
    onPick: (card) => act.submit(action(card)),
    keys: [...goKeys(state, t, act), undoKey(state, t, act)],
  });
}

function tooHigh(state, card, t) {
  const count = state.count + pips(card.rank);
  return count > LIMIT ? t("that would make {count}", { count }) : null;
}

function goKeys(state, t, act) {
  const { count } = state;
  const reason = count > GO_ABOVE ? null : t("The count is {n}: any card fits.", { n: count });
  const named = (name) => (reason ? t("{name}: {why}", { name, why: reason }) : name);
  const goKey = (text, name, action, more) => key(text, {
    name: named(name), reason, notice: reason, action, act, ...more, onPress: () => act.submit(action),
  });
  return [
    goKey(t("Go"), t("Go"), { do: "go" }, { kind: "go", shortcut: "G" }),
    goKey(t("No one can play"), t("No one can play"), { do: "go", all: true }, { kind: "go all", shortcut: "N" }),
  ];
}

const FEW = 3;
const SOME = 5;

export const pileView = (state, t, { onTouch = null } = {}, said = null) => h("section.felt",
  { "aria-label": t("The play"), class: `felt ${howMany(state.pile.length)}` },
  countRing(state, t),
  h("div.cards", pileCards(state, t, onTouch)),
  state.starter &&
    touchableCard(starterEntry(state), state.starter, t, onTouch, { label: t("Starter") }),
  said,
);

/** A tap on a card opens its correction. */
const editing = (state, ui, act) =>
  ui.me.scorer && ((entry, number) => act.correct(entry, state.starter, number));

/** Cards that do not fit side by side overlap. */
const howMany = (n) => (n > SOME ? "many" : n > FEW ? "some" : "few");

function pileCards(state, t, onTouch) {
  const first = state.laid.length - state.pile.length;
  const [tags, entries] = [pointsTags(state, t), pileEntries(state)];
  return state.pile.map(({ card }, at) =>
    touchable(entries[at], card, t, { onTouch, key: `laid-${first + at}` }, [
      cardFace(card, t, { latest: at === state.pile.length - 1 }),
      tags[at],
    ]),
  );
}

/** For each card of the pile the points that it scored and whose; false if none. */
export function pointsTags(state, t) {
  const gains = pointsPerCard(state).slice(state.laid.length - state.pile.length);
  return state.pile.map(({ seat }, at) =>
    gains[at] > 0 && pointsTag(t, teamOf(state, seat), gains[at]));
}

const pointsTag = (t, team, n) => h("em.brought",
  { class: `brought team-${team}`, role: "img", "aria-label": t("{n} point|{n} points", { n }) },
  pegMark(team),
  `+${n}`,
);

const countRing = ({ count, held = false }, t) =>
  h("div.count", {
      class: held ? "count held" : "count",
      role: "img", "aria-label": t("Count {count} of 31", { count }),
    },
    h("svg", { viewBox: "0 0 84 84", "aria-hidden": "true" },
      h("circle.track", { cx: 42, cy: 42, r: 38 }),
      count > 0 && h("circle.arc", {
        cx: 42, cy: 42, r: 38, pathLength: LIMIT,
        "stroke-dasharray": `${held ? LIMIT : count} ${LIMIT}`,
        transform: "rotate(-90 42 42)",
      }),
    ),
    h("b", { "aria-hidden": "true" }, isMade({ held, count }) ? t("{count}!", { count }) : count),
    !isMade({ held, count }) && h("small", { "aria-hidden": "true" }, t("of 31")),
  );

/** Until claims of the previous deal's crib are closed; by `lazy` views, which are loaded by then. */
export function cutView(state, t, ui, act, lazy) {
  const calling = isCalling(ui);
  const onward = lazy.goOn?.(state, t, ui, act, t("Next deal"));
  return h("main.cut",
    // Open claims take the place of the seats, which the prompt mentions.
    lazy.muggins?.(state, t, ui, act) ?? (!onward && seats(state, t, { chosen: state.turn })),
    !calling && h("div.above",
      // While the crib's claim is open, other counts are folded, so as not to be taken for the crib's.
      state.windows.length ? lazy.folded?.(state, t) : lazy.counted?.(state, t, ui, act),
      notices(state, t, ui, act, { inLines: state.windows.length > 0 }),
      !state.windows.length && !onward &&
        (lazy.headStart?.(state, t, ui, act) || lettersNote(t, ui, act)),
    ),
    !onward && promptLine(state),
    onward || (calling
      ? actionBar(state, t, ui, act)
      : ui.me.scorer &&
        pad(t, ui, act, {
          barred: (card) => whyImpossible(card, [], t),
          onPick: (card) => act.submit({ do: "starter", card }),
          keys: [undoKey(state, t, act)],
        })),
  );
}

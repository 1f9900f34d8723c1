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
  actionSentences, countNotices, historyButton, lettersNote, notices, promptLine, saidText, sentences,
  wrongClaim,
} from "../notices.js";
import { seats } from "../scores.js";
import { actionBar, key, pad, undoKey, whyImpossible } from "./pad.js";

export function playView(state, t, ui, act) {
  const { laid, latest, starter, turn, count } = state;
  const pickable = (seat) => ui.me.scorer && mayJump(state, seat);
  const held = heldCount(state, ui.elapsed);
  const hint = ui.me.scorer && count > GO_ABOVE && (state.players.length > 2
    ? t("Someone else’s card? Tap their name.")
    : t("If {name} lays the next card, tap that name above.", { name: playerName(state, t, 1 - turn) }));
  // Another phone may have turned up the starter before the question about the letters was answered.
  const hasRoom = laid.length === 0 && !latest.correction && parseCard(starter).rank !== "J" &&
    countNotices(latest).length === 0;
  const correct = (entry, number) => act.correct(entry, starter, number);
  return h("main.play", { class: ui.me.scorer ? "play" : "play watching" },
    seats(state, t, { chosen: ui.entry.seat ?? turn, pickable, hint, onPick: act.pickSeat }),
    hasRoom && lettersNote(t, ui, act),
    // A closed count is held on the felt for a moment; the pad is already for the next one.
    pileView(held ?? state, t, held || !ui.me.scorer ? null : correct, [
      happenedLine(state, t, ui, act),
      h("div.asked-for",
        promptLine(state, promptText(state, t, ui)),
        ui.entry.seat === null &&
          state.players.some((_, seat) => seat !== turn && pickable(seat)) && h("p.hint", hint),
      ),
    ]),
    ui.me.scorer && layPad(state, t, ui, act),
  );
}

/** The prompt; with a later player selected, it says who of those between says go. */
function promptText(state, t, ui) {
  const { seat } = ui.entry;
  if (seat === null) return state.prompt;
  const count = state.players.length;
  const steps = (seat - state.turn + count) % count;
  const passed = Array.from({ length: steps }, (_, step) => (state.turn + step) % count)
    .filter((one) => mayJump(state, one))
    .map((one) => playerName(state, t, one));
  return t("{others} says go; {name} plays.|{others} say go; {name} plays.", {
    n: passed.length, name: playerName(state, t, seat), others: passed.join(", "),
  });
}

/** What just happened; a tap opens the entries of the deal. Counts of the previous deal may be revealed
 * together during the play: a button opens them, and the verdict on a single claim is shown. */
function happenedLine(state, t, ui, act) {
  const { latest } = state;
  const counts = countNotices(latest);
  const line = (inside) =>
    h("div.happened", { class: latest.correction ? "happened righted" : "happened" }, inside);
  if (counts.length === 0) {
    const text = sentences(state).map((one, at) => [at > 0 && " ", saidText(one, latest)]);
    return line(ui.me.scorer ? historyButton(t, act, text) : h("p", text));
  }
  const verdicts = counts.map((one) => wrongClaim(one, state)?.say).filter(Boolean);
  return line(h("p",
    [...actionSentences(state), ...(verdicts.length === 1 ? verdicts : [])].join(" "),
    h("button.text", { "data-key": "counts", onclick: () => act.open("history") }, t("See what was counted")),
  ));
}

function layPad(state, t, ui, act) {
  const { count } = state;
  const seat = ui.entry.seat === null ? {} : { seat: ui.entry.seat };
  const action = (card) => ({ do: "play", card, ...seat });
  const tooHigh = (sum) => (sum > LIMIT ? t("that would make {count}", { count: sum }) : null);
  const reason = count > GO_ABOVE ? null : t("The count is {n}: any card fits.", { n: count });
  const goKey = (text, go, kind, shortcut) => key(text, {
    name: reason ? t("{name}: {why}", { name: text, why: reason }) : text,
    reason, notice: reason, action: go, kind, shortcut, act, onPress: () => act.submit(go),
  });
  return pad(t, ui, act, {
    barred: (card) => tooHigh(count + pips(card.rank)) ?? whyImpossible(card, knownCards(state), t),
    action,
    onPick: (card) => act.submit(action(card)),
    keys: [
      goKey(t("Go"), { do: "go" }, "go", "G"),
      goKey(t("No one can play"), { do: "go", all: true }, "go all", "N"),
      undoKey(state, t, act),
    ],
  });
}

/** The count, the cards laid and the starter; a tap on a card calls onTouch(entry, number). */
export function pileView(state, t, onTouch = null, said = null) {
  const { pile, laid, starter } = state;
  // Cards that do not fit side by side overlap.
  const look = pile.length > 5 ? "many" : pile.length > 3 ? "some" : "few";
  const [tags, entries] = [pointsTags(state, t), pileEntries(state)];
  return h("section.felt", { "aria-label": t("The play"), class: `felt ${look}` },
    countRing(state, t),
    h("div.cards", pile.map(({ card }, at) =>
      touchable(entries[at], card, t, { onTouch, key: `laid-${laid.length - pile.length + at}` }, [
        cardFace(card, t, { latest: at === pile.length - 1 }),
        tags[at],
      ]),
    )),
    starter && touchableCard(starterEntry(state), starter, t, onTouch, { label: t("Starter") }),
    said,
  );
}

/** For each card of the pile the points that it scored and whose; false if none. */
export function pointsTags(state, t) {
  const gains = pointsPerCard(state).slice(state.laid.length - state.pile.length);
  return state.pile.map(({ seat }, at) => gains[at] > 0 && h("em.brought", {
    class: `brought team-${teamOf(state, seat)}`,
    role: "img", "aria-label": t("{n} point|{n} points", { n: gains[at] }),
  }, pegMark(teamOf(state, seat)), `+${gains[at]}`));
}

function countRing({ count, held = false }, t) {
  const isReached = isMade({ held, count });
  const ring = { cx: 42, cy: 42, r: 38 };
  return h("div.count", {
      class: held ? "count held" : "count",
      role: "img", "aria-label": t("Count {count} of 31", { count }),
    },
    h("svg", { viewBox: "0 0 84 84", "aria-hidden": "true" },
      h("circle.track", ring),
      count > 0 && h("circle.arc", {
        ...ring, pathLength: LIMIT, transform: "rotate(-90 42 42)",
        "stroke-dasharray": `${held ? LIMIT : count} ${LIMIT}`,
      }),
    ),
    h("b", { "aria-hidden": "true" }, isReached ? t("{count}!", { count }) : count),
    !isReached && h("small", { "aria-hidden": "true" }, t("of 31")),
  );
}

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

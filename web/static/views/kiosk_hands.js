// Cards on the wall outside the play: drawn, counted, claimed, or to be counted.

import { h } from "../core/dom.js";
import { cardFace, cardGap } from "../game/cards.js";
import { enteredIn } from "../game/entry_mode.js";
import { keypadCards, sharedCount } from "../game/shared.js";
import { handName, playerName, recipientName, teamOf, unbroken } from "../game/teams.js";
import { lessonNow } from "../game/timeline.js";
import { byRank, countName } from "./count_lines.js";
import { countNotices } from "./notices.js";
import { callsOn, openClaims } from "./show/calls.js";
import { countedHands, isTelling } from "./show/counted_hands.js";

/** The count begun at the next hand: its cards, or a wrong first claim. Shown after the lines of the
 * previous count and when no claim may be called any more. */
export function begunCount(state, ui) {
  const count = sharedCount(state);
  const isBegun = count && (count.cards?.length > 0 || count.missed);
  return isBegun && !isTelling(state, ui) && openClaims(state).length === 0 ? count : null;
}

/** True while the cards of the next hand are being typed, on a phone or keypad. */
const isTyped = (state, ui) => !isTelling(state, ui) &&
  (sharedCount(state)?.cards?.length > 0 || keypadCards(state).length > 0);

/** The hands to show, `praise` for a count, and in small the cards of the `next` hand. */
export function handsShown(state, t, ui) {
  const drawn = drawnCards(state);
  if (drawn) return { hands: drawers(state, t, drawn) };
  if (isPeggedByHand(state)) {
    return { hands: state.starter && cardFace(state.starter, t, { label: t("Starter") }) };
  }
  const isGone = begunCount(state, ui) || isTyped(state, ui);
  const counted = isGone ? null : newestCount(countedHands(state, t, ui, {}), state);
  const open = claims(isGone ? openClaims(state) : [...openClaims(state), ...justCalled(state)], state, t);
  if (!counted && open.length === 0 && enteredIn(state) !== "points") {
    return { hands: state.phase === "cut" ? starterToCome(t) : handWaiting(state, t, 0) };
  }
  if (!counted) return { hands: [handWaiting(state, t), open] };
  if (isUntold(state, ui)) return { hands: [counted, open] };
  return { hands: [counted, open], praise: praiseFor(state), next: handToCome(state, t) };
}

/** A placeholder for the starter. */
const starterToCome = (t) => h("span.card.gap.labelled", { "aria-hidden": "true", "data-key": "to-cut" },
  h("em.under", t("Starter")));

/** The hand that was just counted is shown large; of others that became public with it, only the worth. */
const newestCount = (hands, { record }) =>
  Array.isArray(hands) && ["count", "crib"].includes(record.at(-1).actions.at(-1).do) ? hands[0] : hands;

/** True until all lines of the latest count are shown. */
export const isUntold = (state, ui) => isTelling(state, ui) || linesToCome(state, ui).length > 0;

const linesToCome = ({ latest }, { age }) =>
  countNotices(latest).filter(({ lines }) => lines.some(({ at_ms = 0 }) => at_ms > age));

/** The hand whose lines are being shown. */
export const toldHand = (state, ui) => (lessonNow(state, ui) ?? linesToCome(state, ui)[0]).of;

/** True while the play is pegged by hand, without entering cards. */
export const isPeggedByHand = (state) =>
  state.phase === "play" && state.asks === "points" && enteredIn(state) === "hands";

const praiseFor = ({ latest: { right, given } }) =>
  right ? h("p.praise", { "data-key": "praise" }, right, given && h("small", given)) : null;

const titled = (title, key, cards) =>
  h("section.callout.claimed-hand", { "data-key": key }, h("h2", unbroken(title)), cards);

/** The hand to be counted, once *least* of its cards are known, so that everyone can count along; includes
 * cards being typed on a phone. */
function handToCome(state, t, least = 1) {
  const { counting, phase, starter } = state;
  if (phase !== "show" || !counting) return null;
  const { again, cards: typed = keypadCards(state) } = sharedCount(state) ?? {};
  const known = again ? typed : [...byRank(counting.known), ...typed];
  if (known.length < least) return null;
  const gaps = Math.max(0, counting.size - known.length);
  return h("div.cards", { "data-key": "waiting-cards" },
    (gaps ? known : byRank(known)).map((card) => cardFace(card, t)),
    Array.from({ length: gaps }, () => cardGap()),
    cardFace(starter, t, { label: t("Starter") }),
  );
}

function handWaiting(state, t, least) {
  const cards = handToCome(state, t, least);
  return cards && titled(handName(state, t, state.counting.of), "waiting", cards);
}

/** The newest of the *known* claims, which may be called or were just called; its worth is not shown. A
 * counted hand takes precedence in size. */
const claims = (known, state, t) => known.slice(0, 1).map(({ of, seat, claim, cards, starter }) =>
  titled(
    t("{hand}: {n} point claimed|{hand}: {n} points claimed",
      { hand: countName(state, t, of, seat), n: claim }),
    `claimed-${of}`,
    h("div.cards",
      byRank(cards).map((card) => cardFace(card, t)),
      cardFace(starter, t, { label: t("Starter") }),
    ),
  ));

const justCalled = ({ windows, record }) => windows.filter(({ of }) => of === record.at(-1)?.called);

/** A note that the newest claim may still be called, with earlier calls on it; the latest call is announced
 * as news. Null if no claim is open. */
export function mugginsOpen(state, t) {
  const [window] = openClaims(state);
  if (!window) return null;
  const calls = callsOn(state, window).filter((entry) => entry !== state.record.at(-1));
  return h("p.muggins", { "data-key": "muggins" }, h("b", t("Muggins?")),
    calls.map(({ actions }) => actions.at(-1)).map(({ team, points }) =>
      h("span", { class: `called team-${team}` }, `${recipientName(state, t, team)} ${points}`)));
}

/** The cards drawn by each seat for first deal, shown until the cut; null if there are none, or if partners
 * were drawn, since they change seats. */
export function drawnCards({ phase, asks, drawn, latest, players, record, rules }) {
  if (phase === "draw") return asks === "cards" ? drawn : null;
  const last = record.at(-1);
  const isLast = last?.entry === latest.version && last.actions.at(-1).do === "draw";
  if (!isLast || rules.teams_by === "draw") return null;
  const draws = record.flatMap(({ actions }) => actions).filter((one) => one.do === "draw");
  return players.map((_, at) => draws.filter(({ seat }) => seat === at).map(({ card }) => card));
}

/** The cards drawn, and who has yet to draw. */
const drawers = (state, t, drawn) => drawn.map((cards, seat) => {
  const team = state.rules.teams_by === "draw" ? null : teamOf(state, seat);
  return h("section", { "data-key": `drawn-${seat}`, class: `callout drawn team-${team}` },
    h("h2", unbroken(playerName(state, t, seat))),
    h("div.cards",
      cards.map((card) => cardFace(card, t)),
      state.drawing?.includes(seat) && cardGap(),
    ),
  );
});

// The cards on a wall outside the play: drawn for the deal, counted, claimed, or to be counted.

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

/** What somebody has begun at the hand to come: its cards, or a try that was wrong. It waits for
 * the lines of the count before, and for a claim that may still be called. */
export function begunCount(state, ui) {
  const count = sharedCount(state);
  const isBegun = count && (count.cards?.length > 0 || count.missed);
  return isBegun && !isTelling(state, ui) && openClaims(state).length === 0 ? count : null;
}

/** True while somebody types the cards of the hand to come, on a phone or on the keys. */
const isTyped = (state, ui) => !isTelling(state, ui) &&
  (sharedCount(state)?.cards?.length > 0 || keypadCards(state).length > 0);

/** The hands that everybody looks at, `praise` for the count of one, and small below it the cards of the
 * `next`. */
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

/** Where the starter will be in the play. */
const starterToCome = (t) => h("span.card.gap.labelled", { "aria-hidden": "true", "data-key": "to-cut" },
  h("em.under", t("Starter")));

/** The hand that was just counted has the room; of those that became public with it is said what they
 * were worth. */
const newestCount = (hands, { record }) =>
  Array.isArray(hands) && ["count", "crib"].includes(record.at(-1).actions.at(-1).do) ? hands[0] : hands;

/** True until all lines of the latest count were told. */
export const isUntold = (state, ui) => isTelling(state, ui) || linesToCome(state, ui).length > 0;

const linesToCome = ({ latest }, { age }) =>
  countNotices(latest).filter(({ lines }) => lines.some(({ at_ms = 0 }) => at_ms > age));

/** The hand whose lines are told. */
export const toldHand = (state, ui) => (lessonNow(state, ui) ?? linesToCome(state, ui)[0]).of;

/** True while the play is pegged by hand, and no card of it is entered. */
export const isPeggedByHand = (state) =>
  state.phase === "play" && state.asks === "points" && enteredIn(state) === "hands";

const praiseFor = ({ latest: { right, given } }) =>
  right ? h("p.praise", { "data-key": "praise" }, right, given && h("small", given)) : null;

const titled = (title, key, cards) =>
  h("section.callout.claimed-hand", { "data-key": key }, h("h2", unbroken(title)), cards);

/** The hand to be counted, once as many of its cards are known: everybody may count it from afar.
 * Those that a phone types are seen as they come. */
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

/** The newest of those that are *known*, may be called or were with the last call: everybody looks at it,
 * and nobody knows what it is worth. The hand that is counted has the room, where there is one. */
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

/** That the newest claim may still be called, and who has called what on it; the latest call is
 * news, and said as such. Null where none may be called. */
export function mugginsOpen(state, t) {
  const [window] = openClaims(state);
  if (!window) return null;
  const calls = callsOn(state, window).filter((entry) => entry !== state.record.at(-1));
  return h("p.muggins", { "data-key": "muggins" }, h("b", t("Muggins?")),
    calls.map(({ actions }) => actions.at(-1)).map(({ team, points }) =>
      h("span", { class: `called team-${team}` }, `${recipientName(state, t, team)} ${points}`)));
}

/** The cards that each seat drew for the deal; once they have decided it, until the cut. Partners
 * who were drawn sit elsewhere then. Null where nothing is drawn. */
export function drawnCards({ phase, asks, drawn, latest, players, record, rules }) {
  if (phase === "draw") return asks === "cards" ? drawn : null;
  const last = record.at(-1);
  const isLast = last?.entry === latest.version && last.actions.at(-1).do === "draw";
  if (!isLast || rules.teams_by === "draw") return null;
  const draws = record.flatMap(({ actions }) => actions).filter((one) => one.do === "draw");
  return players.map((_, at) => draws.filter(({ seat }) => seat === at).map(({ card }) => card));
}

/** Who drew what, and who is still to draw. */
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

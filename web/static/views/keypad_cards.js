// The cards on the keypad's page: those of the running count, of the hand to come, of a claim that may
// be called, and of what was counted.

import { h } from "../core/dom.js";
import { capitalised } from "../core/i18n.js";
import { cardFace, cardGap } from "../game/cards.js";
import { isMade } from "../game/hold.js";
import { handName, playerName, unbroken } from "../game/teams.js";
import { byRank, countLines, countName } from "./count_lines.js";
import { drawnCards } from "./kiosk_hands.js";
import { countNotices } from "./notices.js";
import { openClaims } from "./show/calls.js";

/** The running count, and the cards of it; one that a card closed is held for a moment. */
export const pileView = ({ held, count, pile: laid }, t) => h("div.pile", { "data-key": "pile" },
  h("b", { role: "img", "aria-label": t("Count {count} of 31", { count }) },
    isMade({ held, count }) ? `${count}!` : count),
  laid.map(({ card }, at) => cardFace(card, t, { kind: "mini", latest: at === laid.length - 1 })),
);

/** The cards that OK is about to count: those that were played, those typed, and empty places. Beside
 * a *claim* it says whose they are. */
export function handView(state, t, claim) {
  const { counting, live } = state;
  const { kind, cards = [], wanted = 0 } = live.pending_entry ?? {};
  const isTyped = ["hand", "crib"].includes(kind) && wanted > 0;
  const known = counting?.known ?? [];
  if (!counting || !(known.length || isTyped)) return null;
  const typed = isTyped ? cards : [];
  return h("div.pile", { "data-key": "known" },
    claim && h("small", shortName(state, t, counting.of)),
    minis([...byRank(known), ...typed], t),
    Array.from({ length: counting.missing - typed.length }, () => cardGap("mini")),
  );
}

/** The cards drawn for the deal, each beside its name, until the cut. */
export function drawnView(state, t) {
  const drawn = state.rules ? drawnCards(state) : null;
  return drawn?.some((cards) => cards.length) && h("div.pile", { "data-key": "drawn" },
    drawn.map((cards, seat) => cards.length > 0 &&
      h("span.up", h("small", unbroken(playerName(state, t, seat))), minis(cards, t))),
  );
}

const minis = (cards, t) => cards.map((card) => cardFace(card, t, { kind: "mini" }));

/** The claim that everybody looks at: the one that muggins is typed on, or the latest that keys could
 * call. A hand that is typed has its place. */
export function claimShown(state) {
  const { kind, team } = state.live.pending_entry ?? {};
  const claims = openClaims(state);
  if (kind === "muggins") return claims.find((claim) => claim.team !== team);
  return (!kind || kind === "more") && state.asks !== "points" ? claims[0] : undefined;
}

/** Its cards with the starter, and how keys call muggins on it. */
export const claimView = ({ of, claim, cards, starter }, state, t, ui) => [
  ui.me.scorer && !ui.notice && !state.typed && h("p.claimed", { "data-key": "call" },
    unbroken(t("{hand}: {claim}. Muggins? Hold OK, then\u00a03.",
      { hand: capitalised(handName(state, t, of)), claim }))),
  h("div.pile", { "data-key": "claimed" },
    minis(byRank(cards), t),
    h("span.start", minis([starter], t)),
  ),
];

/** What a counted hand came to: its cards with the starter, and each line in its time. */
export function countView(count, state, t, ui) {
  const { of, seat, lines, cards = [], starter } = count;
  const isOnly = countNotices(state.latest).length === 1;
  const now = linesTold(count, ui).at(-1);
  const lookOf = (line) => (line.at_ms > ui.age ? "coming" : line === now && isTelling(count, ui) && "now");
  return h("div.counted-hand", { "data-key": `counted-${of}` },
    h("div.pile",
      !isOnly && h("small", countName(state, t, of, seat)),
      minis(byRank(cards), t),
      starter && h("span.start", minis([starter], t)),
    ),
    isOnly && lines.length > 0 &&
      h("div", { class: lines.length > FEW_LINES ? "many" : "few" },
        countLines(lines, t, lookOf),
        h("span.rest"),
      ),
  );
}

/** More lines than these stand side by side. */
const FEW_LINES = 2;

/** The lines of a count that have been told; those of an earlier one are told long ago. */
const linesTold = ({ lines }, { age }) => lines.filter(({ at_ms }) => !(at_ms > age));

export const isTelling = (count, ui) => linesTold(count, ui).length < count.lines.length;

/** The points of a count as far as they have been told. */
export const worthTold = (count, ui) => linesTold(count, ui).at(-1)?.total ?? 0;

/** Whose hand it is, where little room is left. */
export const shortName = (state, t, of) => (of === "crib" ? t("Crib") : playerName(state, t, of));

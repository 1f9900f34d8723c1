// Cards on the keypad page: of the running count, the next hand, a claim that may be called, and counts.

import { h } from "../core/dom.js";
import { capitalised } from "../core/i18n.js";
import { cardFace, cardGap } from "../game/cards.js";
import { isMade } from "../game/hold.js";
import { handName, playerName, unbroken } from "../game/teams.js";
import { byRank, countLines, countName } from "./count_lines.js";
import { drawnCards } from "./kiosk_hands.js";
import { countNotices } from "./notices.js";
import { openClaims } from "./show/muggins.js";

/** The running count and its cards; a closed count is held for a moment. */
export const pileView = ({ held, count, pile: laid }, t) => h("div.pile", { "data-key": "pile" },
  h("b", { role: "img", "aria-label": t("Count {count} of 31", { count }) },
    isMade({ held, count }) ? `${count}!` : count),
  laid.map(({ card }, at) => cardFace(card, t, { kind: "mini", latest: at === laid.length - 1 })),
);

/** The cards that OK will count: played, typed, and placeholders. Beside a *claim* it says whose they
 * are. */
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

/** The cards drawn for first deal, each with its player, until the cut. */
export function drawnView(state, t) {
  const drawn = state.rules ? drawnCards(state) : null;
  return drawn?.some((cards) => cards.length) && h("div.pile", { "data-key": "drawn" },
    drawn.map((cards, seat) => cards.length > 0 &&
      h("span.up", h("small", unbroken(playerName(state, t, seat))), minis(cards, t))),
  );
}

const minis = (cards, t) => cards.map((card) => cardFace(card, t, { kind: "mini" }));

/** The claim shown: the one on which muggins is being typed, or the latest that keys can call. Not while a
 * hand is being typed. */
export function claimShown(state) {
  const { kind, team } = state.live.pending_entry ?? {};
  const claims = openClaims(state);
  if (kind === "muggins") return claims.find((claim) => claim.team !== team);
  return (!kind || kind === "more") && state.asks !== "points" ? claims[0] : undefined;
}

/** The claim's cards with the starter, and how to call muggins by key. */
export const claimView = ({ of, claim, cards, starter }, state, t, ui) => [
  ui.me.scorer && !ui.notice && !state.typed && h("p.claimed", { "data-key": "call" },
    unbroken(t("{hand}: {claim}. Muggins? Hold OK, then\u00a03.",
      { hand: capitalised(handName(state, t, of)), claim }))),
  h("div.pile", { "data-key": "claimed" },
    minis(byRank(cards), t),
    h("span.start", minis([starter], t)),
  ),
];

/** A counted hand: its cards with the starter, and each line as it is due. */
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

/** More lines than this are set in columns. */
const FEW_LINES = 2;

/** The lines of a count shown so far; all, for an earlier count. */
const linesTold = ({ lines }, { age }) => lines.filter(({ at_ms }) => !(at_ms > age));

export const isTelling = (count, ui) => linesTold(count, ui).length < count.lines.length;

/** The points of the lines shown so far. */
export const worthTold = (count, ui) => linesTold(count, ui).at(-1)?.total ?? 0;

/** Whose hand it is, abbreviated. */
export const shortName = (state, t, of) => (of === "crib" ? t("Crib") : playerName(state, t, of));

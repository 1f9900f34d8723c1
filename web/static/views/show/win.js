// How a game ended: the peg in a star, confetti, the margin, the skunk, and the course of the game.

import { load, resource } from "../../core/api.js";
import { h } from "../../core/dom.js";
import { capitalised } from "../../core/i18n.js";
import { resultOf } from "../../game/match.js";
import { playerName, unbroken } from "../../game/teams.js";
import { isWon } from "../../game/timeline.js";
import { chart, scoresByDeal } from "../../history/charts.js";
import { cardsOf, countedHands, countedRight, worthOf } from "../../history/game.js";

const POINTS = 16;

const STAR = Array.from({ length: POINTS }, (_, at) => {
  const [turn, far] = [(at * 2 * Math.PI) / POINTS, at % 2 ? 30 : 46];
  return [50 + far * Math.sin(turn), 50 - far * Math.cos(turn)].map((one) => one.toFixed(1)).join(" ");
}).join("L");

/** Marks on the peg heads, for colour-blind players. */
const MARKS = ["", "M43 43l14 14M57 43l-14 14", "M41 50h18", "M50 41v18", "M50 42l7 12h-14z"];

export const starWithPeg = (team) =>
  h("svg.star", { viewBox: "0 0 100 100", "aria-hidden": "true" },
    h("path.rays", { d: `M${STAR}Z` }),
    h("circle.hole", { cx: 50, cy: 50, r: 9 }),
    h("g.landing", { class: `landing team-${team}` },
      h("circle", { cx: 50, cy: 50, r: 15 }),
      MARKS[team] && h("path.mark", { d: MARKS[team] }),
    ),
  );

/** Confetti; the style sheet animates it, except with reduced motion. */
export const confetti = () =>
  h("div.confetti", { "aria-hidden": "true", "data-key": "confetti" },
    Array.from({ length: 12 }, () => h("i")));

const skunksOf = ({ record }) =>
  record.flatMap(({ notices }) => notices).filter(({ what }) => what === "skunk");

/** Several skunks share one sentence. */
export const skunkText = (state) => skunksOf(state)[0]?.say ?? null;

/** "By 31 · 3 game points", or "Marie concedes"; skunks have their own sentence. */
export function resultText(state, t) {
  const { rules, spread, record } = state;
  const conceded = record.at(-1)?.actions.at(-1)?.do === "concede" && record.at(-1).did.replace(/\.$/, "");
  const added = skunksOf(state).map(({ games }) => games - rules.game);
  const more = rules.lurch === "each" ? added.reduce((sum, one) => sum + one, 0) : Math.max(0, ...added);
  const games = rules.game + more;
  const result = { wins: rules.wins, spread, skunk: null, games, conceded };
  return capitalised([conceded, ...resultOf(result, t, rules.game > 1)].filter(Boolean).join(" · "));
}

export const gameStory = (finished, t, counts) => h("section.story", { "data-key": "story" },
  bestHands(finished, t),
  counts && countedRight(finished, t),
  chart(finished.game, scoresByDeal(finished), t),
);

/** The highest count and its ties. */
export function bestHands({ game, sheet }, t) {
  const counted = countedHands(sheet);
  const n = counted.length > 0 && worthOf(counted[0]);
  const bests = counted.filter((one) => worthOf(one) === n).slice(0, 3);
  const isShared = bests.length > 1;
  return [isShared && h("h3", t("Best of the game: {n}", { n })), bests.map((best, at) => {
    const name = playerName(game, t, best.seat);
    const shared = best.of === "crib" ? t("{name}’s crib", { name }) : t("{name}’s hand", { name });
    const single = best.of === "crib"
      ? t("Best crib: {n}, {name}", { n, name })
      : t("Best hand: {n}, {name}", { n, name });
    return h("p.best-hand", { "data-key": `best-hand-${at}` },
      unbroken(isShared ? shared : single), " ", cardsOf(best, t));
  })];
}

/** Loads `ui.finished`, the game that was just won, in the format of past games. */
export function finishedGame(store) {
  return resource({
    key: () => {
      const { state, t } = store;
      return state && isWon(state) ? [state.journal, state.version, t.lang].join(" ") : null;
    },
    load: async () => {
      const [last] = (await load(store, "games", { limit: 1 }))?.games ?? [];
      return last ? load(store, `games/${last.match}.${last.place}`) : null;
    },
    onLoad: (finished) => store.set({ finished }),
    onDrop: () => store.set({ finished: null }),
  });
}

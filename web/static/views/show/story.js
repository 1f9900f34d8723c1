// How the game went: chart, best hand, and counting accuracy if players counted; shown once loaded.

import { get, resource } from "../../core/api.js";
import { h } from "../../core/dom.js";
import { playerName, unbroken } from "../../game/teams.js";
import { chart } from "../../history/charts.js";
import { cardsOf, countedHands, countedRight, worthOf } from "../../history/game.js";

const EQUAL = 3;

export const gameStory = (finished, t, counts) => h("section.story", { "data-key": "story" },
  bestHands(finished, t),
  counts && countedRight(finished, t),
  chart(finished, t),
);

/** The highest count and its ties. */
export function bestHands({ game, sheet }, t) {
  const counted = countedHands(sheet);
  const most = counted.length > 0 && worthOf(counted[0]);
  const bests = counted.filter((one) => worthOf(one) === most).slice(0, EQUAL);
  if (bests.length > 1) {
    return [
      h("h3", t("Best of the game: {n}", { n: most })),
      bests.map((best, at) => bestHand(best, at, handOf(best, game, t), t)),
    ];
  }
  return bests.map((best, at) => {
    const name = playerName(game, t, best.seat);
    const text = best.of === "crib"
      ? t("Best crib: {n}, {name}", { n: most, name })
      : t("Best hand: {n}, {name}", { n: most, name });
    return bestHand(best, at, text, t);
  });
}

const bestHand = (best, at, text, t) => h("p.best-hand", { "data-key": `best-hand-${at}` },
  unbroken(text), " ", cardsOf(best, t));

function handOf({ of, seat }, game, t) {
  const name = playerName(game, t, seat);
  return of === "crib" ? t("{name}’s crib", { name }) : t("{name}’s hand", { name });
}

/** Loads `ui.finished`, the game that was just won, in the format of past games. */
export function finishedGame(store) {
  const ask = async (path, query) => {
    const { status, body } = await get(path, store.t.lang, query);
    return status === 200 ? body : null;
  };
  return resource({
    key: () => {
      const { state, t } = store;
      const isWon = state?.phase === "over" && state.winner !== null;
      return isWon ? [state.journal, state.version, t.lang].join(" ") : null;
    },
    load: async () => {
      const [last] = (await ask("games", { limit: 1 }))?.games ?? [];
      return last ? ask(`games/${last.match}.${last.place}`) : null;
    },
    onLoad: (finished) => store.set({ finished }),
    onDrop: () => store.set({ finished: null }),
  });
}

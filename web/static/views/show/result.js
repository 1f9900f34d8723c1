// How the game that was just won ended, on phones and walls: by how much, and the skunk.

import { capitalised } from "../../core/i18n.js";
import { resultOf } from "../../game/result.js";

const skunksOf = ({ record }) =>
  record.flatMap(({ notices }) => notices).filter(({ what }) => what === "skunk");

/** Several skunks share one sentence. */
export const skunkText = (state) => skunksOf(state)[0]?.say ?? null;

/** "By 31 · 3 game points"; a skunk has its own sentence. */
export function resultText(state, t) {
  const { rules, spread } = state;
  const added = skunksOf(state).map(({ games }) => games - rules.game);
  const more = rules.lurch === "each" ? added.reduce((sum, one) => sum + one, 0) : Math.max(0, ...added);
  const games = rules.game + more;
  const result = { wins: rules.wins, spread, skunk: null, games };
  return capitalised(resultOf(result, t, rules.game > 1).filter(Boolean).join(" · "));
}

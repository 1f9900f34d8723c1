// The scores on the wall; in the play also cards left, go, and turn.

import { capitalised } from "../core/i18n.js";
import { h } from "../core/dom.js";
import { enteredIn } from "../game/entry_mode.js";
import { matchScore } from "../game/result.js";
import { gainMark, isAsked, pegMark, playerName, teamName } from "../game/teams.js";
import { gainShown, pointsShown } from "../game/timeline.js";
import { isPeggedByHand } from "./kiosk_hands.js";

export const sides = (state, t, ui) =>
  h("section.sides", { "aria-label": t("Scores"), class: `sides of-${state.pegs.length}` },
    state.pegs.map((_, team) => side(state, t, ui, team)),
  );

/** Without entered cards, cards left and turn are unknown. */
const isTurnKnown = (state) => enteredIn(state) !== "points" && !isPeggedByHand(state);

function side(state, t, ui, team) {
  const seats = state.rules.teams[team];
  const { winner, rules: { target_by_team: targets } } = state;
  const isMatch = state.games.some((games) => games > 0);
  const look = [
    "side", `team-${team}`, seats.length > 1 && "paired",
    isTurnKnown(state) && isAsked(state, team) ? "asked" : winner === team && "wins",
  ].filter(Boolean).join(" ");
  return h("div", { class: look, "data-key": `side-${team}` },
    h("p.who", pegMark(team), h("b", teamName(state, t, team))),
    gainMark(gainShown(state, team, ui.age)),
    h("div.players", seats.map((seat) => player(state, t, ui, seat, seats.length > 1))),
    h("output", pointsShown(state, team, ui.age)),
    (isMatch || targets.length > 0) && h("small.tally", [
      isMatch && matchScore(state, t, team),
      targets.length > 0 && t("to {n}", { n: targets[team] }),
    ].filter(Boolean).join(" · ")),
  );
}

/** A player's cards left and the crib; partners with their names. */
function player(state, t, ui, seat, isNamed) {
  const deals = state.winner === null && seat === state.dealer;
  return h("p", { class: isNamed && isTurnKnown(state) && seat === state.turn ? "turn" : null },
    isNamed && h("b", playerName(state, t, seat)),
    enteredIn(state) === "cards" && state.left && cardsLeft(state, t, seat),
    deals && h("em.crib-of", t("crib")),
  );
}

const cardsLeft = ({ left, gone }, t, seat) => gone.includes(seat)
  ? h("em.gone", capitalised(t("go")))
  : h("span.left", { role: "img", "aria-label": t("{n} card left|{n} cards left", { n: left[seat] }) },
    Array.from({ length: left[seat] }, () => h("i")));

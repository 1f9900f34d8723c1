// What somebody entered, in as few words as fit on a button: a card, go, points, whose hand.

import { readCard } from "./cards.js";
import { asTyped } from "../views/play/digits.js";
import { handName, teamName } from "./teams.js";

/** "10 of hearts", "Go", "+2 Ann"; null for what has no few words. */
export function fewWords(action, state, words) {
  switch (action.do) {
    case "play":
    case "starter":
    case "draw":
      return words.cardName(readCard(action.card));
    case "go":
      return action.all ? words("Nobody can") : words("Go");
    case "peg":
      return pegged(action, state, words);
    case "count":
      return action.seat === undefined ? null : handName(state, words, action.seat);
    case "crib":
      return handName(state, words, "crib");
    default:
      return null;
  }
}

const pegged = ({ team, points }, state, words) =>
  `${points > 0 ? "+" : ""}${asTyped(points)} ${teamName(state, words, team)}`;

// The sheets of the past, by name.

import { gamesView } from "./games.js";
import { gameView } from "./game.js";
import { playersView } from "./players.js";
import { quizView } from "./quiz.js";
import { replayView } from "./replay.js";

export const VIEWS = {
  games: gamesView,
  game: gameView,
  players: playersView,
  quiz: quizView,
  replay: replayView,
};

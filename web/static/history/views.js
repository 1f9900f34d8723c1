// The sheets that few open, by name: those of the past, and what one reads or looks up.

import { devicesView } from "../views/menu/devices.js";
import { rulesView } from "../views/menu/reference.js";
import { keyboardView } from "../views/menu/shortcuts.js";
import { gamesView } from "./games.js";
import { gameView } from "./game.js";
import { playersView } from "./players.js";
import { quizView } from "./quiz.js";
import { replayView } from "./past_replay.js";

export const VIEWS = {
  games: gamesView,
  game: gameView,
  players: playersView,
  quiz: quizView,
  replay: replayView,
  rules: rulesView,
  keyboard: keyboardView,
  devices: devicesView,
};

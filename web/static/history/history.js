// Past games: what is known of them, and how it is asked for.

import { loadRulebook, loadRulesSheet } from "../core/actions.js";
import { get } from "../core/api.js";
import { recall, remember } from "../core/storage.js";
import { devicesView } from "../views/menu/devices.js";
import { rulesView, shortcutsView } from "../views/menu/reference.js";
import { gameView } from "./game.js";
import { gameName, gamesView } from "./games.js";
import { playersView } from "./players.js";
import { quizView } from "./quiz.js";
import { makeReplay, replayView } from "./replay.js";

const PAGE = 20;

/** The past as *store*'s page knows it; the views find their verbs on it. */
export function makeHistory(store) {
  const { ui } = store;
  let opened = null;
  const change = (changes) => {
    Object.assign(past, changes);
    store.set({});
  };
  const ask = async (path, query) => {
    const { status, body } = await get(path, store.t.lang, query);
    if (status === 200) return body;
    ui.tell(body?.refused ?? store.t("The table did not answer."));
    return null;
  };

  const need = {
    games: () => older(true),
    game: async (name) => {
      if (!past.game || gameName(past.game.game) !== name) change({ game: null });
      opened = name;
      const game = await ask(`games/${name}`);
      // Another one may have been opened since.
      if (game && opened === name) change({ game });
    },
    players: async () => change({ players: (await ask("players"))?.players ?? past.players }),
    quiz: async ({ again = false } = {}) => {
      const questions = (await ask("quiz"))?.questions ?? [];
      change(again ? { questions } : { questions, answered: null });
    },
    replay: (name, how) => past.begin(name, how),
    rules: () => loadRulesSheet(store),
    keyboard: () => null,
    devices: () => null,
  };

  async function older(anew = false) {
    const known = anew ? [] : past.games;
    const last = known.at(-1);
    const body = await ask("games", { limit: PAGE, ...(last && { before: gameName(last) }) });
    if (body) change({ games: [...known, ...body.games], isAll: body.games.length < PAGE });
  }

  /** What the server said in sentences is asked for again when this phone changes its language. */
  function hear() {
    if (past.lang === store.t.lang) return past.heed();
    past.lang = store.t.lang;
    if (past.game) need.game(gameName(past.game.game));
    if (past.questions) need.quiz({ again: true });
    return past.replay?.state ? past.saidAnew() : null;
  }

  const past = {
    lang: store.t.lang,
    hear,
    views: VIEWS,
    games: null,
    isAll: true,
    game: null,
    players: null,
    questions: null,
    at: 0,
    answered: null,
    score: recall("quiz", { right: 0, asked: 0 }),
    older,
    open: (sheet, ...asked) => {
      store.set({ sheet, told: null });
      loadRulebook(store);
      document.querySelector(".middle h2[tabindex]")?.focus();
      return need[sheet](...asked);
    },
    answer: (points, isRight) => {
      const { right, asked } = past.score;
      const score = { right: right + (isRight ? 1 : 0), asked: asked + 1 };
      remember("quiz", score);
      change({ answered: points, score });
    },
    nextQuestion: () => change({ answered: null, at: past.at + 1 }),
  };
  return Object.assign(past, makeReplay(store, past, change, ask));
}

export const VIEWS = {
  games: gamesView,
  game: gameView,
  players: playersView,
  quiz: quizView,
  replay: replayView,
  rules: rulesView,
  keyboard: shortcutsView,
  devices: devicesView,
};

// What the views of the past know, and how they ask for it. It all hangs on `ui.past`.

import { get } from "../core/api.js";
import { recall, remember } from "../core/storage.js";
import { needRows, needSections } from "../core/actions.js";
import { nameOf } from "./saying.js";
import { makeReplay } from "./replay.js";
import { VIEWS } from "./views.js";

const PAGE = 20;

/** The past as *store*'s page knows it; the views find their verbs on it. */
export function makePast(store) {
  const { ui } = store;
  let opened = null;
  const change = (changes) => {
    Object.assign(past, changes);
    store.set({});
  };
  const ask = async (path, query) => {
    const { status, body } = await get(path, store.words.lang, query);
    if (status === 200) return body;
    ui.tell(body?.refused ?? store.words("The table did not answer."));
    return null;
  };

  const need = {
    games: () => older(true),
    game: async (name) => {
      if (!past.game || nameOf(past.game.game) !== name) change({ game: null });
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
    rules: () => needSections(store),
    keyboard: () => null,
    devices: () => null,
  };

  async function older(anew = false) {
    const known = anew ? [] : past.games;
    const last = known.at(-1);
    const body = await ask("games", { limit: PAGE, ...(last && { before: nameOf(last) }) });
    if (body) change({ games: [...known, ...body.games], isAll: body.games.length < PAGE });
  }

  /** What the server said in sentences is asked for again when this phone changes its language. */
  function hear() {
    if (past.lang === store.words.lang) return past.heed();
    past.lang = store.words.lang;
    if (past.game) need.game(nameOf(past.game.game));
    if (past.questions) need.quiz({ again: true });
    return past.replay?.state ? past.saidAnew() : null;
  }

  const past = {
    lang: store.words.lang,
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
      needRows(store);
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

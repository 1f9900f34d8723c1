// Past games: the data and its loading.

import { get, load, put, resource, watch } from "../core/api.js";
import { recall, remember } from "../core/storage.js";
import { familiesOf } from "../game/match.js";
import { entriesView, historyView } from "../views/menu/history.js";
import { rulesView } from "../views/menu/rules.js";
import { settingsView, shortcutsView } from "../views/menu/settings.js";
import { figuresView } from "./figures.js";
import { gameView } from "./game.js";
import { gameName, gamesView } from "./games.js";
import { makePicture, pictureView } from "./picture.js";
import { handOf, quizView } from "./quiz.js";
import { makeReplay, replayView } from "./replay.js";

const PAGE = 20;
const MOST_QUIZZED = 100;

/** The views and actions of past games and references; the store holds `history`. */
export function install(store, act) {
  const { set } = store;
  let opened = null;

  const change = (changes) => set({ history: { ...store.ui.history, ...changes } });

  const ask = async (path, query) => act.bodyOf(await get(path, store.t.lang, query));

  const replay = makeReplay(store, act, ask);

  const needed = {
    games: () => olderGames([]),
    game: loadGame,
    figures: () => chooseGames({}),
    quiz: loadQuestions,
    replay: replay.begin,
    entries: loadEntries,
    picture: showPicture,
  };

  async function olderGames(known = store.ui.history.games) {
    const last = known.at(-1);
    const body = await ask("games", { limit: PAGE, ...(last && { before: gameName(last) }) });
    if (body) change({ games: [...known, ...body.games], isAll: body.games.length < PAGE });
  }

  async function loadGame(name) {
    const known = store.ui.history.game;
    if (!known || gameName(known.game) !== name) change({ game: null });
    opened = name;
    const game = await ask(`games/${name}`);
    // Another game may have been opened since.
    if (game && opened === name) change({ game });
  }

  async function loadEntries(name) {
    if (store.ui.history.past?.name !== name) change({ past: null });
    const { version } = store.state;
    const [log, finished] = await Promise.all([ask("record", { game: name }), ask(`games/${name}`)]);
    const state = log && finished && await ask(`games/${name}/${finished.entries}`);
    if (store.ui.sheet !== "entries" || store.ui.asked[0] !== name) return;
    // A correction may have made it unfinished.
    if (state) change({ past: { name, log, state: { ...state, version } } });
    else act.open("games");
  }

  async function showPicture(subject) {
    if (store.ui.picture) URL.revokeObjectURL(store.ui.picture.address);
    set({ picture: null });
    const picture = await makePicture(subject, store.state, store.t, ask);
    if (store.ui.asked[0] === subject) set({ picture });
  }

  async function annulGame({ match, place, counts }) {
    const again = counts ? null : { counts: true };
    if (!(await act.submit({ do: "annul", match, place, ...again }))) return;
    change({ games: null });
    await loadGame(gameName({ match, place }));
  }

  /** Merges *names* into one player, displayed under the first; a single name is separated. */
  async function joinNames(names) {
    if (await act.submit({ do: "same", names })) await chooseGames({});
  }

  async function chooseGames(changes) {
    const chosen = { ...store.ui.history.chosen, ...changes };
    change({ chosen });
    const { since, until } = store.ui.history.seasons.find((one) => one.since === chosen.season) ?? {};
    const family = familiesOf(store.ui).find(({ name }) => name === chosen.family);
    const body = await ask("figures", [
      ...(since ? [["since", since]] : []),
      ...(until ? [["until", until]] : []),
      ...(family?.start.players ?? []).map((name) => ["player", name]),
    ]);
    // The selection may have changed since.
    if (body && store.ui.history.chosen === chosen) change(body);
  }

  /** Wrongly claimed hands first; the newest of the others last, since everyone has just seen its worth. */
  async function loadQuestions() {
    const [newest, ...others] = (await ask("quiz"))?.questions ?? [];
    const questions = newest ? [...others, newest].sort((one, other) => other.wrong - one.wrong) : [];
    if (unanswered(questions) < 0) remember("quizzed", []);
    change({ questions, answered: null, at: Math.max(0, unanswered(questions)) });
  }

  /** The first question from place *start* on that this phone has not answered; -1 if there is none. */
  function unanswered(questions, start = 0) {
    const known = recall("quizzed", []);
    return questions.findIndex((one, at) => at >= start && !known.includes(String(handOf(one))));
  }

  /** Shares the answer with the other phones; their answers are shown once this one is there. */
  async function answerQuiz(points, isRight) {
    const { score: { right, asked }, questions, at } = store.ui.history;
    const score = { right: right + (isRight ? 1 : 0), asked: asked + 1 };
    const hand = handOf(questions[at]);
    remember("quiz", score);
    remember("quizzed", [...recall("quizzed", []), String(hand)].slice(-MOST_QUIZZED));
    change({ answered: points, score, name: null });
    if (store.ui.me.scorer) change({ name: (await put("quiz", { hand, points }, store.t.lang)).body?.by });
  }

  function nextQuestion() {
    const { questions, at } = store.ui.history;
    const next = unanswered(questions, at + 1);
    return next < 0 ? loadQuestions() : change({ answered: null, at: next });
  }

  async function translate() {
    const { game, questions } = store.ui.history;
    if (game) loadGame(gameName(game.game));
    if (store.ui.replay?.state) replay.reload();
    if (questions) await loadQuestions();
  }

  /** Opens a sheet and loads its data; a list that is returned to is kept. */
  function openHistory(sheet, ...asked) {
    const isBack = sheet === "games" && store.ui.sheet === "game" && store.ui.history.games;
    set({ sheet, asked, notice: null });
    document.querySelector(".middle h2[tabindex]")?.focus();
    return isBack ? null : needed[sheet]?.(...asked);
  }

  const rulesSheet = resource({
    key: () => store.ui.sheet === "rules" ? store.t.lang + JSON.stringify(store.state.rules) : null,
    load: () => load(store, "rules/sheet"),
    onLoad: ({ sections }) => set({ rulesSheet: sections }),
    onDrop: (key) => key && set({ rulesSheet: null }),
  });

  const log = resource({
    key: () =>
      store.ui.sheet === "history" ? [store.t.lang, store.state.journal, store.state.version].join(" ") : null,
    load: () => load(store, "record"),
    onLoad: (loaded) => change({ log: loaded }),
  });

  set({
    history: {
      games: null, isAll: true, game: null, past: null, questions: null, at: 0, answered: null,
      log: null, figures: null, seasons: [], chosen: { season: "", family: "" },
      score: recall("quiz", { right: 0, asked: 0 }),
    },
  });
  store.subscribe(watch(() => store.t.lang, (_, before) => before && translate()));
  const entriesShown = () => store.ui.sheet === "entries" ? store.state?.version ?? null : null;
  store.subscribe(watch(entriesShown, (now, before) => now && before && loadEntries(store.ui.asked[0])));
  store.subscribe(replay.sync);
  store.subscribe(rulesSheet.sync);
  store.subscribe(log.sync);
  const actions = {
    ...replay.actions, openHistory, olderGames: () => olderGames(), chooseGames, annulGame, joinNames,
    answerQuiz, nextQuestion,
  };
  const views = {
    games: gamesView, game: gameView, figures: figuresView, quiz: quizView, replay: replayView,
    rules: rulesView, keyboard: shortcutsView, settings: settingsView, history: historyView,
    entries: entriesView, picture: pictureView,
  };
  return { views, actions };
}

// Keys that speak on request: last events, scores, turn, table, points to go.

import { h } from "../core/dom.js";
import { recall } from "../core/storage.js";
import { parseCard } from "../game/cards.js";
import { handName, teamName } from "../game/teams.js";
import { sentences } from "../views/notices.js";

/** Each with its shortcut, unused elsewhere on the page and keypad in both languages. */
const QUESTIONS = [
  ["L", (t) => t("What just happened"),
    (state, t) => sentences(state).join(" ") || t("Nothing has happened yet")],
  ["S", (t) => t("The score"), (state, t) => teamsSay(state, t, (team) => state.scores[team])],
  ["W", (t) => t("Whose turn, and the count"), ({ prompt, phase, count }, t) =>
    [prompt, phase === "play" && t("Count {count}", { count })].filter(Boolean).join(" ")],
  ["P", (t) => t("What’s on the table"), (state, t) => table(state, t)],
  ["E", (t) => t("Points to go"), (state, t) => t("To go: {teams}", {
    teams: teamsSay(state, t, (team) => Math.max(0, state.rules.target - state.scores[team])),
  })],
];
const AGAIN = "B";

/** Questions and shortcuts, for the keyboard help. */
export const questionHelp = (t) => [
  ...QUESTIONS.map(([key, name]) => [[key], name(t)]),
  [[AGAIN], t("Say it again; once more, the one before")],
];

/** Buttons visible only on keyboard focus, but always available to screen readers. */
export const askAloudView = (state, t, ui, act) => state?.rules && h("section.ask-aloud",
  { "aria-label": t("Ask aloud"), "data-key": "ask-aloud" },
  QUESTIONS.map(([key, name, answer]) => askButton(key, name(t), () => act.answer(answer(state, t)))),
  askButton(AGAIN, t("Say it again"), () => act.sayAgain()),
);

const askButton = (key, name, onclick) =>
  h("button.second", { "data-key": `ask-${key}`, "aria-keyshortcuts": key, onclick }, name);

/** Shortcuts active at the keypad, whose other letters are keys. */
export function listenForQuestions() {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !recall("shortcuts", true)) return;
    const key = event.key.toUpperCase();
    document.querySelector(`.ask-aloud [aria-keyshortcuts="${CSS.escape(key)}"]`)?.click();
  });
}

const teamsSay = (state, t, value) => state.scores
  .map((_, team) => t("{team}: {n}", { team: teamName(state, t, team), n: value(team) }))
  .join(", ");

const cardNames = (cards, t) => cards.map((card) => t.cardName(parseCard(card))).join(", ");

/** The cards of the running count, or at the show of the next hand, and the starter. */
function table(state, t) {
  const { counting, pile, starter } = state;
  const handNames = (counting && cardNames(counting.known, t)) || t("no card is known");
  const pileNames = cardNames(pile.map(({ card }) => card), t);
  const parts = [
    state.phase === "play" && (pileNames || t("No cards in this count")),
    state.phase === "show" && [handName(state, t, counting.of), handNames].join(": "),
    starter && t("Starter: {card}", { card: cardNames([starter], t) }),
  ].filter(Boolean);
  return parts.join(". ") || t("No cards on the table");
}

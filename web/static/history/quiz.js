// A quiz with hands counted tonight: how much is this hand worth?

import { h } from "../core/dom.js";
import { capitalised } from "../core/i18n.js";
import { parseCard } from "../game/cards.js";
import { displayName } from "../game/teams.js";
import { sheet } from "../views/controls.js";
import { countLines, sortedFaces } from "../views/count_lines.js";

/** Offsets of wrong answers; 19 is an impossible score. */
const OFF = [2, -2, 4, 1, -1, -4, 6];
const CHOICES = 4;

export function quizView(state, t, ui, act) {
  const { questions, at, answered, score } = ui.history;
  const question = questions?.[at];
  return sheet("main.scroll.quiz", question?.crib ? t("What’s this crib worth?") : t("What’s this hand worth?"),
    questions === null && h("p", t("One moment…")),
    questions?.length === 0 && h("p.prompt", state.windows.length > 0
      ? t("Counts stay hidden while muggins is open. Come back after that.")
      : t("No hands have been entered tonight, so there’s nothing to ask yet.")),
    question && questionView(question, state, t, ui, act),
    score.asked > 0 &&
      h("p.quiet", { role: "status" }, t("Right so far: {right} of {asked}", score)),
    answered !== null && h("div.bar",
      h("button.prime.wide", { "data-key": "next", onclick: act.nextQuestion }, t("Next hand")),
    ),
  );
}

/** The cards of a question, by which all phones know it. */
export const handOf = ({ cards, starter }) => [...cards, starter];

function questionView(question, state, t, ui, act) {
  const { answered, at, name } = ui.history;
  return h("section.puzzle", { "data-key": `question-${at}` },
    h("p", capitalised(question.whose)),
    h("div.cards.big", sortedFaces(question.cards, question.starter, t)),
    handOf(question).some((card) => !parseCard(card).suit) &&
      h("p.quiet", t("Suits weren’t entered, so they don’t count here.")),
    h("div.choices", { role: "group", "aria-label": t("Points") },
      choicesOf(question, at).map((points) => answerButton(points, question, answered, act)),
    ),
    answered !== null && explanation(question, answered, t),
    answered !== null && name && othersAnswers(question, name, state, t),
  );
}

/** "Maude 8 ✓ · Tom 6 ✗": the other phones' answers to the question; this phone is *name*. */
function othersAnswers(question, name, { live: { quiz = [] } }, t) {
  const others = quiz.filter(({ hand, by }) => by !== name && String(hand) === String(handOf(question)));
  return others.length > 0 && h("p.others", { role: "status" }, others.map(({ by, points }, nth) => {
    const [, number] = by.match(/^Phone (\d+)$/) ?? [];
    const shown = number ? capitalised(t("Phone {number}", { number })) : displayName(t, by);
    return [nth > 0 && " · ", `${shown}\u00a0`, h("b", points, points === question.total ? "\u00a0✓" : "\u00a0✗")];
  }));
}

function answerButton(points, { total }, answered, act) {
  const known = answered !== null;
  const look = known && points === total ? "right" : known && points === answered ? "wrong" : "";
  return h("button.key", {
      class: `key ${look}`,
      "data-key": `choice-${points}`,
      disabled: known,
      onclick: () => act.answerQuiz(points, points === total),
    },
    points,
    look && h("span", { "aria-hidden": "true" }, look === "right" ? " ✓" : " ✗"),
  );
}

const explanation = ({ total, lines }, answered, t) =>
  h("section.callout.explained", { role: "status" },
    answered === total
      ? h("h2", t("Right!"), h("output", total))
      : h("h2", t("It’s {total}", { total })),
    countLines(lines, t),
  );

/** The correct answer among its neighbours, the same each time that the question is rendered. */
function choicesOf({ total }, at) {
  const turned = OFF.map((_, place) => OFF[(place + at) % OFF.length]);
  const others = turned.map((by) => total + by).filter((points) => points >= 0);
  const few = [...new Set(others)].slice(0, CHOICES - 1);
  if (at % 5 === 3 && total !== 19) few[0] = 19;
  return [...new Set([...few, total])].sort((one, other) => one - other);
}

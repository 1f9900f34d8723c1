// How much is this hand worth? Hands that really lay on the table tonight, and their count told.

import { cardFace, readCard } from "../game/cards.js";
import { h } from "../core/dom.js";
import { sheetTitle } from "../views/sheet.js";
import { lineByLine } from "../views/notices.js";

/** How far a wrong answer may be off; 19 is the one that no hand can have. */
const OFF = [2, -2, 4, 1, -1, -4, 6];
const CHOICES = 4;

export function quizView(state, words, ui) {
  const { questions, at, answered, score } = ui.past;
  return h(
    "main.scroll.quiz",
    null,
    sheetTitle(words("What is this hand worth?")),
    questions === null && h("p", null, words("One moment…")),
    questions?.length === 0 &&
      h("p.prompt", null, words("Hands that were counted tonight are asked here")),
    questions?.length > 0 && one(questions[at % questions.length], words, ui, at),
    score.asked > 0 &&
      h("p.quiet", { role: "status" }, words("Right so far: {right} of {asked}", score)),
    answered !== null &&
      h(
        "button.prime.wide",
        { "data-key": "next", onclick: ui.past.nextQuestion },
        words("Next hand"),
      ),
  );
}

function one(question, words, ui, at) {
  const { answered } = ui.past;
  return h(
    "section.puzzle",
    { "data-key": `question-${at}` },
    h("p", null, raised(question.whose)),
    h(
      "div.cards.big",
      null,
      question.cards.map((card) => cardFace(card, words)),
      cardFace(question.starter, words, { label: words("Starter") }),
    ),
    [...question.cards, question.starter].some((card) => !readCard(card).suit) &&
      h("p.quiet", null, words("Nobody entered the suits: they count for nothing here.")),
    h(
      "div.choices",
      { role: "group", "aria-label": words("Points") },
      choicesOf(question, at).map((points) => choice(points, question, answered, ui)),
    ),
    answered !== null && explanation(question, answered, words),
  );
}

const raised = (text) => text.charAt(0).toUpperCase() + text.slice(1);

function choice(points, { total }, answered, ui) {
  const known = answered !== null;
  const look = known && points === total ? "right" : known && points === answered ? "wrong" : "";
  return h(
    "button.key",
    {
      class: `key ${look}`,
      "data-key": `choice-${points}`,
      disabled: known,
      onclick: () => ui.past.answer(points, points === total),
    },
    points,
    look && h("span", { "aria-hidden": "true" }, look === "right" ? " ✓" : " ✗"),
  );
}

function explanation({ total, lines }, answered, words) {
  return h(
    "section.told.explained",
    { role: "status" },
    h(
      "h2",
      null,
      answered === total ? words("Right!") : words("It is worth {total}", { total }),
      h("output", null, total),
    ),
    lineByLine(lines, words),
  );
}

/** The truth among its neighbours, the same each time that the same question is drawn. */
function choicesOf({ total }, at) {
  const turned = OFF.map((_, place) => OFF[(place + at) % OFF.length]);
  const others = turned.map((by) => total + by).filter((points) => points >= 0);
  const few = [...new Set(others)].slice(0, CHOICES - 1);
  if (at % 5 === 3 && total !== 19) few[0] = 19;
  return [...new Set([...few, total])].sort((one, other) => one - other);
}

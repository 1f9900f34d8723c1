// Who counts, and what is entered: what people are used to, asked before a match and while it lasts.

import { h } from "../../core/dom.js";
import { peopleCount, peopleSay } from "../../core/ui.js";
import { choice, field } from "../controls.js";
import { picks, pills } from "../picks.js";

export const habitFields = (words, ui) => [
  picks("counts", words("Who counts"), ui.rows.counting, ui.setup.counts, (counts) =>
    ui.prepare({ counts }),
  ),
  pills("enters", words("What we enter"), entering(words), ui.setup.enters, (enters) =>
    ui.prepare({ enters }),
  ),
];

const entering = (words) => [
  {
    value: "cards",
    title: words("Every card"),
    about: words("Each card as it is laid: the program counts the play too."),
  },
  {
    value: "hands",
    title: words("Hands only"),
    about: words("You peg the play with +1, +2, +3, and enter the hands at the show."),
  },
  {
    value: "points",
    title: words("Points only"),
    about: words("No cards: +1, +2, +3 and a pad. Nothing can be checked then."),
  },
];

/** The same two questions in the menu of a match that is on. */
export function habitsNow(state, words, ui) {
  const choose = (enters) => ui.keepHabits({ enters });
  const options = entering(words).map(({ value, title }) => [value, title]);
  return h(
    "fieldset",
    null,
    h("legend", null, words("This match")),
    field(words("What we enter"), choice(options, ui.enters, choose)),
    field(words("Who counts"), countingNow(state, words, ui)),
  );
}

function countingNow(state, words, ui) {
  const people = peopleSay(state);
  return choice(
    [
      ["program", words("The program")],
      [people, words("We count")],
    ],
    peopleCount(state, ui) ? people : "program",
    (counts) => ui.keepHabits({ counts }),
  );
}

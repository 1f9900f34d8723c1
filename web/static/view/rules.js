// The rules in force: the row that was chosen and what the house changed in it.

import { h } from "../h.js";
import { skunkLines } from "./options.js";
import { sheetTitle } from "./sheet.js";

export function rulesView(state, words, ui) {
  if (!ui.rows) return h("main.scroll", null, h("p", null, words("One moment…")));
  const { rules } = state;
  return h(
    "main.scroll",
    null,
    sheetTitle(rules.title),
    h("p", null, ui.rows.rules[rules.key].about),
    h(
      "dl.facts",
      null,
      fact(words("Cards dealt"), rules.dealt),
      fact(words("Cards kept"), rules.hand),
      ui.rows.options.map((option) =>
        fact(option.title, inForce(rules[option.name], option, words)),
      ),
    ),
  );
}

const fact = (title, value) => [h("dt", null, title), h("dd", null, value)];

function inForce(value, option, words) {
  if (value === null) return "–";
  if (option.kind === "skunks") return skunkLines(value, words);
  if (option.kind === "truth") return value ? words("yes") : words("no");
  if (option.kind === "one_of") return option.values.find((one) => one.value === value).title;
  return value;
}

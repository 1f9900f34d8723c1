// The rules in force: what one tells a guest, in short sentences, and every option for who asks.

import { h } from "../../core/dom.js";
import { skunkLines } from "../setup/view_options.js";
import { sheetTitle } from "../sheet.js";

export function rulesView(state, words, ui) {
  if (!ui.rows || !ui.sections) return h("main.scroll", null, h("p", null, words("One moment…")));
  const { rules } = state;
  return h(
    "main.scroll.sheet",
    null,
    sheetTitle(rules.title),
    h("p.quiet", null, ui.rows.rules[rules.key].about),
    ui.sections.map(section),
    h(
      "details",
      null,
      h("summary", null, words("Every option")),
      h(
        "dl.facts",
        null,
        fact(words("Cards dealt"), rules.dealt),
        fact(words("Cards kept"), rules.hand),
        ui.rows.options.map((option) =>
          fact(option.title, inForce(rules[option.name], option, words)),
        ),
      ),
    ),
  );
}

const section = ({ title, lines }) =>
  h(
    "section",
    { "data-key": title },
    h("h3", null, title),
    h(
      "ul",
      null,
      lines.map((line) => h("li", null, line)),
    ),
  );

const fact = (title, value) => [h("dt", null, title), h("dd", null, value)];

function inForce(value, option, words) {
  if (value === null) return "–";
  if (option.kind === "skunks") return skunkLines(value, words);
  if (option.kind === "truth") return value ? words("yes") : words("no");
  if (option.kind === "one_of") return option.values.find((one) => one.value === value).title;
  return value;
}

// The director's tab of rounds: plan, preview, and pairing.

import { h } from "../core/dom.js";
import { names } from "./page.js";

export function planTab(page, act) {
  const { t, ui, night: { night } } = page;
  if (!night) return h("p", { "data-key": "none" }, t("Open a night first."));
  if (night.phase === "over") return h("p", { "data-key": "over" }, t("This night is over."));
  const start = night.round + 1;
  const isOn = night.phase === "play";
  const isLast = start > plannedOf(page).rounds;
  return [
    isOn && h("p.hint", { "data-key": "again" },
      isLast ? t("Round {n} is the last one: for more, increase the number of rounds.", { n: night.round }) : [
        t("Round {n} stays as it is.|Rounds 1 to {n} stay as they are.", { n: night.round }), " ",
        t("From round {next} on, you can pair again with the players who are here.", { next: start }),
      ]),
    form(page, act),
    h("div.bar", { "data-key": "ask" },
      !isLast && h("button.second", { onclick: () => (ui.preview ? act.shuffle(start) : act.preview(start)) },
        ui.preview ? t("Shuffle") : t("Preview")),
      isOn && h("button.second", { onclick: act.savePlan, disabled: ui.sending }, t("Save the plan"))),
    isOn && !isLast && h("p.hint", { "data-key": "saving" },
      t("Saving changes the clock now. The pairings change when you pair again.")),
    ui.preview && preview(t, ui.preview),
    !isLast && h("div.bar.last", { "data-key": "begin" },
      h("button.prime", { disabled: ui.sending, onclick: () => act.pair(start) },
        isOn ? t("Pair again from round {n}", { n: start }) : t("Begin round 1"))),
  ];
}

const movementName = (t, key) => ({
  circle: t("Round robin"), "two-sided": t("One side moves a table"),
  pairs: t("Fixed pairs"), "winners-up": t("Winners go up a table"),
})[key] ?? key;

const scoringName = (t, key) => ({
  acc: t("ACC: 2 a win, 3 a skunk"), games: t("Games: 1, skunk 2, double 3"),
})[key] ?? key;

/** The plan in the form. Unless the director has typed a number of rounds, it is the night's, reduced
 * before the first round to the maximum for the players present. */
export function plannedOf({ ui: { plan, hasTyped }, night: { night, plan: saved, most } }) {
  if (hasTyped) return plan;
  const can = night?.phase === "setup" ? most[plan.movement] : Infinity;
  return { ...plan, rounds: Math.min(saved.rounds, can) };
}

function form(page, act) {
  const { t, night: { movements, scorings, broker } } = page;
  const plan = plannedOf(page);
  return h("section.form", { "data-key": "form" },
    choice(t("How players move"), plan.movement, movements, (key) => movementName(t, key),
      (movement) => act.planned({ movement })),
    whole(t("Number of rounds"), plan.rounds, 1, 60, (rounds) => act.planned({ rounds }, true)),
    choice(t("Scoring"), plan.scoring, scorings, (key) => scoringName(t, key),
      (scoring) => act.planned({ scoring })),
    whole(t("Minutes a round (0: no clock)"), plan.minutes, 0, 240, (minutes) => act.planned({ minutes })),
    broker.url && h("label.switch-row", { "data-key": "agree" },
      h("span", t("Players tap Agreed at a table with Cribble")),
      h("input.switch", {
        type: "checkbox", checked: plan.agree, onchange: ({ target }) => act.planned({ agree: target.checked }),
      })),
  );
}

const choice = (label, value, keys, nameOf, onPick) => h("label.field", { "data-key": label },
  h("span", label),
  h("select", { value, onchange: ({ target }) => onPick(target.value) },
    keys.map((key) => h("option", { value: key, selected: key === value }, nameOf(key)))),
);

const whole = (label, value, low, high, onPick) => h("label.field", { "data-key": label },
  h("span", label),
  h("input", {
    type: "number", min: low, max: high, value,
    oninput: ({ target }) => {
      const n = Number(target.value);
      if (Number.isInteger(n) && n >= low && n <= high) onPick(n);
    },
  }),
);

const preview = (t, rounds) => h("section.preview", { "data-key": "preview" },
  rounds.map(({ round, tables, out }) => h("section.panel", { "data-key": `round-${round}` },
    h("h2", t("Round {n}", { n: round })),
    h("ol.pairs", tables.map(({ table, sides }) =>
      h("li", { "data-key": table }, h("b", table), " ", sides.map(names).join(" – ")))),
    out.length > 0 && h("p", t("Sitting out: {names}", { names: names(out) })),
  )),
);

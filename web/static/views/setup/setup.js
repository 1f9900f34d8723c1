// The first page: the family that plays here, and one tap to deal; or who plays, and all else on one line.

import { get, resource } from "../../core/api.js";
import { h } from "../../core/dom.js";
import { dayOf } from "../../core/i18n.js";
import { familiesOf, isLongOver, playAgain, playersIn, seatFamily, startAction } from "../../game/match.js";
import { displayName } from "../../game/teams.js";
import { chip, field, fold, item, loading, textField } from "../controls.js";
import { assignmentView } from "./assignment.js";
import { choices, choicesText, playersField, tooMuch } from "./choices.js";
import { dealFolds, drawView, seatFields } from "./seating.js";

/** The sheet and the draw, loaded before the first card; the store holds `rivalry`, by players. */
export function install(store) {
  const rivalry = resource({
    key: () => {
      const { state, ui, t } = store;
      const { start } = (isHome(state, ui) && shownFamily(state, ui)) || {};
      return start ? JSON.stringify([t.lang, state.version, start.rules, start.players]) : null;
    },
    load: async (key) => {
      const [lang, , rules, players] = JSON.parse(key);
      const query = [["rules", rules], ...players.map((name) => ["player", name])];
      const { status, body } = await get("rivalry", lang, query);
      return status ? { key, ...(status === 200 && body) } : null;
    },
    onLoad: (found) => store.set({ rivalry: found }),
    onDrop: () => store.set({ rivalry: null }),
  });
  store.subscribe(rivalry.sync);
  return { views: { setup: setupView, draw: drawView } };
}

/** True for a scorer between evenings who has not just saved a family or asked for other players or rules. */
const isHome = (state, { me, setup, sheet }) => Boolean(state) && me.scorer && !sheet &&
  !state.live.assignment && setup.keptAt !== state.version && (state.phase === "idle" || isLongOver(state));

const savedFamilies = (ui) => familiesOf(ui).filter(({ start }) => ui.rulebook?.rules[start.rules]);

/** The last match's players, then the other families saved at the table. */
function families({ rules, players }, ui) {
  const saved = savedFamilies(ui);
  const last = saved.find(({ start }) => start.rules === rules?.key && String(start.players) === String(players));
  const seated = rules && { name: last?.name ?? "", start: { rules: rules.key, players }, isSeated: true };
  return [seated, ...saved.filter((family) => family !== last)].filter(Boolean);
}

function shownFamily(state, ui) {
  const all = families(state, ui);
  return all.find(({ name }) => name === ui.home) ?? all[0] ?? null;
}

function setupView(state, t, ui, act) {
  if (!ui.me.scorer) {
    return h("main.nobody",
      assignmentView(state, t, ui, act),
      picture(),
      h("h2", t("No game yet")),
      h("p", t("It will show up here as soon as one starts.")),
    );
  }
  if (!ui.rulebook) return loading(t);
  const family = isHome(state, ui) && shownFamily(state, ui);
  return family ? homeView(state, t, ui, act, family) : formView(state, t, ui, act);
}

/** "Ann and Carl · Ben and Dora": partners together, unless they are drawn. */
function namesOf(t, ui, { start: { rules, players, options } }) {
  const { teams, teams_by } = ui.rulebook.rules[rules];
  const sides = (options?.teams_by ?? teams_by) === "draw" ? players.map((_, seat) => [seat]) : teams;
  const list = new Intl.ListFormat(t.lang);
  return sides.map((seats) => list.format(seats.map((seat) => displayName(t, players[seat])))).join(" · ");
}

function homeView(state, t, ui, act, family) {
  const others = families(state, ui).filter(({ name }) => name !== family.name);
  const { score, lines = [], last } = ui.rivalry ?? {};
  const facts = last && { day: dayOf(last.ended, t), n: last.spread };
  const ended = last && (last.spread ? t("Last: {day}, by {n}", facts) : t("Last: {day}", facts));
  const deal = () =>
    (family.isSeated ? playAgain(state, ui, act) : act.startMatch({ ...family.start, do: "start" }));
  return h("main.scroll.home",
    assignmentView(state, t, ui, act),
    picture(),
    h("section.family", { "data-key": "family" },
      h("h2", { tabindex: -1 }, score || namesOf(t, ui, family)),
      h("p.quiet", ui.rulebook.rules[family.start.rules].title),
      h("ul", [...lines, ended].filter(Boolean).map((line) => h("li", line))),
      h("button.prime.wide", { "data-key": "deal", onclick: deal }, t("Deal")),
    ),
    others.length > 0 && h("div.items.families", { role: "group", "aria-label": t("Families") },
      others.map((one) => item(one.name || namesOf(t, ui, one), () => act.set({ home: one.name }))),
    ),
    item(t("New players or rules"), () => act.open("setup")),
  );
}

const picture = () => h("img.picture", { src: "/board.svg", alt: "", width: 366, height: 106 });

function formView(state, t, ui, act) {
  const row = ui.rulebook.rules[ui.setup.rules];
  const saved = savedFamilies(ui);
  return h("main.scroll.form.setup",
    assignmentView(state, t, ui, act),
    ui.sheet !== "setup" && picture(),
    h("h2.unseen", { tabindex: -1 }, t("A new match")),
    saved.length > 0 && h("div.chips.families", { role: "group", "aria-label": t("Families") },
      saved.map((family) =>
        chip(family.name, ui.setup.family === family.name, () => seatFamily(ui, act, family))),
    ),
    playersField(t, ui, act, row),
    seatFields(state, t, ui, act, row),
    h("details.all", { "data-key": "all" },
      h("summary", h("span", choicesText(t, ui, row)), " ", h("b", t("Change"))),
      h("div.folds",
        choices(t, ui, act, row),
        dealFolds(t, ui, act, row),
        familyForm(state, t, ui, act, row),
      ),
    ),
    startBar(t, ui, act, row),
  );
}

/** Saves the present players as a family with the present team colours; the chosen family can be deleted. */
function familyForm(state, t, ui, act, row) {
  const { setup } = ui;
  const usual = playersIn(setup, row).map((name) => displayName(t, name)).join(" · ").slice(0, 40).trim();
  const chosen = familiesOf(ui).find(({ name }) => name === setup.family);
  const isKept = Boolean(setup.kept) && setup.kept === setup.family;
  const keep = async ({ target }) => {
    const family = setup.familyName.trim() || usual;
    const saved = { name: family, start: startAction(setup, row), colours: ui.settings?.colours ?? [] };
    act.editSetup({ keptAt: state.version });
    if (!(await act.keepFamily(saved))) return;
    act.editSetup({ family, familyName: "", kept: family });
    target.closest("details")?.scrollIntoView({ block: "nearest" });
  };
  return fold("keep-family", t("Save this family"), isKept && setup.family, [
    field(t("Name of the family"),
      textField(setup.familyName, (familyName) => act.editSetup({ familyName }), { placeholder: usual }),
      t("Saved at the table, for every phone."),
    ),
    h("button.second.wide", { "data-key": "keep", onclick: keep }, t("Save")),
    h("p.answer", { role: "status" }, isKept && t("Saved: {name}", { name: setup.family })),
    chosen &&
      h("button.second.wide",
        { "data-key": "forget", onclick: () => act.forgetFamily(chosen) },
        t("Forget {name}", { name: chosen.name }),
      ),
  ]);
}

/** What is missing is shown beside Deal; an invalid answer is opened instead. */
function startBar(t, ui, act, row) {
  const players = playersIn(ui.setup, row);
  const keys = players.map((name) => name.toLowerCase());
  const twice = keys.findIndex((name, seat) => keys.indexOf(name) < seat);
  const over = tooMuch(t, ui, row);
  const start = () => {
    if (twice > 0) retype(document.querySelector(`[data-key=place-${twice}] input`));
    else if (over) {
      const wrong = document.querySelector(".fold :invalid");
      for (let part = wrong.closest("details"); part; part = part.parentNode.closest("details")) part.open = true;
      retype(wrong);
    } else act.startMatch(startAction(ui.setup, row));
  };
  return h("div.bar",
    h("p", { role: "status" },
      twice > 0 ? t("{name} is listed twice.", { name: displayName(t, players[twice]) }) : over),
    h("button.prime.wide", { "data-key": "start", onclick: start }, t("Deal")),
  );
}

function retype(field) {
  field.focus();
  field.select();
}

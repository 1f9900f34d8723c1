// The director's page: players, pairing, results, tables, the end.

import { directorView } from "./club/director.js";
import { makePage } from "./club/page.js";
import { plannedOf } from "./club/rounds.js";
import { ask, load, post } from "./core/api.js";
import { newKey } from "./core/storage.js";

const page = makePage({
  as: "director", polled: "director", view: (page) => directorView(page, act),
  title: (t) => t("Director"),
  onNight: (night, before) => {
    // Another phone may have changed the plan; keep what is typed here until it is saved.
    if (!page.ui.isDraft) page.ui.plan = { ...night.plan };
    // In a new round or phase, show its results.
    if (before && moment(before) !== moment(night)) Object.assign(page.ui, { round: null, editing: null });
  },
});
page.ui = {
  tab: "players", director: null, pin: "", name: "", renaming: null, editing: null, plan: null, isDraft: false, hasTyped: false,
  preview: null, refused: null, sending: false, confirming: null, round: null,
};

const enter = (entry) =>
  page.send(() => post("director/entries", { entry, key: newKey() }, page.t.lang));

async function checkRights() {
  const rights = await load(page, "rights");
  if (!rights) return setTimeout(checkRights, 2000);
  page.set({ director: rights.director });
  if (rights.director) page.follow();
}

const act = {
  set: page.set,
  enter,
  open: (tab) => page.set({ tab, refused: null, editing: null, renaming: null, confirming: null }),
  becomeDirector: async () => {
    const { status, body } = await post("director", { pin: page.ui.pin }, page.t.lang);
    if (status !== 200) return page.refuse(body);
    page.set({ director: true, pin: "", refused: null });
    return page.follow();
  },
  openNight: async () => {
    if (await enter({ do: "open", night: today(page.night) })) page.set({ tab: "players", hasTyped: false, isDraft: false });
  },
  leave: async () => {
    await ask("DELETE", "director", {}, page.t.lang);
    location.assign("/");
  },
  enrol: async (house = false) => {
    const typed = page.ui.name;
    if (!typed.trim() || !await enter({ do: "enrol", name: typed.trim(), house })) return;
    // The next name may have been typed before the answer arrived.
    if (page.ui.name === typed) page.set({ name: "" });
  },
  rename: async (id, name) => {
    if (await enter({ do: "rename", id, name }) && page.ui.renaming?.id === id) page.set({ renaming: null });
  },
  planned: (changes, hasTyped = page.ui.hasTyped) =>
    page.set({ plan: { ...page.ui.plan, ...changes }, hasTyped, isDraft: true, preview: null }),
  preview: async (start) => {
    page.set({ refused: null, preview: null });
    const { status, body } = await post("director/preview", { plan: plannedOf(page), start }, page.t.lang);
    if (status === 200) page.set({ preview: body });
    else page.refuse(body);
  },
  pair: async (start) => {
    if (!(await act.savePlan())) return;
    if (await enter({ do: "pair", start })) page.set({ preview: null, tab: "results" });
  },
  savePlan: async () => {
    const isSaved = await enter({ do: "plan", ...plannedOf(page) });
    if (isSaved) page.ui.isDraft = false;
    return isSaved;
  },
  shuffle: (start) => {
    act.planned({ seed: 1 + Math.floor(Math.random() * 1_000_000) });
    return act.preview(start);
  },
  edit: (game, list) => {
    const [first, ...others] = game.said;
    const known = game.scores ? game : first && others.length === 0 ? first : null;
    page.set({
      editing: {
        round: game.round, table: game.table, list,
        winner: known ? Number(known.scores[0] < known.scores[1]) : null,
        margin: known ? Math.abs(known.scores[0] - known.scores[1]) : null, skunk: known?.skunk ?? null,
      },
      refused: null,
    });
  },
  /** Enters a ruling. Another game may have been opened before the answer arrives. */
  rule: async ({ round, table }, ruling) => {
    if (!await enter({ do: "rule", round, table, ...ruling })) return;
    const { editing } = page.ui;
    if (editing?.round === round && editing.table === table) page.set({ editing: null });
  },
};

function today({ night }) {
  // Swedish dates are written as ISO 8601 has them.
  const day = new Date().toLocaleDateString("sv");
  if (!night?.id.startsWith(day)) return day;
  return `${day}-${Number(night.id.slice(day.length + 1) || 1) + 1}`;
}

const moment = ({ night }) => `${night?.id} ${night?.round}`;

await page.start({ waits: true });
checkRights();

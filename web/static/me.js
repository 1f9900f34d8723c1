// A player's phone: choose a name once, see the seat, report the result in two taps.

import { meView } from "./club/me.js";
import { makePage } from "./club/page.js";
import { load, post, put } from "./core/api.js";
import { newKey } from "./core/storage.js";

const page = makePage({
  as: "me", polled: "me", view: (page) => meView(page, act), title: (t) => t("Club night"),
  onNight: (night, before) => {
    if (before && before.night?.round !== night.night?.round) Object.assign(page.ui, FRESH);
    if (page.ui.standings !== null) loadStandings();
  },
});
const FRESH = { report: null, more: false, refused: null, sending: false };
page.ui = { ...FRESH, filter: "", standings: null };

async function loadStandings() {
  page.set({ standings: await load(page, "standings") ?? "hidden" });
}

async function send(asking) {
  if (await page.send(asking)) page.set({ report: null, more: false });
}

const act = {
  set: page.set,
  choose: async (player) => {
    await send(() => put("me", { player }, page.t.lang));
    page.follow();
  },
  report: (seat, won) => page.set({ report: { round: seat.round, won, key: newKey() }, refused: null }),
  cancel: () => page.set({ report: null, more: false, refused: null }),
  result: (margin, skunk = null) => {
    const { round, won, key } = page.ui.report;
    send(() => post("results", { round, won, margin, key, ...(skunk !== null && { skunk }) }, page.t.lang));
  },
  change: ({ round, mine }, skunk) =>
    send(() => post("results", { round, won: mine.won, margin: mine.margin, skunk }, page.t.lang)),
  agree: ({ round, theirs: { won, margin } }) =>
    send(() => post("results/agree", { round, won, margin }, page.t.lang)),
  hand: (round, hand, undone) => send(() => post("hands", { round, hand, undone }, page.t.lang)),
  toggleStandings: (open) => (open ? loadStandings() : page.set({ standings: null })),
};

await page.start();

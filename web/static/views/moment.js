// Moments of the game and badges of this phone's player, full screen for two seconds each.

import { get } from "../core/api.js";
import { h } from "../core/dom.js";
import { recall, remember } from "../core/storage.js";
import { cardFace } from "../game/cards.js";
import { playerName, teamOf } from "../game/teams.js";
import { elapsedSince, lessonAge } from "../game/timeline.js";

const SHOWN_MS = 2000;
/** A page that shows an entry later than this was asleep; a busy phone may take some seconds. */
const MISSED_MS = 10_000;

/** An effect that shows what each new entry celebrates, once its count has been told line by line, and calls
 * say(text). An entry that this page missed, as it was asleep, is not celebrated. */
export function celebrateMoments(say = () => {}) {
  const badges = badgeWatch();
  let known = null;
  let due = [];
  let timer = null;

  function show([next, ...later], state, t) {
    say(`${next.title} ${[next.text, next.record].filter(Boolean).join(". ")}`);
    const box = momentView(next, state, t);
    document.body.append(box);
    setTimeout(() => {
      box.remove();
      if (later.length) show(later, state, t);
    }, SHOWN_MS);
  }

  return ({ state, t, ui }) => {
    if (!state) return;
    const key = `${state.journal} ${state.version}`;
    const earned = badges(state, t, ui, key !== known && known !== null);
    if (key !== known) {
      const { moment } = state.latest;
      const isNew = known !== null && ui.celebrates && elapsedSince(state) < (moment?.at_ms ?? 0) + MISSED_MS;
      due = isNew ? [moment, ...earned].filter(Boolean) : [];
      if (isNew && moment?.kind === "hand") addRecord(moment, state.version, t);
      known = key;
      clearTimeout(timer);
      timer = null;
    }
    // While someone steps through a count, it is not told yet.
    if (!due.length || timer || lessonAge(state, ui) !== null) return;
    timer = setTimeout(() => show(due, state, t), Math.max(0, (due[0].at_ms ?? 0) - elapsedSince(state)));
  };
}

/** Sets `record` of *moment* if its hand is the best of the evening or of all games. */
async function addRecord(moment, version, t) {
  const { body } = await get("moment", t.lang);
  if (body?.version === version) moment.record = body.text;
}

function momentView({ kind = "badge", title, text, team, of, record }, state, t) {
  const { cards = [], starter } = state.latest.notices.find((one) => one.cards && one.of === of) ?? {};
  return h("div", { class: `moment team-${team} moment-${kind}`, "aria-hidden": "true" },
    h("b", title),
    cards.length > 0 && h("div.cards", [...cards, starter].filter(Boolean).map((card) => cardFace(card, t))),
    h("p", text),
    record && h("p", record),
  );
}

/** Returns a function that yields the badges that the latest entry has earned this phone's player, each once:
 * three counts in a row right at the first try, a first flush, a first muggins on each opponent. */
function badgeWatch() {
  let isSecondTry = false;

  return (state, t, { me }, isNew) => {
    const wasSecondTry = isSecondTry;
    isSecondTry = Boolean(state.live.at_show?.count?.missed) || (isSecondTry && !isNew);
    const seat = state.players.indexOf(me.player);
    if (!isNew || seat < 0) return [];
    const all = recall("badges", {});
    const own = { ...all[me.player] };
    const earned = earnedBy(state, seat, own, wasSecondTry).filter((key) => !own[key]);
    earned.forEach((key) => (own[key] = true));
    remember("badges", { ...all, [me.player]: own });
    const team = teamOf(state, seat);
    return earned.map((key) => ({ title: badgeName(key, t), text: playerName(state, t, seat), team }));
  };
}

/** The keys of the badges that the latest entry is worth; updates the run of right counts in *own*. */
function earnedBy(state, seat, own, isSecondTry) {
  const action = state.record.at(-1)?.actions.at(-1);
  if (action?.do === "muggins") {
    const caller = teamOf(state, seat);
    const took = state.latest.awards.some(({ why, team }) => why === "muggins" && team === caller);
    const whose = action.of === "crib" ? state.dealer : action.of;
    return took && whose !== undefined ? [`muggins ${state.players[whose]}`] : [];
  }
  const counted = state.latest.notices.find((one) => one.what === "counted" && one.seat === seat);
  if (!counted || (action?.claim ?? null) === null) return [];
  if (action.claim !== counted.total || isSecondTry) {
    own.run = 0;
    return [];
  }
  own.run = (own.run ?? 0) + 1;
  const flush = counted.combos.some(({ kind }) => kind === "flush");
  return [own.run >= 3 && "three", flush && "flush"].filter(Boolean);
}

function badgeName(key, t) {
  if (key === "three") return t("Three right in a row!");
  if (key === "flush") return t("First flush!");
  return t("Muggins on {name}!", { name: key.replace("muggins ", "") });
}

/** The badges of *player* on this phone. */
export const badgesOf = (player, t) =>
  Object.entries(recall("badges", {})[player] ?? {})
    .filter(([key, value]) => key !== "run" && value)
    .map(([key]) => badgeName(key, t));

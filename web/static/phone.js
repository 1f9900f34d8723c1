// The phone page: follows the table, renders it, and sends taps.

import { boardResource, pegRenderer, roomy, wayOf } from "./board/board.js";
import { hostActions, makeActions, meetPlayers, openSheet, phoneOwner, setupFiller, setupKeeper } from "./core/actions.js";
import { get, watch } from "./core/api.js";
import { followTable, rulebook, tableData } from "./core/data.js";
import { painted, render } from "./core/dom.js";
import { PROGRAM, loadLanguage } from "./core/i18n.js";
import { lazyActions, navigation } from "./core/navigation.js";
import { actionQueue, newsOf, tapRule, tapped } from "./core/queue.js";
import { recall, remember } from "./core/storage.js";
import { makeStore } from "./core/store.js";
import { accessibility, announceTyped, announcements, buzz } from "./device/accessibility.js";
import { clickOverlapping, dropFreshTaps } from "./device/input.js";
import { ownTurn } from "./game/teams.js";
import { PACE, walksUntil } from "./game/timeline.js";
import { shownState } from "./history/replay_state.js";
import { typedOnKeypad } from "./views/header.js";
import { asPrinted } from "./views/invitation.js";
import { asksSomething, spokenNews } from "./views/notices.js";
import { pageView } from "./views/page.js";

/** Milliseconds without an answer after which the page says that it is looking for the table. */
const EARLY = 2500;
/** Milliseconds after which a notice that asks nothing leaves. */
const NOTICE_MS = 7000;
const lang = recall("lang", document.documentElement.lang);
const early = ["state", "me"].map((path) => get(path, lang, {}, EARLY));

let tellDrawn;
/** Resolves once the first card can be laid; other requests wait for that. */
const drawn = new Promise((done) => (tellDrawn = done));

const showPegs = pegRenderer();
const act = {};
const lazyViews = {};

const rule = tapRule(PACE, () => performance.now());
const updateFreshTaps = dropFreshTaps(PACE.tap);

const store = makeStore({
  onEntry: (state, before) => {
    const news = newsOf(state, before, queue.isOwn);
    rule.heard(news);
    // A question refers to the latest entry of others.
    const { fits, echo } = store.ui.notice ?? {};
    if (fits?.(state) === false || (echo && news.length)) store.set({ notice: null });
    act.say(spokenNews(state, before, store.t));
    if (!["idle", "over"].includes(before.phase) || ["idle", "over"].includes(state.phase)) return;
    meetPlayers(store);
    // A set-up sheet closes when a match starts elsewhere; its choices are kept.
    const { sheet, setup, me: { player } } = store.ui;
    if (sheet === "setup") store.set({ sheet: null });
    if (setup.isBegun && !setup.isAnnounced) {
      store.set({ setup: { ...setup, isAnnounced: true } });
      act.notify(store.t("Someone else started a game. Your set-up is kept."));
    }
    // Elsewhere, others sat down without this phone's player.
    if (news.length && player && !state.players.includes(player)) act.open("who");
  },
});

const access = accessibility(store, act, drawn);
const spoken = announcements(document.querySelector("#spoken"), access.announce);
const board = boardResource(store, () => (store.ui.sheet === "board" ? "portrait" : wayOf(roomy)), drawn);
roomy.addEventListener("change", () => store.set({}));

// Never show pegs of a new game on the previous game's board.
store.subscribe(board.sync);

const navigate = navigation(store, (sheet, ...asked) => act.open(sheet, ...asked));
store.subscribe(navigate.sync);

store.subscribe(({ state, t, ui }) => {
  const focused = document.activeElement;
  const shown = render(pageView(state, t, ui, act, lazyViews));
  access.afterRender(shown, focused);
  updateFreshTaps(shown);
  const [seen, { board }] = shownState(state, ui);
  showPegs(shown.querySelector(".board"), board, seen, seen && walksUntil(seen, ui));
});

const data = tableData(store, {
  onMe: (me, before) => {
    const { t } = store;
    if (before.scorer && !me.scorer)
      act.notify(t("The join code has changed. Ask for the new one to keep score again."));
    else if (before.host && !me.host)
      act.notify(t("The host’s PIN has changed: this phone is no longer the host."));
  },
  onSettings: (settings) => host.applySettings(settings),
  after: drawn,
});
[
  announceTyped(() => typedOnKeypad(store.state, store.t), spoken.say),
  watch(() => ownTurn(store), (turn) => turn && store.ui.turnBuzz && buzz([80, 80, 80])),
  phoneOwner(store, act),
  setupKeeper(store), setupFiller(store),
  rulebook(store).sync,
].forEach(store.subscribe);

const live = followTable(store, [data.me, data.settings, board]);

const queue = actionQueue({
  lang: () => store.t.lang,
  seen: () => store.state.version,
  isOnline: () => store.ui.link === "live",
  together: store.together,
  onBusy: (busy) => store.set({ busy }),
  onWaiting: (waiting) => store.set({ waiting }),
  onState: (fresh) => {
    // This answers a tap made before the question appeared.
    if (!store.ui.notice?.echo) store.set({ notice: null });
    store.hear(fresh);
    // With its first entry, a phone without a name gets a number.
    if (!store.ui.me.signs) data.me.refresh();
  },
  onRefused: ({ status, body, missed }) => {
    const last = status === 409 && body.snapshot.record.at(-1);
    const overtaken = last?.entry === body.snapshot?.version ? last : null;
    const { echo, action } = store.ui.notice ?? {};
    const lost = echo ? [...missed, action] : missed;
    store.set({ notice: { text: body.refused, overtaken, missed: lost } });
    if (status !== 409) return;
    store.hear(body.snapshot);
    live.refresh();
  },
  onHeld: (held) => store.set({ notice: held }),
});
const submit = access.vibrating(queue.submit);
store.subscribe(watch(() => store.ui.link, queue.retry));
store.subscribe(watch(() => store.ui.notice, leaveLater));

/** A notice that asks nothing leaves by itself, but not while it has the focus. */
function leaveLater(notice) {
  if (!notice || asksSomething(notice)) return;
  setTimeout(() => {
    if (store.ui.notice !== notice) return;
    if (document.querySelector(".notice:focus-within")) leaveLater(notice);
    else store.set({ notice: null });
  }, NOTICE_MS);
}

/** True if the tap counts; if it duplicates another phone's entry, the page asks. */
function mayTap(action) {
  const { counts, echo } = rule.judge(tapped(action));
  if (echo) store.set({ notice: { echo, action } });
  else if (counts && store.ui.notice?.echo) store.set({ notice: null });
  return counts;
}

/** A tap on an impossible *action*: shows *why*, or that another phone has just entered the same. */
function barTap(action, why) {
  const { counts, echo } = rule.judge(tapped(action));
  if (echo) store.set({ notice: { overtaken: echo.entry, missed: [action] } });
  else if (counts) act.notify(why);
}

const host = hostActions(store, act, data);
Object.assign(
  act,
  makeActions(store, { submit, mayTap, live }),
  { barTap },
  lazyActions(store, act, lazyViews, (...sheet) => openSheet(store, ...sheet), drawn),
  host.actions,
  access.actions,
  { back: navigate.back, say: spoken.say, answer: spoken.answer, sayAgain: spoken.again },
);

window.addEventListener("resize", () => store.state && store.set({}));

/** The code of an address such as /j/7QK4-93, scanned from a QR code or typed. */
const [, typed] = location.pathname.match(/^\/j\/([^/]+)$/) ?? [];
const invitation = typed ? asPrinted(typed) : null;

if (!typed) remember("hasVisited", true);
store.set({ invitation, sheet: location.pathname === "/join" ? "join" : null });
clickOverlapping();
const [t, state, me] = await Promise.all([loadLanguage(lang), ...early]);
document.title = PROGRAM;
// Batched: rendered event by event, a slow phone would render three times before the first card.
store.together(() => {
  store.translate(t);
  if (state.status === 200) store.hear(state.body);
  if (me.status === 200) data.hearMe(me.body);
});
await painted();
tellDrawn();
(store.state ? live.open : live.refresh)();
if (me.status !== 200) data.me.refresh();
// Asked only after the first card can be laid.
setTimeout(() => act.load("menu").then(() => store.set({})), 1000);

// A replay: on this phone by itself, or for everybody and the lights together.

import { loadBoard } from "../board/board.js";
import { put } from "../core/api.js";
import { h } from "../core/dom.js";
import { shownState } from "../core/lazy.js";
import { ageOf, nextLineIn } from "../game/timeline.js";
import { sheetTitle } from "../views/controls.js";
import { runningReplay } from "./shown.js";

const LOOKED_AT = 1600;
const AFTER_THE_LAST_LINE = 700;

/** The verbs begin, step, turnTo, play, hurry, share and heed; what is shown is `past.replay`. */
export function makeReplay(store, past, change, ask) {
  let turning = null;
  let telling = null;
  let wanted = null;
  let sent = null;

  const put_ = (changes) => change({ replay: { ...past.replay, ...changes } });

  async function begin(game, { shared = false } = {}) {
    clearTimeout(turning);
    const known = past.replay?.game === game ? past.replay : { game, at: 0, speed: 1 };
    change({ replay: { ...known, playing: false, shared } });
    if (shared) return heed();
    return load(Math.max(known.at, 1));
  }

  /** Shows entry *at*, and turns to the next one in time where nobody else does. */
  async function load(at) {
    const { game } = past.replay;
    wanted = at;
    const state = await ask(`games/${game}/${at}`);
    if (!state) return;
    const of = past.replay.of ?? (await ask(`games/${game}`))?.entries;
    const board = past.replay.board ?? (await boardFor(game));
    // Another entry, or another game, may have been asked for since.
    if (past.replay.game !== game || wanted !== at) return;
    const seen = { ...state, journal: `${state.journal}/${game}`, seenAt: performance.now() };
    put_({ state: seen, at, of, board, playing: past.replay.playing && at < of });
    tell();
    turnOn();
  }

  const boardFor = (game) =>
    loadBoard({ of: "page", way: "landscape", lang: store.t.lang, game });

  /** Line after line of a count. */
  function tell() {
    clearTimeout(telling);
    put_({ age: ageOf(past.replay.state) });
    const wait = nextLineIn(past.replay.state, past.replay.age);
    if (wait !== null) telling = setTimeout(tell, wait);
  }

  function turnOn() {
    clearTimeout(turning);
    const { playing, shared, at, speed } = past.replay;
    if (playing && !shared) turning = setTimeout(() => isOpen() && load(at + 1), seconds(speed));
  }

  function seconds(speed) {
    const lines = past.replay.state.latest.awards.map((award) => award.at_ms);
    const told = lines.length ? lines.at(-1) + AFTER_THE_LAST_LINE : 0;
    return Math.max(told, LOOKED_AT / speed);
  }

  const isOpen = () => store.ui.sheet === "replay";

  /** For everybody: the table turns the pages, and every phone that follows hears of it. */
  async function show(changes) {
    const { game, at, playing, speed } = { ...past.replay, ...changes };
    const body = { game: changes.game === null ? null : game, at: at || 1, playing, speed };
    sent = put("replay", body, store.t.lang);
    const { status, body: answer } = await sent;
    if (status !== 200) return store.ui.tell(answer?.refused ?? store.t("The table did not answer."));
    const shared = changes.game !== null;
    const begins = shared && !past.replay.shared;
    return put_({ shared, ...(begins && { asked: null, since: answer.replay.version }) });
  }

  /** Who shows it to everybody may turn the page before the table has answered to that. */
  async function turn({ at, ...changes }) {
    wanted = at ?? wanted;
    await sent;
    if (past.replay.shared) return show(at ? { at, ...changes } : changes);
    put_(changes);
    return at ? load(at) : turnOn();
  }

  /** Taps may be quicker than the answers: they are counted from the entry that was asked for. */
  const step = (by) =>
    turn({ at: Math.min(Math.max((wanted ?? past.replay.at) + by, 1), past.replay.of), playing: false });

  /** Follows what the table tells of the replay that everybody sees. */
  function heed() {
    if (!past.replay?.shared || !isOpen()) return;
    const now = runningReplay(store.state);
    if (!now) {
      // The answer to showing it may come before the table tells everybody.
      if (past.replay.asked === null && past.replay.since === store.state.version) return;
      change({ replay: { ...past.replay, shared: false, playing: false } });
      return;
    }
    const { game, at, playing, speed, of } = now;
    const isNew = past.replay.game !== game;
    if (!isNew && past.replay.asked === at && past.replay.playing === playing) return;
    const turned = isNew || past.replay.asked !== at;
    past.replay = { ...(isNew ? {} : past.replay), game, of, playing, speed, shared: true, asked: at };
    if (turned) load(at);
    else store.set({});
  }

  return {
    replay: null,
    begin,
    heed,
    saidAnew: () => load(past.replay.at),
    step,
    turnTo: (at) => turn({ at, playing: false }),
    play: (playing) => turn(playing && past.replay.at === past.replay.of ? { playing, at: 1 } : { playing }),
    hurry: (speed) => turn({ speed }),
    share: (on) => show(on ? {} : { game: null }),
  };
}

const SPEEDS = [1, 2, 4];
const BETWEEN = ["idle", "over"];

export function replayView(state, t, ui, phases) {
  const { replay } = ui.past;
  const [then, watching] = shownState(state, ui);
  if (then === state) return h("main", null, h("p.prompt", null, t("One moment…")));
  const view = phases[then.phase](then, t, watching);
  // Nothing in it can be tapped, and by the keyboard it must scroll all the same.
  view.setAttribute("tabindex", "0");
  return [view, controls(state, then, t, ui, replay)];
}

function controls(state, then, t, ui, replay) {
  const { at, of, playing, speed, shared } = replay;
  const { past } = ui;
  const may = !shared || ui.me.scorer;
  const latest = then.record.at(-1);
  return h(
    "section.turning",
    { "aria-label": t("Replay") },
    sheetTitle(t("Entry {at} of {of}", { at, of })),
    shareButton(state, t, ui, shared),
    // The view of the table shows it already.
    h("p.unseen", { "aria-live": playing ? "off" : "polite" }, latest?.say),
    may &&
      h("input", {
        type: "range",
        min: 1,
        max: of,
        value: at,
        "aria-label": t("Entry"),
        onchange: (event) => past.turnTo(Number(event.target.value)),
      }),
    may &&
      h(
        "div.bar",
        null,
        key("‹", t("Back"), at <= 1, () => past.step(-1)),
        h(
          "button.prime",
          { "data-key": "play", onclick: () => past.play(!playing) },
          playing ? t("Pause") : t("Play"),
        ),
        key("›", t("Forward"), at >= of, () => past.step(1)),
        key(`${speed}×`, t("Speed: {speed}", { speed }), false, () =>
          past.hurry(SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length]),
        ),
      ),
  );
}

const key = (sign, name, disabled, onclick) =>
  h("button.second", { "aria-label": name, "data-key": name, disabled, onclick }, sign);

/** Scorers may let everybody see it, on the lights too, while nobody plays. */
function shareButton(state, t, ui, shared) {
  if (shared) {
    return [
      ui.me.scorer &&
        h("button.text", { onclick: () => ui.past.share(false) }, t("End the replay")),
      h("p.quiet", null, t("Everybody sees this replay, on the lights too.")),
    ];
  }
  if (!ui.me.scorer || !BETWEEN.includes(state.phase)) return null;
  return h(
    "button.text",
    { "data-key": "share", onclick: () => ui.past.share(true) },
    t("Show it to everybody"),
  );
}

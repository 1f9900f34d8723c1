// A replay: on this phone alone, or shared with all screens and the LEDs.

import { roomy, wayOf } from "../board/board.js";
import { put } from "../core/api.js";
import { h } from "../core/dom.js";
import { PACE } from "../game/timeline.js";
import { loading, sheetTitle } from "../views/controls.js";
import { loadEntry, runningReplay, shownState } from "./replay_state.js";

/** Controls `ui.replay`; ask(path) loads data, or shows a notice. */
export function makeReplay(store, act, ask) {
  let turning = null;
  let wanted = null;
  let sent = null;

  const shown = () => store.ui.replay;
  const isOpen = () => store.ui.sheet === "replay";
  const change = (changes) => store.set({ replay: { ...shown(), ...changes } });

  async function begin(game, { shared = false } = {}) {
    clearTimeout(turning);
    const known = shown()?.game === game ? shown() : { game, at: 0, speed: 1 };
    store.set({ replay: { ...known, playing: false, shared } });
    if (!shared) await load(Math.max(known.at, 1));
  }

  /** Shows entry *at*, and schedules the next one if this phone advances by itself. */
  async function load(at) {
    // Otherwise a pending advance would skip the requested entry.
    clearTimeout(turning);
    const { game, board, of: entries } = shown();
    wanted = at;
    const entry = await loadEntry(ask, { game, at, way: wayOf(roomy), lang: store.t.lang, board });
    if (!entry) return;
    const of = entries ?? (await ask(`games/${game}`))?.entries;
    // Another entry or game may have been requested since.
    if (shown().game !== game || wanted !== at) return;
    change({ ...entry, at, of, playing: shown().playing && at < of });
    turnOn();
  }

  function turnOn() {
    clearTimeout(turning);
    const { playing, shared, at, state, speed } = shown();
    if (!playing || shared) return;
    const last = state.latest.awards.at(-1);
    const wait = Math.max(last ? last.at_ms + 700 : 0, PACE.entry / speed);
    turning = setTimeout(() => isOpen() && load(at + 1), wait);
  }

  /** Shares the replay: the table then advances it and all phones follow. */
  async function show(changes) {
    const { game, at, playing, speed } = { ...shown(), ...changes };
    sent = put("replay", { game, at: at || 1, playing, speed }, store.t.lang);
    const body = act.bodyOf(await sent);
    if (!body) return null;
    const shared = game !== null;
    const begins = shared && !shown().shared;
    return change({ shared, ...(begins && { asked: null, since: body.replay.version }) });
  }

  async function turn({ at, ...changes }) {
    wanted = at ?? wanted;
    await sent;
    if (shown().shared) return show(at ? { at, ...changes } : changes);
    change(changes);
    return at ? load(at) : turnOn();
  }

  function sync() {
    const replay = shown();
    if (!replay?.shared || !isOpen()) return;
    const now = runningReplay(store.state);
    if (!now) {
      // The answer to sharing may arrive before the table's state.
      const isAwaited = replay.asked === null && replay.since === store.state.version;
      if (!isAwaited) change({ shared: false, playing: false });
      return;
    }
    const { game, at, playing, speed, of } = now;
    const isNew = replay.game !== game;
    const isTurned = isNew || replay.asked !== at;
    if (!isTurned && replay.playing === playing) return;
    const known = isNew ? {} : replay;
    store.set({ replay: { ...known, game, of, playing, speed, shared: true, asked: at } });
    if (isTurned) load(at);
  }

  return {
    begin, sync,
    reload: () => load(shown().at),
    actions: {
      // Taps may be faster than answers: step from the last requested entry.
      stepReplay: (by) =>
        turn({ at: Math.min(Math.max((wanted ?? shown().at) + by, 1), shown().of), playing: false }),
      turnReplayTo: (at) => turn({ at, playing: false }),
      playReplay: (playing) =>
        turn(playing && shown().at === shown().of ? { playing, at: 1 } : { playing }),
      setReplaySpeed: (speed) => turn({ speed }),
      shareReplay: (on) => show(on ? {} : { game: null }),
    },
  };
}

const SPEEDS = [1, 2, 4];

export function replayView(state, t, ui, act, phases) {
  const [then, watching] = shownState(state, ui);
  if (then === state) return loading(t);
  const shown = then.asks === "points" ? "byhand" : then.phase;
  const view = phases[shown](then, t, watching, act, phases);
  // It contains nothing focusable, but must be scrollable by keyboard.
  view.setAttribute("tabindex", "0");
  return [view, controls(state, then, t, ui, act)];
}

function controls(state, then, t, ui, act) {
  const { at, of, playing, speed, shared } = ui.replay;
  const may = !shared || ui.me.scorer;
  return h("section.turning", { "aria-label": t("Replay") },
    sheetTitle(t("Entry {at} of {of}", { at, of })),
    shared ? [
      ui.me.scorer && h("button.text", { onclick: () => act.shareReplay(false) }, t("End the replay")),
      h("p.quiet", t("The wall and the lights follow this replay.")),
    ] : ui.me.scorer && ["idle", "over"].includes(state.phase) &&
      h("button.text", { "data-key": "share", onclick: () => act.shareReplay(true) }, t("Show everyone")),
    // Visible already in the view of the table.
    h("p.unseen", { "aria-live": playing ? "off" : "polite" }, then.record.at(-1)?.say),
    may && h("input", {
      type: "range", min: 1, max: of, value: at, "aria-label": t("Entry"),
      onchange: (event) => act.turnReplayTo(Number(event.target.value)),
    }),
    may && h("div.bar",
      key("‹", t("Back"), at <= 1, () => act.stepReplay(-1)),
      h("button.prime", { "data-key": "play", onclick: () => act.playReplay(!playing) },
        playing ? t("Pause") : t("Play"),
      ),
      key("›", t("Forward"), at >= of, () => act.stepReplay(1)),
      key(`${speed}×`, t("Speed: {speed}", { speed }), false, () =>
        act.setReplaySpeed(SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length]),
      ),
    ),
  );
}

const key = (sign, name, disabled, onclick) =>
  h("button.second", { "aria-label": name, "data-key": name, disabled, onclick }, sign);

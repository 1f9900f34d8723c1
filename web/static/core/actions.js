// What a tap can lead to, apart from what it enters at the table.

import { parseCard } from "../game/cards.js";
import { countingOf } from "../game/entry_mode.js";
import { setupFrom, typedNames } from "../game/match.js";
import { applyTeamColours } from "../game/teams.js";
import { ask, get, post, put } from "./api.js";
import { capitalised, setLanguage } from "./i18n.js";
import { watch } from "./resource.js";
import { recall, remember } from "./storage.js";
import { ANY_CARD } from "./store.js";

const GATHERED_FOR = 150;
const POLL_MS = 4000;

/** The actions of the views; submit(action) asks the table, for what mayTap(action). */
export function makeActions(store, { submit, mayTap, live }) {
  const { set, ui } = store;
  const editEntry = (changes) => {
    set({ entry: { ...ui.entry, ...changes } });
    // A page that is loaded again goes on with what was half typed.
    remember("entry", { ...ui.entry, ...ANY_CARD });
  };
  const submitTap = async (action, more) => {
    if (!mayTap(action)) return false;
    const kept = submit(action, more);
    // The next card may be tapped before the table has this one.
    editEntry(ANY_CARD);
    return kept;
  };
  return {
    set,
    submit: submitTap,
    editEntry,
    submitAndClose: async (action) => (await submit(action)) && set({ sheet: null }),
    /** Say *text*, which goes as soon as a state is not one that it *fits*. */
    notify: (text, fits) => set({ notice: { text, fits } }),
    /** The second of two alike was meant. */
    confirm: () => {
      const { action } = ui.notice;
      set({ notice: null, entry: { ...ui.entry, ...ANY_CARD } });
      return submit(action);
    },
    dismiss: () => {
      const { echo, drop } = ui.notice ?? {};
      drop?.();
      // The card that was asked about took its suit along.
      set({ notice: null, ...(echo && { entry: { ...ui.entry, ...ANY_CARD } }) });
    },
    openPoints: (team, reason = "") =>
      set({ sheet: "points", notice: null, points: { team, typed: "", reason } }),
    editSetup: (changes) => set({ setup: { ...ui.setup, ...changes, isBegun: true, isAnnounced: false } }),
    startMatch: (action) => startMatch(store, submit, action),
    join: (code) => join(store, code),
    watchOnly: () => location.replace("/"),
    enterByName: (said, asked) => enterByName(store, said, asked),
    nameDevice: (names) => nameDevice(store, names),
    skipWho: () => {
      remember("whoAsked", true);
      set({ whoAsked: true, ...(ui.sheet === "who" && { sheet: null }) });
    },
    /** Keep *changes* of what this phone is in the middle of beyond this evening. */
    setPreference: (changes) => {
      Object.entries(changes).forEach(([name, value]) => remember(name, value));
      set(changes);
    },
    setLetters: (letters) => {
      remember("letters", letters);
      setLanguage(store, store.t.lang);
    },
    setLanguage: async (lang) => {
      remember("lang", lang);
      document.cookie = `cribble_lang=${lang}; path=/; max-age=31536000; samesite=lax`;
      await setLanguage(store, lang);
      live.refresh();
    },
  };
}

/** Opens a sheet of the phone, null for the table; focus goes to its title. Some sheets are about
 * what is *asked* with them. */
export function openSheet(store, sheet, ...asked) {
  if (location.pathname !== "/") history.replaceState(history.state, "", "/");
  if (sheet === "setup" && !store.ui.setup.isBegun) refillSetup(store);
  store.set({ sheet, asked, notice: null });
  // Within the tap, or a phone does not show its keyboard.
  const [title] = document.querySelectorAll(".middle h2[tabindex]");
  (document.querySelector(".middle [autofocus]") ?? title)?.focus();
}

/** The set-up sheet begins with the match that was just played. */
function refillSetup(store) {
  const { state, ui, t, set } = store;
  if (!state?.rules || !ui.rulebook) return;
  meetPlayers(store);
  // A start may have been corrected: what is on the table is what was played.
  const played = [...new Set([state.rules.key, ...ui.setup.played])];
  const last = setupFrom(state, ui.rulebook);
  set({ setup: { ...ui.setup, ...last, played, kept: null } });
}

const first = (fresh, old, most) => [...new Set([...fresh, ...old])].filter(Boolean).slice(0, most);

/** Everybody who plays at the table is offered by name at each later match, on every phone. */
export function meetPlayers({ state, ui, t, set }) {
  const known = first(typedNames(state.players), ui.setup.known, 24);
  remember("known", known);
  set({ setup: { ...ui.setup, known } });
}

/** Begins a match; the next set-up sheet of this phone starts with the same choices. */
async function startMatch(store, submit, action) {
  const { set, ui, t } = store;
  const names = typedNames(action.players);
  const played = first([action.rules], ui.setup.played, 8);
  const known = first(names, ui.setup.known, 24);
  const { rules, options, entry_mode: mode } = action;
  const { entered } = mode;
  const counting = countingOf(mode, options?.muggins ?? ui.rulebook.rules[rules].muggins);
  Object.entries({ played, known, rules, names, counting, entered }).forEach(
    ([name, value]) => remember(name, value),
  );
  const { isBegun } = ui.setup;
  set({ setup: { ...ui.setup, played, known, isBegun: false } });
  if (await submit(action)) set({ sheet: null });
  else set({ setup: { ...ui.setup, isBegun } });
}

async function join({ ui, t, set }, code) {
  const { status, body } = await post("join", { code: code.trim().toUpperCase() }, t.lang);
  if (status !== 200) return set({ notice: { text: body?.refused } });
  remember("askWho", !body.name && !body.player);
  if (ui.invitation) return location.replace("/");
  return set({ me: body, sheet: null, notice: null, code: "" });
}

/** Cards that were typed or dictated by name: each as if it had been tapped. */
async function enterByName({ t, set, ui }, said, { barred, onPick, onPickAll }) {
  const say = (text) => set({ notice: { text } });
  const { status, body } = await post("cards", { said }, t.lang);
  if (status !== 200) return say(body?.refused);
  const { cards } = body;
  const reasons = cards.map((card) => barred(parseCard(card)));
  const at = reasons.findIndex(Boolean);
  if (at >= 0) {
    const name = t.cardName(parseCard(cards[at]));
    return say(capitalised(t("{name}: {why}", { name, why: reasons[at] })));
  }
  if (cards.length > 1 && !onPickAll) return say(t("One card at a time here."));
  if (!cards.length) return null;
  set({ entry: { ...ui.entry, said: "" }, notice: null });
  return onPickAll ? onPickAll(cards) : onPick(cards[0]);
}

/** A phone is its player's from here on, or has a *name* of its own; null forgets either. */
async function nameDevice({ ui, t, set }, names) {
  const { status, body } = await put("me", names, t.lang);
  if (status !== 200) return set({ notice: { text: body?.refused } });
  remember("whoAsked", true);
  const close = ui.sheet === "who" && (body.name || body.player);
  return set({ me: body, whoAsked: true, deviceName: undefined, ...(close && { sheet: null }) });
}

/** An effect that knows a phone that has just joined, to ask whose it is; and that follows its
 * player to another name. */
export function phoneOwner(store, act) {
  const { ui, set } = store;
  const follow = watch(() => store.state, (now, was) => {
    const seat = was?.journal === now?.journal && was ? was.players.indexOf(ui.me.player) : -1;
    const renames = ({ do: what, seat: whose }) => what === "rename" && whose === seat;
    if (seat >= 0 && now.record.at(-1)?.actions.some(renames) && now.players[seat] !== ui.me.player)
      act.nameDevice({ player: now.players[seat] });
  });
  return () => {
    follow();
    if (ui.sheet === "who" && !ui.me.scorer) set({ sheet: null });
    if (!ui.me.scorer || !recall("askWho", false)) return;
    remember("askWho", false);
    set({ hasJoined: true });
  };
}

/** The actions of those who hold the table's settings and rights; *data* is what they change. */
export function hostActions(store, { me, settings }, open) {
  const { set, ui } = store;
  let pending = {};
  let timer = null;

  /** Changes are in force while a finger still moves, but not one by one. */
  function changeSettings(changes) {
    pending = { ...pending, ...changes };
    set({ settings: { ...ui.settings, ...changes }, saved: "saving" });
    clearTimeout(timer);
    timer = setTimeout(send, GATHERED_FOR);
  }

  function send() {
    const sent = pending;
    pending = {};
    return save(sent);
  }

  async function save(sent) {
    const { status, body } = await put("settings", sent, store.t.lang);
    if (status === 200) {
      take(body);
      return set({ saved: "saved" });
    }
    set({ saved: null, notice: { text: body?.refused } });
    if (status === 403) me.refresh();
    return settings.refresh();
  }

  /** The settings that the table answered with. */
  function take(body) {
    settings.accept(body.tag);
    applySettings(body);
  }

  /** Anybody who keeps score may keep a family at the table, or forget it; true where it was done. */
  async function changeFamilies(method, family) {
    const { status, body } = await ask(method, "families", family, store.t.lang);
    if (status === 200) take(body);
    else set({ notice: { text: body?.refused } });
    return status === 200;
  }

  /** Changes not yet sent are newer than the table's settings. */
  function applySettings(fresh) {
    applyTeamColours(fresh.team_colours);
    const { dataset } = document.documentElement;
    const others = dataset.letters !== fresh.letters;
    dataset.letters = fresh.letters;
    set({ settings: { ...fresh, ...pending } });
    if (others && recall("letters", null) === null) setLanguage(store, store.t.lang);
  }

  /** Asks for a right, or gives one up; true where it was done. */
  async function become(method, path, asked) {
    const { status, body } = await ask(method, path, asked, store.t.lang);
    if (status !== 200) {
      set({ notice: { text: body?.refused } });
      return false;
    }
    set({ me: body, notice: null, pin: "", renewing: false });
    return true;
  }

  async function loadDevices() {
    const { status, body } = await get("devices", store.t.lang);
    if (status === 200) set({ devices: body });
  }

  /** Polls while someone watches. */
  async function watchDevices() {
    while (ui.sheet === "devices" && ui.me.scorer) {
      await loadDevices();
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }

  return {
    applySettings,
    actions: {
      changeSettings,
      keepFamily: (family) => changeFamilies("POST", family),
      forgetFamily: ({ name }) => changeFamilies("DELETE", { name }),
      restoreSettings: (names) => save(Object.fromEntries(names.map((name) => [name, null]))),
      becomeHost: async () =>
        (await become("POST", "host", { pin: ui.pin.trim() })) && loadDevices(),
      leaveHost: () => become("DELETE", "host", {}),
      renewCode: async () => (await become("POST", "code", {})) && loadDevices(),
      openDevices: async () => {
        set({ devices: null, renewing: false });
        await open("devices");
        watchDevices();
      },
    },
  };
}

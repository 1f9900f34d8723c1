// Actions of the user interface other than entries at the table.

import { parseCard } from "../game/cards.js";
import { countingOf, ownName, setupFrom, typedNames } from "../game/match.js";
import { ask, get, post, put, watch } from "./api.js";
import { applySettings as applyTable, chooseLetters } from "./data.js";
import { capitalised, setLanguage } from "./i18n.js";
import { recall, remember } from "./storage.js";
import { ANY_CARD } from "./store.js";

/** Returns the actions for views. submit(action) sends an entry; mayTap(action) filters duplicate taps. */
export function makeActions(store, { submit, mayTap, live }) {
  const { set, ui } = store;
  /** Shows the notice *text*, by default that there was no answer, until a state no longer *fits*. */
  const notify = (text, fits) => set({ notice: { text, fits } });
  const editEntry = (changes) => {
    set({ entry: { ...ui.entry, ...changes } });
    // Keep a half-typed entry across reloads.
    remember("entry", { ...ui.entry, ...ANY_CARD });
  };
  return {
    set,
    editEntry,
    submit: async (action, more) => mayTap(action) && store.together(() => {
      const kept = submit(action, more);
      // Clear the entry at once: the next card may be tapped before the table has answered.
      editEntry(ANY_CARD);
      return kept;
    }),
    submitAndClose: async (action) => (await submit(action)) && set({ sheet: null }),
    notify,
    /** The body of an answer; null if the table has not *done* it, and shows why. */
    bodyOf: ({ status, body }, done = 200) => {
      if (status === done) return body;
      notify(body?.refused);
      return null;
    },
    /** The second of two identical taps was intended. */
    confirm: () => {
      const { action } = ui.notice;
      set({ notice: null, entry: { ...ui.entry, ...ANY_CARD } });
      return submit(action);
    },
    dismiss: () => {
      const { echo, drop } = ui.notice ?? {};
      drop?.();
      // The suit belonged to the card that was asked about.
      set({ notice: null, ...(echo && { entry: { ...ui.entry, ...ANY_CARD } }) });
    },
    /** Chooses the player of the next card; by default it is the player whose turn it is. */
    pickSeat: (seat) => editEntry({ seat: seat === store.state.turn ? null : seat }),
    openPoints: (team, reason = "") =>
      set({ sheet: "points", notice: null, points: { team, typed: "", reason } }),
    editSetup: (changes) => {
      const setup = { ...ui.setup, ...changes, isBegun: true, isAnnounced: false };
      remember("begun", { at: tableAt(store), setup });
      set({ setup });
    },
    startMatch: (action) => startMatch(store, submit, action),
    join: (code, player) => join(store, code, player),
    reconnect: () => live.refresh(),
    watchOnly: () => location.replace("/"),
    enterByName: (said, asked) => enterByName(store, said, asked),
    nameDevice: (names) => nameDevice(store, names),
    setPreference: (changes) => {
      Object.entries(changes).forEach(([name, value]) => remember(name, value));
      set(changes);
    },
    setLetters: (letters) => chooseLetters(store, letters),
    setLanguage: async (lang) => {
      remember("lang", lang);
      document.cookie = `cribble_lang=${lang}; path=/; max-age=31536000; samesite=lax`;
      await setLanguage(store, lang);
      live.refresh();
    },
  };
}

/** Opens a sheet about what is *asked*, or the table if null, and focuses its title; drops an unconfirmed mode. */
export function openSheet(store, sheet, ...asked) {
  if (location.pathname !== "/") history.replaceState(history.state, "", "/");
  const notice = store.ui.mode && { text: store.t("Nothing was changed.") };
  store.set({ sheet, asked, notice, mode: null });
  // Must run within the tap, or a phone does not show its keyboard.
  const [title] = document.querySelectorAll(".middle h2[tabindex]");
  (document.querySelector(".middle [autofocus]") ?? title)?.focus();
}

const tableAt = ({ state }) => `${state.journal} ${state.version}`;

/** An effect that brings back what was typed on the set-up sheet before a reload, unless the table has gone on. */
export const setupKeeper = (store) => watch(() => store.state?.journal, () => {
  const { at, setup } = recall("begun", {});
  if (store.state && at === tableAt(store)) store.set({ setup });
});

/** An effect that prefills the set-up sheet from the match that was just played, also after a reload. */
export const setupFiller = (store) => watch(
  () => store.ui.sheet === "setup" && Boolean(store.state?.rules && store.ui.rulebook),
  (isOpen) => {
    const { state, ui, set } = store;
    if (!isOpen || ui.setup.isBegun) return;
    meetPlayers(store);
    // The start may have been corrected, so use the match as it stands.
    const played = first([state.rules.key], ui.setup.played, 8);
    set({ setup: { ...ui.setup, ...setupFrom(state, ui.rulebook), played, own: null, kept: null } });
  },
);

const first = (fresh, old, most) => [...new Set([...fresh, ...old])].filter(Boolean).slice(0, most);

/** Remembers the names of all players and suggests them for later matches, on every phone. */
export function meetPlayers({ state, ui, set }) {
  const known = first(typedNames(state.players), ui.setup.known, 24);
  remember("known", known);
  set({ setup: { ...ui.setup, known } });
}

async function startMatch(store, submit, action) {
  const { set, ui } = store;
  const played = first([action.rules], ui.setup.played, 8);
  const { rules, options, entry_mode: mode = {} } = action;
  const { entered = "cards" } = mode;
  const counting = countingOf(mode, options?.muggins ?? ui.rulebook.rules[rules].muggins);
  Object.entries({ played, rules, names: typedNames(action.players), counting, entered }).forEach(
    ([name, value]) => remember(name, value),
  );
  const { isBegun } = ui.setup;
  const own = ownName(ui) ?? "";
  // The set-up sheet has asked whose phone this is.
  if (isBegun) remember("askWho", false);
  set({ setup: { ...ui.setup, played, isBegun: false } });
  if (!(await submit(action))) return set({ setup: { ...ui.setup, isBegun } });
  set({ sheet: null });
  if (own !== (ui.me.player ?? "") && ["", ...action.players].includes(own))
    await nameDevice(store, { player: own || null, name: null });
}

/** Joins with the code; from a scanned code as *player* or as none. A wrong code is reported at its field. */
async function join(store, code, player) {
  const { ui, t, set } = store;
  const { status, body } = await post("join", { code: code.trim().toUpperCase() }, t.lang);
  if (status !== 200) {
    return set(body && !ui.invitation ? { wrongCode: body.refused } : { notice: { text: body?.refused } });
  }
  const isAsked = Boolean(ui.invitation && store.state?.players.length);
  remember("askWho", !isAsked && !body.name && !body.player);
  if (player) await put("me", { player, name: null }, t.lang);
  if (ui.invitation) return location.replace("/");
  return set({ me: body, sheet: null, notice: null, code: "", wrongCode: null });
}

/** Enters cards that were typed or dictated by name, as if each had been tapped. */
async function enterByName({ t, set, ui }, said, { barred, onPick, onPickAll }) {
  const say = (text) => set({ notice: { text } });
  const { status, body } = await post("cards", { said }, t.lang);
  if (status !== 200) return say(body?.refused);
  const { cards } = body;
  const reasons = cards.map((card) => barred(parseCard(card)));
  const at = reasons.findIndex(Boolean);
  const name = at >= 0 && t.cardName(parseCard(cards[at]));
  if (name) return say(capitalised(t("{name}: {why}", { name, why: reasons[at] })));
  if (cards.length > 1 && !onPickAll) return say(t("One card at a time here."));
  if (!cards.length) return null;
  set({ entry: { ...ui.entry, said: "" }, notice: null });
  return onPickAll ? onPickAll(cards) : onPick(cards[0]);
}

async function nameDevice({ ui, t, set }, names) {
  const { status, body } = await put("me", names, t.lang);
  if (status !== 200) return set({ notice: { text: body?.refused } });
  return set({ me: body, deviceName: undefined, ...(ui.sheet === "who" && { sheet: null }) });
}

/** An effect that asks a phone that has joined for its player, once there are some, and follows renames. */
export function phoneOwner(store, act) {
  const { ui } = store;
  const follow = watch(() => store.state, (now, was) => {
    const seat = was?.journal === now?.journal && was ? was.players.indexOf(ui.me.player) : -1;
    const renames = ({ do: what, seat: whose }) => what === "rename" && whose === seat;
    if (seat >= 0 && now.record.at(-1)?.actions.some(renames) && now.players[seat] !== ui.me.player)
      act.nameDevice({ player: now.players[seat] });
  });
  return () => {
    follow();
    const isOn = store.state?.players.length && !["idle", "over"].includes(store.state.phase);
    if (!isOn || !ui.me.scorer || !recall("askWho", false)) return;
    remember("askWho", false);
    if (!ui.me.player && !ui.me.name) act.open("who");
  };
}

/** The actions that change the table's settings and rights; *data* holds both. */
export function hostActions(store, act, { me, settings }) {
  const { set, ui } = store;
  let pending = {};
  let timer = null;

  async function request(method, path, body) {
    const answer = await ask(method, path, body, store.t.lang);
    if (answer.status === 403) me.refresh();
    return act.bodyOf(answer);
  }

  /** Applies changes at once while a slider moves, but sends them debounced. */
  function changeSettings(changes) {
    pending = { ...pending, ...changes };
    set({ settings: { ...ui.settings, ...changes }, saved: "saving" });
    clearTimeout(timer);
    timer = setTimeout(() => {
      const sent = pending;
      pending = {};
      save(sent);
    }, 150);
  }

  async function save(sent) {
    const body = await request("PUT", "settings", sent);
    set({ saved: body && "saved" });
    return body ? take(body) : settings.refresh();
  }

  function take(body) {
    settings.accept(body.tag);
    applySettings(body);
  }

  async function changeFamilies(method, family) {
    const body = await request(method, "families", family);
    if (body) take(body);
    return Boolean(body);
  }

  /** Changes not yet sent override the table's settings. */
  function applySettings(fresh) {
    set({ settings: { ...fresh, ...pending } });
    applyTable(store, fresh);
  }

  async function become(method, path, asked) {
    const body = await request(method, path, asked);
    if (body) set({ me: body, notice: null, pin: "", renewing: false });
    return body;
  }

  async function loadDevices() {
    const { status, body } = await get("devices", store.t.lang);
    if (status === 200) set({ devices: body });
  }

  /** Polls while the sheet is open in the language *lang*. */
  async function watchDevices(lang) {
    set({ devices: null, renewing: false });
    while (inviting() === lang) {
      await loadDevices();
      await new Promise((resolve) => setTimeout(resolve, 4000));
    }
  }

  const inviting = () => ui.sheet === "join" && ui.me.scorer && store.t.lang;
  store.subscribe(watch(inviting, (lang) => lang && watchDevices(lang)));

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
    },
  };
}

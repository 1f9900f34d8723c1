// Talks to the server: requests, data cached by key, and event streams.

/** Timeout in milliseconds; entries are small. */
const ANSWERED_WITHIN = 8000;

/** GET *path* in the language *lang*; *query* has further parameters, as an object or as pairs if a name
 * repeats. Aborted after *within* milliseconds. */
export const get = (path, lang, query = {}, within = null) => answered(
  `/api/v1/${path}?${new URLSearchParams([["lang", lang], ...new URLSearchParams(query)])}`,
  { cache: "no-store" },
  within,
);

/** The body of GET *path*, in the language of *t*; null without one. */
export async function load({ t }, path, query) {
  const { status, body } = await get(path, t.lang, query);
  return status === 200 ? body : null;
}

export const post = (path, body, lang) => ask("POST", path, body, lang);
export const put = (path, body, lang) => ask("PUT", path, body, lang);

/** The machine's health, asked for within *within* milliseconds; null while unreachable. */
export async function health(within) {
  const { status, body } = await answered("/healthz", { cache: "no-store" }, within);
  return status === 200 ? body : null;
}

export const ask = (method, path, body, lang) => answered(
  `/api/v1/${path}?lang=${lang}`,
  { method, headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) },
  ANSWERED_WITHIN,
);

/** Abort after a timeout: a dead connection is otherwise noticed only after minutes. */
async function answered(path, options, within) {
  try {
    const answer = await fetch(path, { ...options, signal: within && AbortSignal.timeout(within) });
    return { status: answer.status, body: await answer.json() };
  } catch {
    // No network, no server, or an intermediary whose answer is not JSON.
    return { status: 0, body: null };
  }
}

const RETRY_AFTER = 2000;

/** A resource for the key that key() returns, null for none. load(key) fetches it, null on failure; then
 * onLoad(value) is called. onDrop(key) is called when the key changes. The first fetch waits for the
 * promise *after*.
 *
 * sync() subscribes to a store; refresh() refetches. */
export function resource({ key, load, onLoad, onDrop = () => {}, after = null }) {
  let asked = null;
  let loadedFor = null;

  function sync() {
    const wanted = key();
    if (wanted === (asked?.wanted ?? null)) return;
    asked = wanted === null ? null : { wanted };
    if (loadedFor !== null && loadedFor !== wanted) {
      loadedFor = null;
      onDrop(wanted);
    }
    if (asked) fetchFor(asked);
  }

  async function fetchFor(mine) {
    if (after) await after;
    if (asked !== mine) return;
    const value = await load(mine.wanted);
    if (asked !== mine) return;
    if (value === null) {
      setTimeout(() => asked === mine && fetchFor(mine), RETRY_AFTER);
    } else {
      loadedFor = mine.wanted;
      onLoad(value);
    }
  }

  function refresh() {
    asked = null;
    sync();
  }

  /** Sets the value for *wanted* without fetching. */
  function accept(wanted) {
    asked = { wanted };
    loadedFor = wanted;
  }

  return { sync, refresh, accept };
}

/** An effect that calls run(now, before) when the result of select() has changed. */
export function watch(select, run) {
  let before;
  return () => {
    const now = select();
    if (now === before) return;
    const was = before;
    before = now;
    run(now, was);
  };
}

/** Watchdog timeout: a dead connection is silent, a live one sends a heartbeat every two seconds. */
const QUIET_FOR = 5000;
/** Timeout of a request, since an old one hangs after a network change; doubled after each failure. */
const OPENED_WITHIN = 2500;
const MAX_OPENED_WITHIN = 20000;

/** Calls onState(state, first) for each snapshot (*first* on a new connection, whose state replaces any
 * other) and onLink("live", "reconnecting" or "paused").
 *
 * Phones silently drop the stream of a hidden page, so it is closed when the page is hidden; when it is
 * shown again or the network returns, the state is fetched and a new stream opened. *polled* may be
 * omitted if the stream of *path* begins with the full state.
 *
 * At most one state per animation frame: of several events onState gets the newest, or join(before,
 * newest) for a stream of incremental events. */
export function follow({
  lang, onState, onLink, path = "stream", polled = "state", join = (_, newest) => newest,
}) {
  let stream = null;
  let pending = null;
  let timer = null;
  let hasBegun = false;
  let patience = OPENED_WITHIN;

  function close() {
    clearTimeout(timer);
    stream?.close();
    stream = null;
    pending = null;
  }

  function showNextFrame(state) {
    if (!pending) requestAnimationFrame(() => {
      const newest = pending;
      pending = null;
      if (newest) onState(newest, false);
    });
    pending = pending ? join(pending, state) : state;
  }

  function wait(milliseconds, then) {
    clearTimeout(timer);
    timer = setTimeout(then, milliseconds);
  }

  const lost = () => {
    onLink("reconnecting");
    refresh();
  };

  /** Opens the stream; its first event may repeat a known state. */
  function open() {
    hasBegun = true;
    close();
    const mine = new EventSource(`/api/v1/${path}?lang=${lang()}`);
    let first = true;
    stream = mine;
    wait(patience, () => {
      patience = Math.min(2 * patience, MAX_OPENED_WITHIN);
      lost();
    });
    mine.onopen = () => {
      onLink("live");
      patience = OPENED_WITHIN;
      first = true;
      wait(QUIET_FOR, lost);
    };
    mine.onmessage = (event) => {
      const state = JSON.parse(event.data);
      if (first) {
        pending = null;
        onState(state, first);
      } else showNextFrame(state);
      first = false;
      wait(QUIET_FOR, lost);
    };
    mine.addEventListener("beat", () => wait(QUIET_FOR, lost));
    // Another tab of this browser has the stream; poll while visible.
    mine.addEventListener("replaced", () => {
      close();
      onLink("paused");
      if (polled) poll();
    });
    mine.onerror = () => {
      if (mine !== stream) return;
      onLink("reconnecting");
      // The browser reconnects by itself, except after a refusal such as 503: then we poll.
      wait(mine.readyState === EventSource.CLOSED ? RETRY_AFTER : patience, refresh);
    };
  }

  async function poll() {
    if (stream || document.hidden) return;
    onLink(await fetched() ? "live" : "reconnecting");
    if (!stream) wait(RETRY_AFTER, poll);
  }

  async function fetched() {
    const { status, body } = await get(polled, lang(), {}, patience);
    if (status === 200) onState(body);
    return status === 200;
  }

  async function refresh() {
    open();
    if (polled) await fetched();
  }

  /** Waits for the translations, without which nothing can be shown. */
  const refreshAgain = () => hasBegun && refresh();

  document.addEventListener("visibilitychange", () => (document.hidden ? close() : refreshAgain()));
  window.addEventListener("pageshow", (event) => event.persisted && refreshAgain());
  window.addEventListener("focus", () => stream ?? refreshAgain());
  window.addEventListener("online", () => document.hidden || refreshAgain());
  window.addEventListener("offline", () => onLink("reconnecting"));
  return { open, refresh, close };
}

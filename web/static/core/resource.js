// Cached server data: fetched once per key, retried until it succeeds.

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

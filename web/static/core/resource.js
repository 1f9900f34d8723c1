// What the server knows, kept here: fetched once for each key, and again until an answer came.

const RETRY_AFTER = 2000;

/** A resource wanted by the key that key() returns, null for none. load(key) fetches it, null where
 * no answer came; then onLoad(value). onDrop(key) hears that another key, or none, took its place.
 * The first is fetched once the promise *after* is kept.
 *
 * Its sync() subscribes to a store; refresh() fetches it again. */
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

  /** The value for *wanted* is known without asking. */
  function accept(wanted) {
    asked = { wanted };
    loadedFor = wanted;
  }

  return { sync, refresh, accept };
}

/** An effect that calls run(now, before) when what select() returns has changed. */
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

// Follows the table, or its lights: one stream, reopened whenever it may have gone quiet.

import { get } from "./api.js";

const AGAIN_AFTER = 2000;
/** A line that goes dead says nothing: the beats of the table, which come every two seconds, do. */
const QUIET_FOR = 5000;
/** After a lost network an old request hangs for long, and a new one fails or succeeds at once. A slow
 * line has twice as long after each try that came to nothing. */
const OPENED_WITHIN = 2500;
const MAX_OPENED_WITHIN = 20000;

/** Calls onState(state, first) for each snapshot, *first* where it begins a connection and so is
 * true whatever was known before, and onLink("live", "reconnecting" or "paused") as it comes and
 * goes.
 *
 * Phones drop the stream of a hidden page without a word, so it is closed when the page hides; when
 * it shows again, or the network returns, the state is fetched and a new stream is opened. A *path*
 * whose stream begins with all there is needs no *polled* one beside it.
 *
 * A screen shows one state per frame: of events that come faster onState hears of the newest, or of what
 * join(before, newest) makes of two, for a stream whose events hold less than everything. */
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
    if (!pending) requestAnimationFrame(showPending);
    pending = pending ? join(pending, state) : state;
  }

  function showPending() {
    const state = pending;
    pending = null;
    if (state) onState(state, false);
  }

  function wait(milliseconds, then) {
    clearTimeout(timer);
    timer = setTimeout(then, milliseconds);
  }

  const lost = () => {
    onLink("reconnecting");
    refresh();
  };

  const late = () => {
    patience = Math.min(2 * patience, MAX_OPENED_WITHIN);
    lost();
  };

  /** Opens the stream; what it begins with may be known already. */
  function open() {
    hasBegun = true;
    close();
    const mine = new EventSource(`/api/v1/${path}?lang=${lang()}`);
    let first = true;
    stream = mine;
    wait(patience, late);
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
    // Another tab of this browser follows now; this one only asks, as long as it can be seen.
    mine.addEventListener("replaced", () => {
      close();
      onLink("paused");
      if (polled) poll();
    });
    mine.onerror = () => {
      if (mine !== stream) return;
      onLink("reconnecting");
      // The browser reconnects by itself, except after a refusal such as 503: then we poll.
      wait(mine.readyState === EventSource.CLOSED ? AGAIN_AFTER : patience, refresh);
    };
  }

  async function poll() {
    if (stream || document.hidden) return;
    if (await fetched()) onLink("live");
    else onLink("reconnecting");
    if (!stream) wait(AGAIN_AFTER, poll);
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

  /** Not while the words are still on their way: nothing could be shown. */
  const refreshAgain = () => hasBegun && refresh();

  document.addEventListener("visibilitychange", () =>
    document.hidden ? close() : refreshAgain(),
  );
  window.addEventListener("pageshow", (event) => event.persisted && refreshAgain());
  window.addEventListener("focus", () => stream ?? refreshAgain());
  window.addEventListener("online", () => document.hidden || refreshAgain());
  window.addEventListener("offline", () => onLink("reconnecting"));
  return { open, refresh, close };
}

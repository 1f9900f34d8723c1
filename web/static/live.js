// Follows the table, or its lights: one stream, opened anew whenever it may have gone quiet.

import { get } from "./api.js";

const AGAIN_AFTER = 2000;
const QUIET_FOR = 35000;

/**
 * Calls onState(state, first) for each snapshot, *first* where it begins a connection and so is
 * true whatever was known before, and onLink("live", "reconnecting" or "paused") as it comes and goes.
 *
 * Phones drop the stream of a hidden page without a word, so it is closed when the page hides; when
 * it shows again, or the network returns, the state is fetched and a new stream is opened. A *path*
 * whose stream begins with all there is needs no *polled* one beside it.
 */
export function follow({ lang, onState, onLink, path = "stream", polled = "state" }) {
  let stream = null;
  let timer = null;

  function close() {
    clearTimeout(timer);
    stream?.close();
    stream = null;
  }

  function refreshIn(milliseconds) {
    clearTimeout(timer);
    timer = setTimeout(refresh, milliseconds);
  }

  function open() {
    close();
    const mine = new EventSource(`/api/v1/${path}?lang=${lang()}`);
    let first = true;
    stream = mine;
    mine.onopen = () => {
      onLink("live");
      first = true;
      refreshIn(QUIET_FOR);
    };
    mine.onmessage = (event) => {
      onState(JSON.parse(event.data), first);
      first = false;
      refreshIn(QUIET_FOR);
    };
    mine.addEventListener("beat", () => refreshIn(QUIET_FOR));
    // Another tab of this browser follows now; this one asks again when somebody looks at it.
    mine.addEventListener("replaced", () => {
      close();
      onLink("paused");
    });
    mine.onerror = () => {
      if (mine !== stream) return;
      onLink("reconnecting");
      // The browser reconnects by itself, except after a refusal such as 503: then we poll.
      if (mine.readyState === EventSource.CLOSED) refreshIn(AGAIN_AFTER);
    };
  }

  async function refresh() {
    open();
    if (!polled) return;
    const { status, body } = await get(polled, lang());
    if (status === 200) onState(body);
  }

  document.addEventListener("visibilitychange", () => (document.hidden ? close() : refresh()));
  window.addEventListener("pageshow", (event) => event.persisted && refresh());
  window.addEventListener("focus", () => stream ?? refresh());
  window.addEventListener("online", refresh);
  window.addEventListener("offline", () => onLink("reconnecting"));
  return { refresh, close };
}

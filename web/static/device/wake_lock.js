// Screen wake lock during a game; requires a secure context.

/** Returns want(yes). onChange("held") or onChange("missing") reports the result. A released lock, as
 * always for a hidden page, is requested again when the page is shown. No request is made before the
 * promise *after*. */
export function wakeLock(onChange, after = null) {
  let wanted = false;
  let lock = null;
  let reported = null;

  function report(now) {
    if (now === reported) return;
    reported = now;
    onChange(now);
  }

  async function ask() {
    if (after) await after;
    if (!wanted || lock || document.hidden) return;
    if (!navigator.wakeLock) return report("missing");
    lock = navigator.wakeLock.request("screen");
    try {
      (await lock).onrelease = () => {
        lock = null;
      };
      report("held");
    } catch {
      // A low battery may be a reason for refusal.
      lock = null;
      report("missing");
    }
  }

  document.addEventListener("visibilitychange", ask);
  return function want(yes) {
    if (yes === wanted) return;
    wanted = yes;
    if (yes) return ask();
    lock?.then((held) => held.release());
  };
}

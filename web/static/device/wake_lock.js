// Keeps the screen on during a game. Only a page from a secure address may.

/** Returns want(yes). onChange("held") or onChange("missing") tells what came of it; a phone that
 * takes the lock away, as every one does with a hidden page, is asked again when the page shows.
 * None is asked before the promise *after* is kept. */
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
      // A battery that is nearly empty is a reason to refuse.
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

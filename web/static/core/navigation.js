// The phone's Back: sheets stand in the browser's history, so that going back closes them.

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** The sheets about one finished game, or a choice, which is asked for with them. */
const ABOUT_ONE = ["game", "entries", "replay", "counts", "leave"];

/** Keeps the browser's history in step with `ui.sheet`, whoever opens or closes one; the way there
 * is `ui.trail`, the first sheet first. No address changes. open(sheet, …) opens one again, null
 * the table, when somebody goes back or comes back.
 *
 * sync() subscribes to the store, before what draws it; back() leaves a sheet for the one before. */
export function navigation(store, open) {
  const { ui } = store;
  let isMoving = false;
  let isRestored = false;

  const here = () =>
    ui.sheet && { sheet: ui.sheet, asked: ABOUT_ONE.includes(ui.sheet) ? ui.asked : [] };

  function sync() {
    if (!store.state || isMoving) return;
    if (!isRestored) return begin(history.state?.trail ?? []);
    const now = here();
    const { trail } = ui;
    const at = now ? trail.findIndex(({ sheet, asked }) => same({ sheet, asked }, now)) : -1;
    if (now && at < 0) goTo(now);
    else if (at < trail.length - 1) goBackTo(at);
  }

  /** A page that was loaded again goes on in the sheet that was open, but for a replay: that looks
   * like the table, which is what somebody who opens the page wants. */
  function begin(trail) {
    isRestored = true;
    const isReplay = trail.at(-1)?.sheet === "replay";
    if (trail.length) restore(trail, isReplay ? [] : kept(trail));
    else sync();
  }

  /** A correction that was given up is not begun again. */
  const kept = (trail) => trail.filter(({ sheet }) => sheet !== "correct" || ui.draft);

  function goTo(place) {
    const { trail } = ui;
    const left = trail.map((one, nth) => (nth === trail.length - 1 ? { ...one, top: scrolled() } : one));
    history.replaceState({ trail: left }, "");
    store.set({ trail: [...left, place] });
    history.pushState({ trail: ui.trail }, "");
  }

  function goBackTo(at) {
    isMoving = true;
    const steps = at + 1 - ui.trail.length;
    store.set({ trail: ui.trail.slice(0, at + 1) });
    history.go(steps);
  }

  /** Opens the last sheet of *trail*, as far as that is *known*. */
  async function restore(trail, known = kept(trail)) {
    isMoving = true;
    store.set({ trail: known });
    await show(known.at(-1));
    scrollTo(known.at(-1)?.top);
    if (known.length < trail.length) return history.go(known.length - trail.length);
    isMoving = false;
    return sync();
  }

  const show = (place) => open(place?.sheet ?? null, ...(place?.asked ?? []));

  window.addEventListener("popstate", ({ state }) => {
    const trail = state?.trail ?? [];
    if (isMoving && same(trail, ui.trail)) {
      isMoving = false;
      sync();
    } else if (!same(trail, ui.trail)) restore(trail);
  });

  return { sync, back: () => show(ui.trail.at(-2)) };
}

const scroller = () => document.querySelector("main.scroll");
const scrolled = () => scroller()?.scrollTop ?? 0;

function scrollTo(top) {
  if (top && scroller()) scroller().scrollTop = top;
}

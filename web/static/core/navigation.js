// Back navigation: open sheets are entries in the browser's history.

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** Sheets that need an argument: a finished game or a choice. */
const ABOUT_ONE = ["game", "entries", "replay", "leave"];

/** Keeps the browser's history in step with `ui.sheet`; `ui.trail` is the stack of open sheets. The address
 * does not change. open(sheet, …) reopens a sheet on Back or Forward, null the table.
 *
 * sync() subscribes to the store before the renderer; back() returns to the previous sheet. */
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

  /** After a reload the open sheet is restored, except a replay: it looks like the table, which is probably
   * what is wanted. */
  function begin(trail) {
    isRestored = true;
    const isReplay = trail.at(-1)?.sheet === "replay";
    if (trail.length) restore(trail, isReplay ? [] : kept(trail));
    else sync();
  }

  /** An abandoned correction is not reopened. */
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

  /** Opens the last *known* sheet of *trail*. */
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

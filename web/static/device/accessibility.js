// What a phone does for those who hold it, beside what they see: it speaks, buzzes, stays awake,
// listens to a keyboard, and keeps the focus where somebody was.

import { waking } from "./wakelock.js";
import { feel } from "./feel.js";
import { listen } from "../input/keyboard.js";
import { hush, letSpeak, say, sayIfAsked } from "./speech.js";

/** around(draw) draws; tell(text) says it; entering(act) feels; the verbs are for views. */
export function senses(store) {
  const { ui, set } = store;
  const stayAwake = waking((awake) => set({ awake }));
  document.addEventListener("pointerdown", letSpeak, { once: true });
  listen(() => (ui.told ? ui.hush() : ui.sheet && ui.open(null)));
  const look = looking();

  /** Whoever was on something that is gone goes on in the view, not at the top of the page. */
  function around(draw) {
    const was = document.activeElement;
    const shown = draw();
    if (!was.isConnected) shown.querySelector(".middle")?.focus({ preventScroll: true });
    letScroll(shown);
    look(shown.querySelector(".above"), store.state?.version);
    document.documentElement.toggleAttribute("data-big-digits", ui.digits);
    stayAwake(Boolean(store.state) && store.state.phase !== "idle");
    return shown;
  }

  /** Called once for each entry. */
  const tell = (text) => sayIfAsked(text, store.words.lang);

  const entering = (act) => async (...asked) => {
    const kept = await act(...asked);
    feel(kept);
    return kept;
  };

  /** A device speaks only after somebody touched it, and shows so at once. */
  function speakAloud(on) {
    const { words } = store;
    ui.rememberHere({ speech: on });
    if (!on) return hush();
    say(words("Fifteen two"), words.lang, () =>
      ui.tell(words("This device has no voice for this language.")),
    );
  }

  const darkHeard = () => ui.rememberHere({ darkTold: true });

  return { around, tell, entering, verbs: { speakAloud, darkHeard } };
}

/** What does not fit can be reached with the keyboard, to be scrolled. */
function letScroll(shown) {
  const boxes = [...shown.querySelectorAll(".above, .windows, main.scroll")];
  boxes
    .filter((box) => box.scrollHeight > box.clientHeight)
    .forEach((box) => box.setAttribute("tabindex", 0));
}

/**
 * The line that is being told is seen, where there is room for few; once all are told, what the
 * claim was worth, which stands before them.
 */
function looking() {
  let telling = false;
  let seen = null;
  return (above, version) => {
    const line = above?.querySelector(".telling .now");
    const isOver = telling && !line && above?.querySelector(".told:not(.explained)");
    if (line) above.scrollTop = line.offsetTop + line.offsetHeight - above.offsetTop - above.clientHeight;
    else if (above && (isOver || seen !== version)) above.scrollTop = 0;
    [telling, seen] = [Boolean(line), version];
  };
}

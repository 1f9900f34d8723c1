// Speech, vibration, focus and the wake lock of a phone, apart from what it shows.

import { recall } from "../core/storage.js";
import { listenForShortcuts } from "../input/keyboard.js";
import { speak, speakIfEnabled, stopSpeaking, unlockSpeech } from "./speech.js";
import { wakeLock } from "./wakelock.js";

/** around(draw) draws; tell(text) says it; entering(act) feels; the verbs are for views. */
export function accessibility(store) {
  const { ui, set } = store;
  const stayAwake = wakeLock((awake) => set({ awake }));
  document.addEventListener("pointerdown", unlockSpeech, { once: true });
  listenForShortcuts(() => (ui.told ? ui.hush() : ui.sheet && ui.open(null)));
  const look = followCount();

  /** Whoever was on something that is gone goes on in the view, not at the top of the page. */
  function around(draw) {
    const was = document.activeElement;
    const shown = draw();
    if (!was.isConnected) shown.querySelector(".middle")?.focus({ preventScroll: true });
    makeScrollable(shown);
    look(shown.querySelector(".above"), store.state?.version);
    document.documentElement.toggleAttribute("data-big-digits", ui.digits);
    stayAwake(Boolean(store.state) && store.state.phase !== "idle");
    return shown;
  }

  /** Called once for each entry. */
  const tell = (text) => speakIfEnabled(text, store.t.lang);

  const entering = (act) => async (...asked) => {
    const kept = await act(...asked);
    vibrate(kept);
    return kept;
  };

  /** A device speaks only after somebody touched it, and shows so at once. */
  function speakAloud(on) {
    const { t } = store;
    ui.rememberHere({ speech: on });
    if (!on) return stopSpeaking();
    speak(t("Fifteen two"), t.lang, () =>
      ui.tell(t("This device has no voice for this language.")),
    );
  }

  const darkHeard = () => ui.rememberHere({ darkTold: true });

  return { around, tell, entering, verbs: { speakAloud, darkHeard } };
}

/** What does not fit can be reached with the keyboard, to be scrolled. */
function makeScrollable(shown) {
  const boxes = [...shown.querySelectorAll(".above, .windows, main.scroll")];
  boxes
    .filter((box) => box.scrollHeight > box.clientHeight)
    .forEach((box) => box.setAttribute("tabindex", 0));
}

/**
 * The line that is being told is seen, where there is room for few; once all are told, what the
 * claim was worth, which stands before them.
 */
function followCount() {
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

const PAUSE = 1500;

/** heard(text) with each state; say(text) is called once it has stayed the same for a while. */
export function announceTyped(say) {
  let timer = null;
  let last = null;

  return function heard(text) {
    if (text === last) return;
    last = text;
    clearTimeout(timer);
    if (text) timer = setTimeout(() => say(text.replaceAll(" _", "")), PAUSE);
  };
}

const KEPT = 20;
const REFUSED = [40, 60, 40];

/** A browser scolds a page that buzzes before anybody touched it. */
const wasTouched = () => navigator.userActivation?.hasBeenActive !== false;

export const canVibrate = () => "vibrate" in navigator;

export function vibrate(isKept) {
  if (canVibrate() && wasTouched() && recall("buzz", true))
    navigator.vibrate(isKept ? KEPT : REFUSED);
}

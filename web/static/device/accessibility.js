// Speech, vibration, focus and wake lock of a phone.

import { watch } from "../core/resource.js";
import { recall } from "../core/storage.js";
import { listenForShortcuts } from "../input/keyboard.js";
import { speak, speakIfEnabled, stopSpeaking, unlockSpeech } from "./speech.js";
import { wakeLock } from "./wake_lock.js";

/** afterRender(shown, focused) updates focus; announce(text) speaks; vibrating(submit) adds
 * vibration; the actions are for views. The wake lock is requested after the promise *after*. */
export function accessibility(store, act, after) {
  const { ui, set } = store;
  const stayAwake = wakeLock((awake) => set({ awake }), after);
  document.addEventListener("pointerdown", unlockSpeech, { once: true });
  document.addEventListener("keydown", ({ target }) =>
    !ui.hasKeyboard && !target.closest("input, textarea") && set({ hasKeyboard: true }));
  listenForShortcuts(() => (ui.notice ? act.dismiss() : ui.sheet && act.open(null)));

  function afterRender(shown, focused) {
    // If the focused element is gone, focus the view and not the top of the page.
    if (!focused.isConnected) shown.querySelector(".middle")?.focus({ preventScroll: true });
    makeScrollable(shown);
    document.documentElement.toggleAttribute("data-big-digits", ui.digits);
    stayAwake(Boolean(store.state) && store.state.phase !== "idle");
  }

  /** Called once per entry. */
  const announce = (text) => speakIfEnabled(text, store.t.lang);

  const vibrating = (submit) => async (...asked) => {
    const isKept = await submit(...asked);
    vibrate(isKept);
    return isKept;
  };

  /** Speech needs a user gesture first; a test phrase shows that it works. */
  function setSpeech(on) {
    const { t } = store;
    act.setPreference({ speech: on });
    if (!on) return stopSpeaking();
    speak(t("Fifteen two"), t.lang, () =>
      act.notify(t("This device has no voice for this language.")),
    );
  }

  return { afterRender, announce, vibrating, actions: { setSpeech } };
}

/** Makes boxes that overflow focusable, so that they scroll by keyboard. */
function makeScrollable(shown) {
  const boxes = [...shown.querySelectorAll(".above, .windows, main.scroll")];
  boxes
    .filter((box) => box.scrollHeight > box.clientHeight)
    .forEach((box) => box.setAttribute("tabindex", 0));
}

const PAUSE = 1500;

/** An effect that calls say(text) with the result of text() once it has been stable for a while. */
export function announceTyped(text, say) {
  let timer = null;
  return watch(text, (typed) => {
    clearTimeout(timer);
    if (typed) timer = setTimeout(() => say(typed.replaceAll(" _", "")), PAUSE);
  });
}

const KEPT = 20;
const REFUSED = [40, 60, 40];

/** Browsers log a warning if a page vibrates before a user gesture. */
const wasTouched = () => navigator.userActivation?.hasBeenActive !== false;

export const canVibrate = () => "vibrate" in navigator;

const TURN = [80, 80, 80];

/** Vibrates when it is this player's turn. */
export const buzzForTurn = () => canVibrate() && wasTouched() && navigator.vibrate(TURN);

function vibrate(isKept) {
  if (canVibrate() && wasTouched() && recall("buzz", true))
    navigator.vibrate(isKept ? KEPT : REFUSED);
}

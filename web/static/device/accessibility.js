// Speech, vibration, focus and the wake lock of a phone, apart from what it shows.

import { watch } from "../core/resource.js";
import { recall } from "../core/storage.js";
import { listenForShortcuts } from "../input/keyboard.js";
import { speak, speakIfEnabled, stopSpeaking, unlockSpeech } from "./speech.js";
import { wakeLock } from "./wake_lock.js";

/** afterRender(shown, focused) sees to what is on the screen; announce(text) says it;
 * vibrating(submit) feels what came of an entry; the actions are for views. The screen is kept on once
 * the promise *after* is kept. */
export function accessibility(store, act, after) {
  const { ui, set } = store;
  const stayAwake = wakeLock((awake) => set({ awake }), after);
  document.addEventListener("pointerdown", unlockSpeech, { once: true });
  listenForShortcuts(() => (ui.notice ? act.dismiss() : ui.sheet && act.open(null)));
  const updateCount = followCount();

  function afterRender(shown, focused) {
    // The focus was on something that is gone: it goes on in the view, not at the top of the page.
    if (!focused.isConnected) shown.querySelector(".middle")?.focus({ preventScroll: true });
    makeScrollable(shown);
    updateCount(shown.querySelector(".above"), store.state?.version);
    document.documentElement.toggleAttribute("data-big-digits", ui.digits);
    stayAwake(Boolean(store.state) && store.state.phase !== "idle");
  }

  /** Called once for each entry. */
  const announce = (text) => speakIfEnabled(text, store.t.lang);

  const vibrating = (submit) => async (...asked) => {
    const isKept = await submit(...asked);
    vibrate(isKept);
    return isKept;
  };

  /** A device speaks only after somebody touched it, and proves it by saying something. */
  function setSpeech(on) {
    const { t } = store;
    act.setPreference({ speech: on });
    if (!on) return stopSpeaking();
    speak(t("Fifteen two"), t.lang, () =>
      act.notify(t("This device has no voice for this language.")),
    );
  }

  const dismissScreenNote = () => act.setPreference({ screenNoteSeen: true });

  return { afterRender, announce, vibrating, actions: { setSpeech, dismissScreenNote } };
}

/** Boxes that overflow can be reached with the keyboard, to be scrolled. */
function makeScrollable(shown) {
  const boxes = [...shown.querySelectorAll(".above, .windows, main.scroll")];
  boxes
    .filter((box) => box.scrollHeight > box.clientHeight)
    .forEach((box) => box.setAttribute("tabindex", 0));
}

/** Where there is room for few lines, the one that is being told is seen; once all are, the last one
 * stays in sight, with what the claim was worth below it. What is wrong with a claim stands above its
 * hand, and while another one may be called, this hand is none of now: then all begins at its top. */
function followCount() {
  let unfolding = false;
  let seen = null;
  return (above, version) => {
    const line = above?.querySelector(".unfolding .now");
    const below = (box, height) => box.offsetTop + box[height];
    if (line) above.scrollTop = below(line, "offsetHeight") - below(above, "clientHeight");
    const now = `${version} ${above?.clientHeight}`;
    if (!line && above && (unfolding || seen !== now)) {
      const isBelow = above.querySelector("section.explained, .cut .explained") &&
        !above.querySelector(".lesson") && !above.parentElement.querySelector(".windows");
      above.scrollTop = isBelow ? above.scrollHeight : 0;
    }
    [unfolding, seen] = [Boolean(line), now];
  };
}

const PAUSE = 1500;

/** An effect that calls say(text) with what text() returns, once it has stayed so for a while. */
export function announceTyped(text, say) {
  let timer = null;
  return watch(text, (typed) => {
    clearTimeout(timer);
    if (typed) timer = setTimeout(() => say(typed.replaceAll(" _", "")), PAUSE);
  });
}

const KEPT = 20;
const REFUSED = [40, 60, 40];

/** A browser scolds a page that buzzes before anybody touched it. */
const wasTouched = () => navigator.userActivation?.hasBeenActive !== false;

export const canVibrate = () => "vibrate" in navigator;

const TURN = [80, 80, 80];

/** Whoever looks away feels that it is their turn. */
export const buzzForTurn = () => canVibrate() && wasTouched() && navigator.vibrate(TURN);

function vibrate(isKept) {
  if (canVibrate() && wasTouched() && recall("buzz", true))
    navigator.vibrate(isKept ? KEPT : REFUSED);
}

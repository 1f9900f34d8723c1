// Speech, announcements, vibration, focus and wake lock of a phone.

import { watch } from "../core/api.js";
import { h } from "../core/dom.js";
import { recall } from "../core/storage.js";
import { listenForShortcuts } from "./input.js";

/** afterRender(shown, focused) updates focus; announce(text) speaks; vibrating(submit) adds
 * vibration; the actions are for views. The wake lock is requested after the promise *after*. */
export function accessibility(store, act, after) {
  const { ui, set } = store;
  const stayAwake = wakeLock((awake) => set({ awake }), after);
  // Some phones allow speech only after an utterance, even an empty one, within a user gesture.
  document.addEventListener("pointerdown", () => {
    if (isEnabled()) speechSynthesis.speak(new SpeechSynthesisUtterance(""));
  }, { once: true });
  document.addEventListener("keydown", ({ target }) =>
    !ui.hasKeyboard && !target.closest("input, textarea") && set({ hasKeyboard: true }));
  listenForShortcuts(() => (ui.notice ? act.dismiss() : ui.sheet && act.open(null)));

  function afterRender(shown, focused) {
    // If the focused element is gone, focus the view and not the top of the page.
    if (!focused.isConnected) shown.querySelector(".middle")?.focus({ preventScroll: true });
    // Boxes that overflow scroll by keyboard, too.
    [...shown.querySelectorAll(".above, .windows, main.scroll")]
      .filter((box) => box.scrollHeight > box.clientHeight)
      .forEach((box) => box.setAttribute("tabindex", 0));
    document.documentElement.toggleAttribute("data-big-digits", ui.digits);
    stayAwake(Boolean(store.state) && store.state.phase !== "idle");
  }

  const announce = (text) => isEnabled() && speechSynthesis.speak(utterance(text, store.t.lang));

  const vibrating = (submit) => async (...asked) => {
    const isKept = await submit(...asked);
    if (recall("buzz", true)) buzz(isKept ? 20 : [40, 60, 40]);
    return isKept;
  };

  /** Speech needs a user gesture first; a test phrase shows that it works. */
  function setSpeech(on) {
    const { t } = store;
    act.setPreference({ speech: on });
    if (!on) return stopSpeaking();
    speak(t("Fifteen two"), t.lang, () => act.notify(t("This device has no voice for this language.")));
  }

  return { afterRender, announce, vibrating, actions: { setSpeech } };
}

/** An effect that calls say(text) with the result of text() once it has been stable for a while. */
export function announceTyped(text, say) {
  let timer = null;
  return watch(text, (typed) => {
    clearTimeout(timer);
    if (typed) timer = setTimeout(() => say(typed.replaceAll(" _", "")), 1500);
  });
}

export const canVibrate = () => "vibrate" in navigator;

/** Vibrates, if the page has been touched: browsers log a warning before that. */
export function buzz(pattern) {
  if (canVibrate() && navigator.userActivation?.hasBeenActive !== false) navigator.vibrate(pattern);
}

/** say(text) appends *text* to the live *region* as a paragraph of its own, so that it does not interrupt
 * one being read, and calls speak(text).
 *
 * answer(text) does the same for an answer to the user. again() repeats the last announcement, then
 * earlier ones, up to five back; a new announcement resets that. */
export function announcements(region, speak = () => {}) {
  const said = [];
  let back = 0;

  function answer(text) {
    if (!text) return;
    region.append(h("p", text));
    while (region.childElementCount > 5) region.firstElementChild.remove();
    speak(text);
  }

  function say(text) {
    if (!text) return;
    said.unshift(text);
    said.splice(5);
    back = 0;
    answer(text);
  }

  function again() {
    if (!said.length) return;
    answer(said[Math.min(back, said.length - 1)]);
    back += 1;
  }

  return { say, answer, again };
}

const ACCENTS = { en: ["en-CA", "en-US", "en-GB"], fr: ["fr-CA", "fr-FR"] };

export const canSpeak = () => "speechSynthesis" in window;

const isEnabled = () => canSpeak() && recall("speech", false);

/** Says *text* now, cancelling other speech; calls onMute() if the device has no voice. */
export function speak(text, lang, onMute = () => {}) {
  const spoken = utterance(text, lang);
  // Without a voice some browsers report an error, others nothing.
  const silence = setTimeout(() => speechSynthesis.getVoices().length || onMute(), 2000);
  spoken.onstart = () => clearTimeout(silence);
  spoken.onerror = ({ error }) => {
    clearTimeout(silence);
    if (!["canceled", "interrupted"].includes(error)) onMute();
  };
  speechSynthesis.cancel();
  speechSynthesis.speak(spoken);
}

function utterance(text, lang) {
  const accents = ACCENTS[lang];
  const rank = ({ lang: accent }) => {
    const at = accents.indexOf(accent.replace("_", "-"));
    return at < 0 ? accents.length : at;
  };
  const [voice = null] = speechSynthesis.getVoices()
    .filter(({ lang: accent }) => accent.slice(0, 2).toLowerCase() === lang)
    .sort((one, other) => rank(one) - rank(other));
  const spoken = new SpeechSynthesisUtterance(text);
  spoken.lang = voice?.lang ?? accents[0];
  spoken.voice = voice;
  return spoken;
}

export const stopSpeaking = () => canSpeak() && speechSynthesis.cancel();

/** Returns want(yes). onChange("held") or onChange("missing") reports the result. A released lock, as
 * always for a hidden page, is requested again when the page is shown. No request is made before the
 * promise *after*. */
export function wakeLock(onChange, after = null) {
  let wanted = false;
  let lock = null;

  async function ask() {
    if (after) await after;
    if (!wanted || lock || document.hidden) return;
    if (!navigator.wakeLock) return onChange("missing");
    lock = navigator.wakeLock.request("screen");
    try {
      (await lock).onrelease = () => (lock = null);
      onChange("held");
    } catch {
      // A low battery may be a reason for refusal.
      lock = null;
      onChange("missing");
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

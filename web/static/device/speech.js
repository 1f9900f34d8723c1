// Speech output, if the device has a voice and the user has enabled it.

import { recall } from "../core/storage.js";

const ACCENTS = { en: ["en-CA", "en-US", "en-GB"], fr: ["fr-CA", "fr-FR"] };

export const canSpeak = () => "speechSynthesis" in window;

const isEnabled = () => canSpeak() && recall("speech", false);

/** Queues *text* if speech is enabled. */
export function speakIfEnabled(text, lang) {
  if (isEnabled() && text) speechSynthesis.speak(utterance(text, lang));
}

/** Some phones allow speech only after an utterance, even an empty one, within a user gesture. */
export function unlockSpeech() {
  if (isEnabled()) speechSynthesis.speak(new SpeechSynthesisUtterance(""));
}

/** Milliseconds within which speech should start. Without a voice some browsers report an error, others
 * nothing. */
const BEGINS_WITHIN = 2000;

/** Says *text* now, cancelling other speech; calls onMute() if the device has no voice. */
export function speak(text, lang, onMute = () => {}) {
  const spoken = utterance(text, lang);
  const silence = setTimeout(() => speechSynthesis.getVoices().length || onMute(), BEGINS_WITHIN);
  spoken.onstart = () => clearTimeout(silence);
  spoken.onerror = ({ error }) => {
    clearTimeout(silence);
    if (!["canceled", "interrupted"].includes(error)) onMute();
  };
  speechSynthesis.cancel();
  speechSynthesis.speak(spoken);
}

function utterance(text, lang) {
  const spoken = new SpeechSynthesisUtterance(text);
  const voice = voiceFor(lang);
  spoken.lang = voice?.lang ?? ACCENTS[lang][0];
  spoken.voice = voice;
  return spoken;
}

export const stopSpeaking = () => canSpeak() && speechSynthesis.cancel();

/** The best voice for *lang*; null for the device's default. */
function voiceFor(lang) {
  const voices = speechSynthesis.getVoices().filter((voice) => isOf(voice, lang));
  const rank = ({ lang: accent }) => {
    const at = ACCENTS[lang].indexOf(accent.replace("_", "-"));
    return at < 0 ? ACCENTS[lang].length : at;
  };
  return voices.sort((one, other) => rank(one) - rank(other))[0] ?? null;
}

const isOf = ({ lang: accent }, lang) => accent.slice(0, 2).toLowerCase() === lang;

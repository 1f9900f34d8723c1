// Says aloud what the live region says, where the device has a voice and its owner asked for it.

import { recall } from "../core/storage.js";

const ACCENTS = { en: ["en-CA", "en-US", "en-GB"], fr: ["fr-CA", "fr-FR"] };

export const canSpeak = () => "speechSynthesis" in window;

const isEnabled = () => canSpeak() && recall("speech", false);

/** Says *text* if somebody asked for it, behind what is being said. */
export function speakIfEnabled(text, lang) {
  if (isEnabled() && text) speechSynthesis.speak(utterance(text, lang));
}

/** Some phones let a page speak only once a finger has had it say something, be it nothing. */
export function unlockSpeech() {
  if (isEnabled()) speechSynthesis.speak(new SpeechSynthesisUtterance(""));
}

/** Milliseconds in which a voice begins, where there is one: without any, some browsers say so, and
 * others nothing at all. */
const BEGINS_WITHIN = 2000;

/** Says *text* now, in place of what is being said; onMute() where the device has no voice. */
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

/** The voice with the best accent for *lang*; null leaves the choice to the device. */
function voiceFor(lang) {
  const voices = speechSynthesis.getVoices().filter((voice) => isOf(voice, lang));
  const rank = ({ lang: accent }) => {
    const at = ACCENTS[lang].indexOf(accent.replace("_", "-"));
    return at < 0 ? ACCENTS[lang].length : at;
  };
  return voices.sort((one, other) => rank(one) - rank(other))[0] ?? null;
}

const isOf = ({ lang: accent }, lang) => accent.slice(0, 2).toLowerCase() === lang;

// Announcement queue shared by screen readers and speech output.

import { h } from "../core/dom.js";

const KEPT = 5;

/** say(text) appends *text* to the live *region* as a paragraph of its own, so that it does not interrupt
 * one being read. speak(text) is called too if it should be spoken *aloud*.
 *
 * answer(text) does the same for an answer to the user. again() repeats the last announcement, then
 * earlier ones, up to five back; a new announcement resets that. */
export function announcements(region, speak = () => {}) {
  const said = [];
  let back = 0;

  function answer(text, { aloud = true } = {}) {
    if (!text) return;
    region.append(h("p", text));
    while (region.childElementCount > KEPT) region.firstElementChild.remove();
    if (aloud) speak(text);
  }

  function say(text, more) {
    if (!text) return;
    said.unshift(text);
    said.splice(KEPT);
    back = 0;
    answer(text, more);
  }

  function again() {
    if (!said.length) return;
    answer(said[Math.min(back, said.length - 1)]);
    back += 1;
  }

  return { say, answer, again };
}

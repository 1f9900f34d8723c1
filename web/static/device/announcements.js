// One queue of announcements, for screen readers and for the voice of the device.

import { h } from "../core/dom.js";

const KEPT = 5;

/** say(text) adds *text* to the live *region*, where each paragraph is news by itself: none takes
 * the place of one that is still being read. speak(text) hears it too, if it is to be said *aloud*.
 *
 * answer(text) does the same for what somebody asked. again() says the last announcement, then the
 * one before it, five back at most; the next announcement starts from the first. */
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

"""Parts of the page that are off the screen, cut, or over others, on screens of every size."""

from typing import Any, Final

from playwright.sync_api import Page

FIND: Final = """async () => {
  // A page that was resized is laid out anew with the next frame.
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const [wide, high] = [innerWidth, innerHeight];
  const found = [];
  const name = (one) => `${one.dataset.key ?? one.className ?? one.tagName} “${
    (one.innerText ?? "").trim().slice(0, 24)}”`;
  const seen = (one) => one.checkVisibility() && !one.closest(
    ".unseen, .ask-aloud:not(:focus-within), details:not([open])",
  );
  const box = (one) => {
    const {left, right, top, bottom} = one.getBoundingClientRect();
    return {left, right, top: top + scrollY, bottom: bottom + scrollY};
  };
  if (document.documentElement.scrollWidth > wide + 1) found.push("the page is too wide");
  const scrolls = ".scroll, .above, .windows, .claim, main.join, .felt, .large";
  const taps = [...document.querySelectorAll("button, a, input, select, summary, label.suit")];
  const targets = taps.filter((one) => seen(one) && one.type !== "radio");
  for (const one of targets) {
    const {left, right, top, bottom} = box(one);
    if (left < -1 || right > wide + 1) found.push(`beyond the side: ${name(one)}`);
    const sticks = one.closest("main > .bar");
    if (one.closest(scrolls) && !sticks) continue;
    if (top < -1 || (TALL && bottom > high + 1)) {
      found.push(`off the screen by ${Math.round(bottom - high)}: ${name(one)}`);
    }
  }
  const apart = targets.filter((one) => !one.closest(".notice, .scroll > .bar") &&
    !targets.some((other) => other !== one && (other.contains(one))) && !one.closest(".felt"));
  apart.forEach((one, at) => {
    const mine = box(one);
    apart.slice(at + 1).forEach((other) => {
      if (one.contains(other)) return;
      const [a, b] = [one, other].map((it) => it.closest(scrolls));
      if (a !== b) return;
      const its = box(other);
      const over = Math.min(mine.right, its.right) - Math.max(mine.left, its.left);
      const deep = Math.min(mine.bottom, its.bottom) - Math.max(mine.top, its.top);
      if (over > 2 && deep > 2) found.push(`one over the other: ${name(one)}, ${name(other)}`);
    });
  });
  const words = document.querySelectorAll("button, .prompt, .happened, h1, h2, label, summary");
  for (const one of words) {
    const {overflowX, display} = getComputedStyle(one);
    const isWide = one.clientWidth > 0 && one.scrollWidth > one.clientWidth + 2;
    const clips = overflowX !== "visible" || display === "inline";
    if (isWide && !clips && seen(one) && !one.matches(".board, .seat, .team, .laid, .touched")) {
      found.push(`words too wide: ${name(one)}`);
    }
  }
  for (const one of document.querySelectorAll(".fold summary b")) {
    if (one.scrollWidth > one.clientWidth + 1 && seen(one)) found.push(`cut: ${name(one)}`);
  }
  // Where the page scrolls as a whole, nothing in it does.
  const parts = ".standing :is(.above, .felt, .windows, .claim, .show, .cut, .play)";
  for (const one of TALL ? [] : document.querySelectorAll(parts)) {
    const {overflowY} = getComputedStyle(one);
    if (overflowY !== "visible" && one.scrollHeight > one.clientHeight + 1) {
      found.push(`cut below: ${name(one)}`);
    }
  }
  return found;
}"""


def unfit(page: Page, *, tall: bool = True) -> Any:
    """Return in words what does not fit; the page may be higher than the screen if not *tall*."""
    return page.evaluate(FIND.replace("TALL", str(tall).lower()))

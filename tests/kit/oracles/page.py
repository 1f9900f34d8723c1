"""Independent checks of a page: overflow, and text in the wrong language."""

import re
from functools import cache
from typing import Any, Final, NamedTuple

from axe_playwright_python.base import AXE_SCRIPT
from babel.messages.pofile import read_po
from playwright.sync_api import Page

from scorekeeper.words.catalogue import DOMAIN, LOCALE

STANDS: Final = """() => document.getAnimations().every((one) =>
  one.playState !== "running" || one.effect.getComputedTiming().endTime === Infinity)"""


def stand_still(page: Page) -> None:
    """Wait until all transitions and animations have ended, except endless ones."""
    page.wait_for_function(STANDS)


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
  const scrolls = ".rows, .scroll, .above, .windows, .claim, main.join, .felt, .large, .said";
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
  const apart = targets.filter((one) => !one.closest(".notice, .scroll > .bar, .ending") &&
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
    """Return what overflows, in words; the page may be higher than the screen if not *tall*."""
    return page.evaluate(FIND.replace("TALL", str(tall).lower()))


PO: Final = LOCALE / "fr" / "LC_MESSAGES" / f"{DOMAIN}.po"
HOLE: Final = re.compile(r"\{[^}]*\}")
LETTERS: Final = re.compile(r"[^\W\d_]")
FEWEST: Final = 5
"""Minimum number of letters by which a text with placeholders can be recognized."""

READ: Final = """() => {
  const said = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ALL);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.nodeType === Node.TEXT_NODE) {
      if (!node.parentElement.closest("[lang]:not(html), script, style")) said.push(node.data);
    } else if (node.nodeType === Node.ELEMENT_NODE && !node.closest("[lang]:not(html)")) {
      for (const name of ["aria-label", "aria-valuetext", "title", "placeholder", "alt"]) {
        if (node.hasAttribute(name)) said.push(node.getAttribute(name));
      }
    }
  }
  return [...new Set(said.map((text) => text.trim()).filter(Boolean))];
}"""


class Tongue(NamedTuple):
    """All texts of a language, complete and as patterns with placeholders."""

    whole: frozenset[str]
    holed: re.Pattern[str]

    def says(self, text: str) -> bool:
        """Return whether *text* is in this language."""
        return text in self.whole or self.holed.fullmatch(text) is not None


def flat(text: object) -> tuple[str, ...]:
    """Return a sentence, or both forms if it has a plural."""
    return tuple(text) if isinstance(text, tuple | list) else (str(text),)


@cache
def sentences() -> dict[str, frozenset[str]]:
    """Return the sentences of each language; identical ones are in both."""
    with PO.open("rb") as file:
        pairs = [(flat(one.id), flat(one.string)) for one in read_po(file) if one.id]
    every = {
        "en": {text for english, _ in pairs for text in english},
        "fr": {text for _, french in pairs for text in french if text},
    }
    # On the page a plural's forms are separate texts, and the first letter may be capitalised.
    return {
        lang: frozenset(
            form
            for text in texts
            for part in text.split("|")
            for form in (part, part[:1].upper() + part[1:])
        )
        for lang, texts in every.items()
    }


@cache
def foreign(lang: str) -> Tongue:
    """Return all texts that must not appear on a page in *lang*."""
    own, other = sentences()[lang], sentences()[{"en": "fr", "fr": "en"}[lang]]
    strange, every = other - own, "\n".join(own)
    clear = [
        pattern(text)
        for text in strange
        if len(LETTERS.findall(HOLE.sub("", text))) >= FEWEST
        and HOLE.search(text)
        and not (
            all(part in every for part in HOLE.split(text))
            and any(re.fullmatch(pattern(text), mine) for mine in own)
        )
    ]
    # A single letter may be a card: D is the dealer in English, and a queen in French.
    whole = {text for text in strange if len(text) > 1 and not HOLE.search(text)}
    return Tongue(frozenset(whole), re.compile("|".join(clear)))


def pattern(text: str) -> str:
    """Return a pattern for *text* with anything in its placeholders."""
    return ".+".join(map(re.escape, HOLE.split(text)))


def wrong_tongue(page: Page, lang: str) -> list[str]:
    """Return texts, labels and hints on *page* that belong to the other language."""
    strange = foreign(lang)
    return [text for text in page.evaluate(READ) if strange.says(text)]


FIND_FAULTS = """async (rules) => {
  const {violations} = await axe.run(document, {
    resultTypes: ["violations"], preload: false, ...rules,
  });
  return violations.map(({id, help, nodes}) =>
    [id, help, nodes.map(({html, failureSummary}) => [html.slice(0, 160), failureSummary])]);
}"""


def faults(page: Page) -> Any:
    """Return axe's findings on *page*."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    return page.evaluate(FIND_FAULTS, {})

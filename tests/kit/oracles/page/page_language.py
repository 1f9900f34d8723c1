"""The language of a page: no text on it may be one that the other language says otherwise."""

import re
from collections.abc import Iterable
from functools import cache
from typing import Final, NamedTuple

from babel.messages.pofile import read_po
from playwright.sync_api import Page

from scorekeeper.words.catalogue import DOMAIN, LOCALE

PO: Final = LOCALE / "fr" / "LC_MESSAGES" / f"{DOMAIN}.po"
HOLE: Final = re.compile(r"\{[^}]*\}")
LETTERS: Final = re.compile(r"[^\W\d_]")
FEWEST: Final = 5
"""Letters that a text with holes needs for anybody to know it by them."""

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
    """All that is said in a language, as it stands and with holes."""

    whole: frozenset[str]
    holed: re.Pattern[str]

    def says(self, text: str) -> bool:
        """True if somebody who speaks it would say *text*."""
        return text in self.whole or self.holed.fullmatch(text) is not None


def flat(text: object) -> tuple[str, ...]:
    """A sentence, or both of one that has a plural."""
    return tuple(text) if isinstance(text, tuple | list) else (str(text),)


@cache
def sentences() -> dict[str, frozenset[str]]:
    """Everything that is said in each language; what is spelled alike is in both."""
    with PO.open("rb") as file:
        pairs = [(flat(one.id), flat(one.string)) for one in read_po(file) if one.id]
    every = {
        "en": {text for english, _ in pairs for text in english},
        "fr": {text for _, french in pairs for text in french if text},
    }
    # On the page the two of a plural are one text, and the first letter may be raised.
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
    """All that a page in *lang* must not say."""
    own, other = sentences()[lang], sentences()[{"en": "fr", "fr": "en"}[lang]]
    strange, every = other - own, "\n".join(own)
    clear = [
        pattern(text)
        for text in strange
        if len(LETTERS.findall(HOLE.sub("", text))) >= FEWEST
        and HOLE.search(text)
        and not (all(part in every for part in HOLE.split(text)) and said_by(own, text))
    ]
    # A letter alone may be a card's: D is the dealer in English, and a queen in French.
    whole = {text for text in strange if len(text) > 1 and not HOLE.search(text)}
    return Tongue(frozenset(whole), re.compile("|".join(clear)))


def pattern(text: str) -> str:
    """*text* with anything in its holes."""
    return ".+".join(map(re.escape, HOLE.split(text)))


def said_by(own: Iterable[str], text: str) -> bool:
    """True if *text* could be one of its *own* sentences, whatever is in its holes."""
    one = re.compile(pattern(text))
    return any(one.fullmatch(mine) for mine in own)


def wrong_tongue(page: Page, lang: str) -> list[str]:
    """Texts, labels and hints of *page* that belong to the other language."""
    strange = foreign(lang)
    return [text for text in page.evaluate(READ) if strange.says(text)]


__all__ = ["foreign", "sentences", "wrong_tongue"]

"""How French joins small words to what follows: d'Anne, de Paul, du crib, qu'Henri, aux Rouges."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

BREATHED: Final = (
    "hadi|hakim|halima|hamid|hamza|hank|hannah|hans|hao|haris|harold|harper|harris|harrison|"
    "harry|harvey|hasan|hassan|hatem|hayden|hazel|heath|heather|heidi|heinz|helmut|henrik|"
    "herman|hermann|hilda|hiro|hiroshi|holly|hong|howard|hudson|hugh|huit|hunter|hussein"
)
"""Words whose h is heard, given names most of all: de Hans, but d'Hélène."""

UNJOINED: Final = "onze|oui"
"""Words that begin with a vowel and still keep *de* whole."""

ELIDED: Final = re.compile(
    rf"^(?!(?:{BREATHED}|{UNJOINED})(?:[\s'-]|$))(?:[aeiouœæ]|h[^\s'-]|y[^aeiouœæ\s'-])"
)
"""What begins with a vowel or a mute h, once it is in small letters without accents."""

CONTRACTED: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {"de": {"le": "du", "les": "des"}, "à": {"le": "au", "les": "aux"}}
)

FOR_THE_PAGE: Final[Mapping[str, Any]] = MappingProxyType(
    {"elided": ELIDED.pattern, "contracted": dict(CONTRACTED["de"])}
)
"""How *de* is joined, for the page's scripts, which fill in names by themselves."""


def elides(text: str) -> bool:
    """Whether *text* begins with a sound before which *de* is *d'*: a vowel or a mute h."""
    return ELIDED.match(_plain(text)) is not None


def _plain(text: str) -> str:
    """Small letters without accents."""
    apart = unicodedata.normalize("NFD", text.strip().lower())
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


def de(text: str) -> str:
    """*de* before *text*: d'Anne, de Paul, du crib, des Rouges, de la main."""
    return f"d'{text}" if elides(text) else _contracted("de", text)


def que(text: str) -> str:
    """*que* before *text*: qu'Anne, que Paul."""
    return f"qu'{text}" if elides(text) else f"que {text}"


def a(text: str) -> str:
    """*à* before *text*: à Anne, au crib, aux Rouges."""
    return _contracted("à", text)


def _contracted(word: str, text: str) -> str:
    article, _, rest = text.partition(" ")
    joined = CONTRACTED[word].get(article)
    return f"{joined} {rest}" if joined and rest else f"{word} {text}"


JOINTS: Final[Mapping[str, Callable[[str], str]]] = MappingProxyType({"de": de, "que": que, "à": a})
"""What a French sentence may ask of a value: ``{player:de}``."""

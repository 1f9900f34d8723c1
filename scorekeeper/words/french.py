"""How French joins small words to what follows: d'Anne, de Paul, du crib, qu'Henri, aux Rouges."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

VOWELS: Final = frozenset("aeiou")

LIGATURES: Final = str.maketrans({"œ": "oe", "æ": "ae"})

BREATHED: Final = re.compile(
    r"hadi|hakim|halima|hamid|hamza|hank|hannah|hans|hao|haris|harold|harper|harris|harrison|"
    r"harry|harvey|hasan|hassan|hatem|hayden|hazel|heath|heather|heidi|heinz|helmut|henrik|"
    r"herman|hermann|hilda|hiro|hiroshi|holly|hong|howard|hudson|hugh|huit|hunter|hussein"
)
"""Words whose h is heard, given names most of all: de Hans, but d'Hélène."""

UNJOINED: Final = frozenset({"onze", "oui"})
"""Words that begin with a vowel and still keep *de* whole."""

CONTRACTED: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {"de": {"le": "du", "les": "des"}, "à": {"le": "au", "les": "aux"}}
)


def elides(text: str) -> bool:
    """Whether *text* begins with a sound before which *de* is *d'*: a vowel or a mute h."""
    word = _plain(text).split(maxsplit=1)[0] if text.strip() else ""
    word = word.split("-")[0].split("'")[0]
    if word[:1] == "y":
        return len(word) > 1 and word[1] not in VOWELS
    if word[:1] == "h":
        return len(word) > 1 and not BREATHED.fullmatch(word)
    return word[:1] in VOWELS and word not in UNJOINED


def _plain(text: str) -> str:
    """Small letters without accents."""
    apart = unicodedata.normalize("NFD", text.strip().lower().translate(LIGATURES))
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

"""How French joins *de* (d'Anne, du crib, des Rouges) and *à* to what follows, and quotes."""

import re
import unicodedata
from collections.abc import Callable, Mapping
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

PLACED: Final = r"\bJoueur (?=\d)"
"""Whoever is called by a place, at the beginning of a sentence; within it, le joueur 2."""

CONTRACTED: Final[Mapping[str, str]] = {"le": "du", "les": "des"}

AT: Final[Mapping[str, str]] = {"le": "au", "les": "aux"}

DE_RULES: Final[Mapping[str, Any]] = {
    "elided": ELIDED.pattern,
    "contracted": dict(CONTRACTED),
    "placed": PLACED,
}
"""How *de* is joined, for the page's scripts, which fill in names by themselves."""


def elides(text: str) -> bool:
    """Whether *text* begins with a sound before which *de* is *d'*: a vowel or a mute h."""
    return ELIDED.match(_plain(text)) is not None


def _plain(text: str) -> str:
    """Small letters without accents."""
    apart = unicodedata.normalize("NFD", text.strip().lower())
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


def le(text: str) -> str:
    """*text* within a sentence: Paul, le joueur 2, le joueur 1 et le joueur 3."""
    return re.sub(PLACED, "le joueur ", text)


def to(text: str) -> str:
    """*à* before *text*: à Paul, au joueur 2, aux Rouges."""
    article, _, rest = le(text).partition(" ")
    return f"{AT[article]} {rest}" if article in AT and rest else f"à {text}"


def de(text: str) -> str:
    """*de* before *text*: d'Anne, de Paul, du crib, des Rouges, de la main, du joueur 2."""
    text = le(text)
    if elides(text):
        return f"d'{text}"
    article, _, rest = text.partition(" ")
    joined = CONTRACTED.get(article)
    return f"{joined} {rest}" if joined and rest else f"de {text}"


def guillemets(text: str) -> str:
    """What somebody typed, in the quotes of French; what is no text, such as a number, as it is."""
    if not text.startswith(QUOTE):
        return text
    typed = text.strip(QUOTE)
    return f"«\u00a0{typed}\u00a0»" if typed else "«\u00a0»"


QUOTE: Final = '"'

JOINTS: Final[Mapping[str, Callable[[str], str]]] = {
    "de": de,
    "à": to,
    "le": le,
    "guillemets": guillemets,
}
"""What a French sentence may ask of a value: ``{player:de}``, ``{player:à}``, ``{player:le}``,
``{typed:guillemets}``."""

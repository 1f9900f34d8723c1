"""The joints of French: *de* and *à* before a word (d’Anne, du crib, aux Rouges), and quotes."""

import re
import unicodedata
from collections.abc import Callable, Mapping
from typing import Any, Final

ASPIRATED_H: Final = (
    "hadi|hakim|halima|hamid|hamza|hank|hannah|hans|hao|haris|harold|harper|harris|harrison|"
    "harry|harvey|hasan|hassan|hatem|hayden|hazel|heath|heather|heidi|heinz|helmut|henrik|"
    "herman|hermann|hilda|hiro|hiroshi|holly|hong|howard|hudson|hugh|huit|hunter|hussein"
)
"""Words with an aspirated h, most of them given names: de Hans, but d'Hélène."""

NOT_ELIDED: Final = "onze|oui"
"""Words that begin with a vowel and still keep *de* whole."""

ELIDED: Final = (
    rf"^(?!(?:{ASPIRATED_H}|{NOT_ELIDED})(?:[\s'’-]|$))(?:[aeiouœæ]|h[^\s'’-]|y[^aeiouœæ\s'’-])"
)
"""A vowel or a mute h at the beginning of a lower-case text without accents."""

SEAT_NAME: Final = r"\b(?:Le j|J)oueur\u00a0(?=\d)"
"""A player named by seat, alone or at the beginning of a sentence; inside one it is *le joueur
2*."""

CONTRACTED_DE: Final[Mapping[str, str]] = {"le": "du", "les": "des"}

CONTRACTED_A: Final[Mapping[str, str]] = {"le": "au", "les": "aux"}

JOINT_RULES: Final[Mapping[str, Any]] = {
    "elided": ELIDED,
    "de": dict(CONTRACTED_DE),
    "à": dict(CONTRACTED_A),
    "placed": SEAT_NAME,
}
"""The rules for *le*, *de* and *à*, for the scripts of the page, which fill in names themselves."""


def elides(text: str) -> bool:
    """True if *de* is *d’* before *text*: it begins with a vowel or a mute h."""
    return re.match(ELIDED, _plain(text)) is not None


def _plain(text: str) -> str:
    """Return *text* in lower case, without accents."""
    apart = unicodedata.normalize("NFD", text.strip().lower())
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


def le(text: str) -> str:
    """Return *text* as it is inside a sentence: Paul, le joueur 2, le joueur 1 et le joueur 3."""
    return re.sub(SEAT_NAME, "le joueur\u00a0", text)


def le_first(text: str) -> str:
    """Return *text* as it begins a sentence: Paul, Le joueur 2, Le joueur 1 et le joueur 3."""
    return re.sub(r"^le joueur\b", "Le joueur", le(text))


def to(text: str) -> str:
    """Return *text* with *à* before it: à Paul, au joueur 2, aux Rouges."""
    article, _, rest = le(text).partition(" ")
    return f"{CONTRACTED_A[article]} {rest}" if article in CONTRACTED_A and rest else f"à {text}"


def to_first(text: str) -> str:
    """Return *text* with *À* before it, as at the beginning of a sentence: À Paul, Au joueur 2."""
    joined = to(text)
    return joined[:1].upper() + joined[1:]


def de(text: str) -> str:
    """Return *text* with *de* before it: d'Anne, de Paul, du crib, des Rouges, du joueur 2."""
    text = le(text)
    if elides(text):
        return f"d’{text}"
    article, _, rest = text.partition(" ")
    joined = CONTRACTED_DE.get(article)
    return f"{joined} {rest}" if joined and rest else f"de {text}"


def the(text: str) -> str:
    """Return a card with its article: l’as, la dame de cœur, le 8."""
    if elides(text):
        return f"l’{text}"
    return f"la {text}" if text.startswith("dame") else f"le {text}"


def guillemets(text: str) -> str:
    """Return quoted *text* in French quotes; text without quotes, such as a number, unchanged."""
    if not text.startswith(QUOTE):
        return text
    typed = text.strip(QUOTE)
    return f"«\u00a0{typed}\u00a0»" if typed else "«\u00a0»"


QUOTE: Final = '"'

JOINTS: Final[Mapping[str, Callable[[str], str]]] = {
    "de": de,
    "à": to,
    "À": to_first,
    "le": le,
    "Le": le_first,
    "the": the,
    "guillemets": guillemets,
}
"""The format specs of French sentences: ``{player:de}``, ``{player:à}``, ``{typed:guillemets}``."""

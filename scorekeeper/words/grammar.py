"""Numbers in words, and French grammar: elision, articles, prepositions, quotes."""

import re
import unicodedata
from collections.abc import Callable, Mapping
from typing import Any, Final

ASPIRATED_H: Final = (
    "hadi|hakim|halima|hamid|hamza|hank|hannah|hans|hao|haris|harold|harper|harris|harrison|"
    "harry|harvey|hasan|hassan|hatem|hayden|hazel|heath|heather|heidi|heinz|helmut|henrik|"
    "herman|hermann|hilda|hiro|hiroshi|holly|hong|howard|hudson|hugh|huit|hunter|hussein"
)
"""Words with an aspirated h, mostly given names: de Hans, but d'Hélène."""

NOT_ELIDED: Final = "onze|oui"
"""Words that begin with a vowel but do not cause elision."""

ELIDED: Final = (
    rf"^(?!(?:{ASPIRATED_H}|{NOT_ELIDED})(?:[\s'’-]|$))(?:[aeiouœæ]|h[^\s'’-]|y[^aeiouœæ\s'’-])"
)
"""Matches lower-case text without accents that begins with a vowel or a mute h."""

SEAT_NAME: Final = r"\b(?:Le j|J)oueur\u00a0(?=\d)"
"""Matches a player named by seat: *Joueur 2* alone or at the start, else *le joueur 2*."""

CONTRACTED_DE: Final[Mapping[str, str]] = {"le": "du", "les": "des"}

CONTRACTED_A: Final[Mapping[str, str]] = {"le": "au", "les": "aux"}

JOINT_RULES: Final[Mapping[str, Any]] = {
    "elided": ELIDED,
    "de": dict(CONTRACTED_DE),
    "à": dict(CONTRACTED_A),
    "placed": SEAT_NAME,
}
"""The rules for *le*, *de* and *à*, for the page's scripts, which fill in names themselves."""


def elides(text: str) -> bool:
    """True if *de* becomes *d’* before *text*."""
    apart = unicodedata.normalize("NFD", text.strip().lower())
    plain = "".join(letter for letter in apart if not unicodedata.combining(letter))
    return re.match(ELIDED, plain) is not None


def le(text: str) -> str:
    """Return *text* with its article, mid-sentence: Paul, le joueur 2 et le joueur 3."""
    return re.sub(SEAT_NAME, "le joueur\u00a0", text)


def le_first(text: str) -> str:
    """Return *text* with its article at the start of a sentence: Paul, Le joueur 2."""
    return re.sub(r"^le joueur\b", "Le joueur", le(text))


def to(text: str) -> str:
    """Return *text* after *à*: à Paul, au joueur 2, aux Rouges."""
    article, _, rest = le(text).partition(" ")
    return f"{CONTRACTED_A[article]} {rest}" if article in CONTRACTED_A and rest else f"à {text}"


def to_first(text: str) -> str:
    """Return *text* after *À*, at the start of a sentence: À Paul, Au joueur 2."""
    joined = to(text)
    return joined[:1].upper() + joined[1:]


def de(text: str) -> str:
    """Return *text* after *de*: d'Anne, de Paul, du crib, des Rouges, du joueur 2."""
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
    """Return *text* with French quotes in place of English ones; unquoted text is unchanged."""
    if not text.startswith('"'):
        return text
    typed = text.strip('"')
    return f"«\u00a0{typed}\u00a0»" if typed else "«\u00a0»"


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


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


ENGLISH: Final = _words(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen"
)
ENGLISH_TENS: Final = _words("twenty thirty forty fifty sixty seventy eighty ninety")

FRENCH: Final = _words(
    "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze "
    "seize dix-sept dix-huit dix-neuf"
)
FRENCH_TENS: Final = _words("vingt trente quarante cinquante soixante soixante quatre-vingt")


def english(number: int) -> str:
    """Return *number* (0 to 999) in English, such as “one hundred and twenty-one”."""
    if number >= 100:
        hundreds, rest = divmod(number, 100)
        said = f"{ENGLISH[hundreds]} hundred"
        return f"{said} and {english(rest)}" if rest else said
    if number < 20:
        return ENGLISH[number]
    tens, ones = divmod(number, 10)
    return ENGLISH_TENS[tens - 2] + (f"-{ENGLISH[ones]}" if ones else "")


def french(number: int) -> str:
    """Return *number* (0 to 999) in French, such as “quatre-vingts”."""
    if number >= 100:
        hundreds, rest = divmod(number, 100)
        words = "cent" if hundreds == 1 else f"{FRENCH[hundreds]} cent"
        if rest:
            return f"{words} {french(rest)}"
        return words if hundreds == 1 else f"{words}s"
    if number < 20:
        return FRENCH[number]
    tens = number // 10 - (number // 10 in (7, 9))
    ones = number - 10 * tens  # 70 and 90 count on from 60 and 80, up to nineteen.
    words = FRENCH_TENS[tens - 2]
    if tens == 8:
        return f"{words}-{FRENCH[ones]}" if ones else f"{words}s"
    if ones in (1, 11):
        return f"{words} et {FRENCH[ones]}"
    return f"{words}-{FRENCH[ones]}" if ones else words


def in_words(lang: str, number: int) -> str:
    """Return *number* in words in *lang* if it is 0 to 999, else in digits."""
    if not 0 <= number <= 999:
        return str(number)
    return french(number) if lang == "fr" else english(number)

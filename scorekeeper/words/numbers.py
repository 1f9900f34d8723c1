"""Numbers in words, as they are said at the table, from 0 to 999."""

from collections.abc import Callable, Mapping
from typing import Final


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
    """Return *number* (0 to 999) in English: one hundred and twenty-one."""
    if number >= 100:
        hundreds, rest = divmod(number, 100)
        said = f"{ENGLISH[hundreds]} hundred"
        return f"{said} and {english(rest)}" if rest else said
    if number < 20:
        return ENGLISH[number]
    tens, ones = divmod(number, 10)
    return ENGLISH_TENS[tens - 2] + (f"-{ENGLISH[ones]}" if ones else "")


def french(number: int) -> str:
    """Return *number* (0 to 999) in French: vingt et un, quatre-vingts, deux cent un."""
    if number >= 100:
        hundreds, rest = divmod(number, 100)
        said = "cent" if hundreds == 1 else f"{FRENCH[hundreds]} cent"
        if rest:
            return f"{said} {french(rest)}"
        return said if hundreds == 1 else f"{said}s"
    if number < 20:
        return FRENCH[number]
    return _french_tens(number)


def _french_tens(number: int) -> str:
    """Return 20 to 99; 70 and 90 count on from 60 and 80, up to nineteen."""
    tens = number // 10 - (number // 10 in (7, 9))
    ones = number - 10 * tens
    said = FRENCH_TENS[tens - 2]
    if tens == 8:
        return f"{said}-{FRENCH[ones]}" if ones else f"{said}s"
    if ones in (1, 11):
        return f"{said} et {FRENCH[ones]}"
    return f"{said}-{FRENCH[ones]}" if ones else said


SPOKEN: Final[Mapping[str, Callable[[int], str]]] = {"en": english, "fr": french}


def in_words(lang: str, number: int) -> str:
    """Return *number* in the words of *lang* from 0 to 999, else in figures."""
    return SPOKEN[lang](number) if 0 <= number <= 999 else str(number)

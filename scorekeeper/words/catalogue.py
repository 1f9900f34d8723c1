"""One language spoken: finds the sentence for an English one, and fills in its values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from gettext import NullTranslations, translation
from pathlib import Path
from string import Formatter
from types import MappingProxyType
from typing import Any, Final

from scorekeeper.words.french import JOINTS
from scorekeeper.words.languages import LANGUAGES
from scorekeeper.words.numbers import spoken
from scorekeeper.words.sentences import CataloguesMissing, NoSuchLanguage, en

DOMAIN: Final = "cribble"
LOCALE: Final = Path(__file__).with_name("locale")


NOT_COMPILED: Final = (
    "The sentences in {lang} are not compiled yet: run 'make setup'. "
    "Les phrases en {lang} ne sont pas encore compilées\u00a0: lancez «\u00a0make setup\u00a0»."
)
"""In both languages at once: it is said where the catalogue cannot be read."""


def raised(text: str) -> str:
    """*text* with a capital at its beginning."""
    return text[:1].upper() + text[1:]


class Filler(Formatter):
    """Fills ``{name}``, and in ``{name:de}``, ``{name:up}`` joins or raises the value first. A
    number that is not whole has its *point*, which is a comma in French."""

    def __init__(self, point: str) -> None:
        self._point = point

    def format_field(self, value: Any, format_spec: str) -> str:
        """The value as the sentence asks for it. An unknown wish is a ValueError."""
        if format_spec == "up":
            return raised(str(value))
        if format_spec in JOINTS:
            return JOINTS[format_spec](str(value))
        if isinstance(value, float):
            return f"{value:{format_spec or 'g'}}".replace(".", self._point)
        return str(super().format_field(value, format_spec))


FILLERS: Final = MappingProxyType({"en": Filler("."), "fr": Filler(",")})


@dataclass(frozen=True)
class Speech:
    """A language with its catalogue, and the letters printed on the court cards."""

    lang: str
    letters: str
    catalogue: NullTranslations

    def say(self, english: str, /, **values: Any) -> str:
        """The sentence in this language. *english* is a literal, or was marked with ``en``."""
        return FILLERS[self.lang].vformat(self.catalogue.gettext(english), (), values)

    def say_n(self, one: str, many: str, n: int, /, **values: Any) -> str:
        """The sentence for *n* things; ``{n}`` is filled in."""
        sentence = self.catalogue.ngettext(one, many, n)
        return FILLERS[self.lang].vformat(sentence, (), {"n": n, **values})

    def both(self, *names: str) -> str:
        """Ann, Ben and Carl."""
        return self._listed(names, en("{first} and {last}"))

    def either(self, *names: str) -> str:
        """Ann, Ben or Carl."""
        return self._listed(names, en("{first} or {last}"))

    def _listed(self, names: Sequence[str], joined: str) -> str:
        if len(names) < 2:
            return "".join(names)
        return self.say(joined, first=", ".join(names[:-1]), last=names[-1])

    def in_turn(self, *clauses: str) -> str:
        """Ben draws the ace; Ben deals."""
        return reduce(
            lambda done, then: self.say(en("{done}; {then}"), done=done, then=then), clauses
        )

    def number(self, number: int) -> str:
        """*number* as it is said aloud."""
        return spoken(self.lang, number)

    def points(self, points: int) -> str:
        """2 points."""
        return self.say_n("{n} point", "{n} points", points)


def catalogue(lang: str) -> NullTranslations:
    """The sentences of *lang*; English ones are their own. Raises Fault where there are none."""
    if lang not in LANGUAGES:
        raise NoSuchLanguage(
            en("There are no words in {lang}: the languages are {languages}."),
            lang=repr(lang),
            languages=", ".join(LANGUAGES),
        )
    if lang == LANGUAGES[0]:
        return NullTranslations()
    try:
        return translation(DOMAIN, LOCALE, [lang])
    except FileNotFoundError:
        raise CataloguesMissing(NOT_COMPILED, lang=repr(lang)) from None

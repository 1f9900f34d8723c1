"""One language: find the sentence for an English one in its catalogue, fill in the values."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from gettext import NullTranslations, translation
from pathlib import Path
from string import Formatter
from typing import Any, Final

from scorekeeper.words.french import JOINTS
from scorekeeper.words.numbers import spoken

LANGUAGES: Final = ("en", "fr")
"""The first one is the language of the sources, and what is spoken where nobody says."""


def from_accept_language(header: str) -> str:
    """The language that an ``Accept-Language`` header likes best of those there are."""
    wishes = [_wish(part) for part in header.split(",")]
    known = [(quality, lang) for lang, quality in wishes if lang in LANGUAGES and quality > 0]
    return max(known, key=lambda wish: wish[0])[1] if known else LANGUAGES[0]


def _wish(part: str) -> tuple[str, float]:
    """``fr-CA;q=0.8`` is French, wished for with 0.8; what cannot be read is not wished for."""
    tag, *parameters = part.split(";")
    quality = "1"
    for parameter in parameters:
        name, _, value = parameter.partition("=")
        if name.strip() == "q":
            quality = value.strip()
    fine = re.fullmatch(r"[01](\.\d{0,3})?", quality)
    return _language(tag), float(quality) if fine else 0.0


def from_locale(name: str) -> str:
    """The language of a locale such as ``fr_CA.UTF-8``, or of a list such as ``fr:en``."""
    wishes = (_language(part) for part in name.split(":"))
    return next((lang for lang in wishes if lang in LANGUAGES), LANGUAGES[0])


def _language(tag: str) -> str:
    return re.split(r"[-_.@]", tag.strip().lower(), maxsplit=1)[0]


def en(sentence: str) -> str:
    """Mark an English sentence that the catalogues have in other languages. Changes nothing."""
    return sentence


class Fault(ValueError):
    """Something wrong at the edge, as a sentence with its values.

    ``sentence`` is English with ``{names}``, marked with ``en``; ``Words.fault`` says it in the
    reader's language, ``str`` in English.
    """

    def __init__(self, sentence: str, /, **values: Any) -> None:
        super().__init__(sentence.format(**values))
        self.sentence, self.values = sentence, values


class CataloguesMissing(Fault):
    """The catalogue of a language was not compiled."""


class NoSuchLanguage(Fault):
    """There are no words in this language."""


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


FILLERS: Final = {"en": Filler("."), "fr": Filler(",")}


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

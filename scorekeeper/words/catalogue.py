"""One language: its catalogue of sentences, and how values are filled in."""

import re
from collections.abc import Sequence
from functools import cache, lru_cache, reduce
from gettext import NullTranslations, translation
from pathlib import Path
from string import Formatter
from typing import Any, Final

import msgspec

from scorekeeper.words.french import JOINTS
from scorekeeper.words.numbers import in_words

LANGUAGES: Final = ("en", "fr")
"""The first is the language of the sources, and the default."""


@lru_cache(maxsize=64)
def from_accept_language(header: str) -> str:
    """Return the language that an ``Accept-Language`` header prefers, or the default."""
    wishes = [_wish(part) for part in header.split(",")]
    known = [(quality, lang) for lang, quality in wishes if lang in LANGUAGES and quality > 0]
    return max(known, key=lambda wish: wish[0])[1] if known else LANGUAGES[0]


def _wish(part: str) -> tuple[str, float]:
    """Return the language and quality of ``fr-CA;q=0.8``; quality 0 where it cannot be read."""
    tag, *parameters = part.split(";")
    quality = "1"
    for parameter in parameters:
        name, _, value = parameter.partition("=")
        if name.strip() == "q":
            quality = value.strip()
    fine = re.fullmatch(r"[01](\.\d{0,3})?", quality)
    return _language(tag), float(quality) if fine else 0.0


def from_locale(name: str) -> str:
    """Return the language of a locale such as ``fr_CA.UTF-8``, or of a list such as ``fr:en``."""
    wishes = (_language(part) for part in name.split(":"))
    return next((lang for lang in wishes if lang in LANGUAGES), LANGUAGES[0])


def _language(tag: str) -> str:
    return re.split(r"[-_.@]", tag.strip().lower(), maxsplit=1)[0]


def en(sentence: str) -> str:
    """Return *sentence*, now marked for the catalogues where no ``say`` or fault takes it first."""
    return sentence


class Fault(ValueError):
    """Bad input or a bad setting, as a sentence with its values.

    ``sentence`` is English with ``{names}``, marked with ``en``; ``Words.fault`` translates it,
    ``str`` is the English.
    """

    def __init__(self, sentence: str, /, **values: Any) -> None:
        super().__init__(sentence.format(**values))
        self.sentence, self.values = sentence, values


class CataloguesMissing(Fault):
    """The catalogue of a language is not compiled."""


class NoSuchLanguage(Fault):
    """There is no catalogue for this language."""


DOMAIN: Final = "cribble"
LOCALE: Final = Path(__file__).with_name("locale")

NOT_COMPILED: Final = (
    "The sentences in {lang} are not compiled yet: run 'make setup'. "
    "Les phrases en {lang} ne sont pas encore compilées\u00a0: lancez «\u00a0make setup\u00a0»."
)
"""In both languages, because the catalogue is what cannot be read."""


def capitalised(text: str) -> str:
    """Return *text* with a capital first letter."""
    return text[:1].upper() + text[1:]


class Filler:
    """Fills in ``{name}``, ``{name:up}`` (capitalised) and the joints of French
    (``{name:de}``).

    Fractions are written with *point*, which is a comma in French.
    """

    def __init__(self, point: str) -> None:
        self._point = point

    def fill(self, sentence: str, values: dict[str, Any]) -> str:
        """Return *sentence* with its *values*. Raises ValueError for an unknown format."""
        parts = _parts(sentence)
        if len(parts) == 1 and parts[0][1] is None:
            return parts[0][0]
        return "".join(
            text if name is None else text + self._formatted(values[name], form or "")
            for text, name, form, _ in parts
        )

    def _formatted(self, value: Any, form: str) -> str:
        if form == "up":
            return capitalised(str(value))
        if form in JOINTS:
            return JOINTS[form](str(value))
        if isinstance(value, float):
            return f"{value:{form or 'g'}}".replace(".", self._point)
        return format(value, form)


@cache
def _parts(sentence: str) -> tuple[tuple[str, str | None, str | None, str | None], ...]:
    """Return the texts of *sentence*, each with the name and format of what follows it."""
    return tuple(Formatter().parse(sentence))


FILLERS: Final = {"en": Filler("."), "fr": Filler(",")}


class Speech(msgspec.Struct, frozen=True):
    """A language with its catalogue, and the letters printed on the court cards."""

    lang: str
    letters: str
    catalogue: NullTranslations

    def say(self, english: str, /, **values: Any) -> str:
        """Return the translation of *english*, which is a literal or was marked with ``en``."""
        return FILLERS[self.lang].fill(self.catalogue.gettext(english), values)

    def say_n(self, one: str, many: str, n: int, /, **values: Any) -> str:
        """Return the sentence for *n* things; ``{n}`` is filled in."""
        sentence = self.catalogue.ngettext(one, many, n)
        return FILLERS[self.lang].fill(sentence, {"n": n, **values})

    def and_list(self, *names: str, nested: bool = False) -> str:
        """Return ``Ann, Ben and Carl``; ``Ann and Dee, and Ben and Eve`` of *nested* lists."""
        joined = en("{first}, and {last}") if nested else en("{first} and {last}")
        return self._listed(names, joined)

    def or_list(self, *names: str) -> str:
        """Return ``Ann, Ben or Carl``."""
        return self._listed(names, en("{first} or {last}"))

    def _listed(self, names: Sequence[str], joined: str) -> str:
        if len(names) < 2:
            return "".join(names)
        return self.say(joined, first=", ".join(names[:-1]), last=names[-1])

    def join_clauses(self, *clauses: str) -> str:
        """Return ``Ben draws the ace; Ben deals``."""
        return reduce(lambda done, then: self.say("{done}; {then}", done=done, then=then), clauses)

    def number(self, number: int) -> str:
        """Return *number* in words, as it is said aloud."""
        return in_words(self.lang, number)


def catalogue(lang: str) -> NullTranslations:
    """Return the catalogue of *lang*. Raises NoSuchLanguage or CataloguesMissing."""
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

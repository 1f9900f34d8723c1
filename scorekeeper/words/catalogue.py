"""A language: its catalogue of sentences, and the formatting of values in them."""

import re
from collections.abc import Sequence
from functools import cache, lru_cache, reduce
from gettext import NullTranslations, translation
from pathlib import Path
from string import Formatter
from typing import Any, Final

import msgspec

from scorekeeper.words.grammar import JOINTS, in_words

LANGUAGES: Final = ("en", "fr")
"""The languages of the program; the first is the source language and the default."""


@lru_cache(maxsize=64)
def from_accept_language(header: str) -> str:
    """Return the preferred language of an ``Accept-Language`` header, or the default."""
    best, lang = 0.0, LANGUAGES[0]
    for part in header.split(","):
        tag, *parameters = part.split(";")
        quality = "1"
        for parameter in parameters:
            name, _, value = parameter.partition("=")
            if name.strip() == "q":
                quality = value.strip()
        is_valid = re.fullmatch(r"[01](\.\d{0,3})?", quality)
        if is_valid and float(quality) > best and _language(tag) in LANGUAGES:
            best, lang = float(quality), _language(tag)
    return lang


def from_locale(name: str) -> str:
    """Return the language of a locale such as ``fr_CA.UTF-8``, or of a list such as ``fr:en``."""
    wishes = (_language(part) for part in name.split(":"))
    return next((lang for lang in wishes if lang in LANGUAGES), LANGUAGES[0])


def _language(tag: str) -> str:
    return re.split(r"[-_.@]", tag.strip().lower(), maxsplit=1)[0]


def en(sentence: str) -> str:
    """Return *sentence* unchanged; marks it for translation."""
    return sentence


class Fault(ValueError):
    """Invalid input or configuration, as a sentence with values.

    ``sentence`` is English with ``{names}``, marked with ``en``; ``Words.fault`` translates it,
    ``str`` returns the English.
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
    "The translations for {lang} are not compiled: run 'make setup'. Les phrases en {lang} ne "
    "sont pas encore compilées\u00a0: lancez «\u00a0make setup\u00a0»."
)
"""The message of ``CataloguesMissing``, in both languages because it cannot be translated."""


MAX_LENGTH: Final = 60


def shown(value: Any) -> str:
    """Return *value* as JSON, shortened for messages."""
    return cut(msgspec.json.encode(value, enc_hook=str))


def cut(text: str | bytes, longest: int = MAX_LENGTH) -> str:
    """Return at most *longest* characters of *text*, escaped; ``""`` if it is empty."""
    if isinstance(text, bytes):
        text = text.decode("utf-8", "backslashreplace")
    plain = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text[: longest + 1])
    return (plain if len(plain) <= longest else f"{plain[: longest - 1]}…") or '""'


def capitalised(text: str) -> str:
    """Return *text* with its first letter capitalised."""
    return text[:1].upper() + text[1:]


@cache
def _parts(sentence: str) -> tuple[tuple[str, str | None, str | None, str | None], ...]:
    return tuple(Formatter().parse(sentence))


class Speech(msgspec.Struct, frozen=True):
    """A language with its catalogue, and the letters on its court cards."""

    lang: str
    letters: str
    catalogue: NullTranslations

    def say(self, english: str, /, **values: Any) -> str:
        """Return the translation of *english*, a literal or a sentence marked with ``en``.

        It may contain ``{name}``, ``{name:up}`` (capitalised), and French articles and prepositions
        (``{name:de}``). Raises ValueError for an unknown format.
        """
        return self._filled(self.catalogue.gettext(english), values)

    def say_n(self, one: str, many: str, n: int, /, **values: Any) -> str:
        """Return the translation of *one* or *many*, as *n* requires; ``{n}`` is filled in."""
        return self._filled(self.catalogue.ngettext(one, many, n), {"n": n, **values})

    def _filled(self, sentence: str, values: dict[str, Any]) -> str:
        filled = ""
        for text, name, form, _ in _parts(sentence):
            filled += text
            if name is None or form is None:
                continue
            value = values[name]
            if form == "up":
                filled += capitalised(str(value))
            elif form in JOINTS:
                filled += JOINTS[form](str(value))
            elif isinstance(value, float):
                point = "," if self.lang == "fr" else "."
                filled += f"{value:{form or 'g'}}".replace(".", point)
            else:
                filled += format(value, form)
        return filled

    def and_list(self, *names: str, nested: bool = False) -> str:
        """Return a list such as “Ann, Ben and Carl”; *nested*: “Ann and Dee, and Ben and Eve”."""
        joined = en("{first}, and {last}") if nested else en("{first} and {last}")
        return self._listed(names, joined)

    def or_list(self, *names: str) -> str:
        """Return a list such as “Ann, Ben or Carl”."""
        return self._listed(names, en("{first} or {last}"))

    def _listed(self, names: Sequence[str], joined: str) -> str:
        if len(names) < 2:
            return "".join(names)
        return self.say(joined, first=", ".join(names[:-1]), last=names[-1])

    def join_clauses(self, *clauses: str) -> str:
        """Return clauses joined as in “Ben draws the ace; Ben deals”."""
        return reduce(lambda done, then: self.say("{done}; {then}", done=done, then=then), clauses)

    def number(self, number: int) -> str:
        """Return *number* in words."""
        return in_words(self.lang, number)


def load_catalogue(lang: str) -> NullTranslations:
    """Return the catalogue of *lang*. Raises NoSuchLanguage or CataloguesMissing."""
    if lang not in LANGUAGES:
        raise NoSuchLanguage(
            en("Unknown language {lang}; available: {languages}."),
            lang=repr(lang),
            languages=", ".join(LANGUAGES),
        )
    if lang == LANGUAGES[0]:
        return NullTranslations()
    try:
        return translation(DOMAIN, LOCALE, [lang])
    except FileNotFoundError:
        raise CataloguesMissing(NOT_COMPILED, lang=repr(lang)) from None

"""The translations of the page: every sentence that its scripts say, in one language.

In ``make setup`` Babel finds the calls of ``t`` in the scripts, and their sentences are kept in
``sentences.json``, so that the running program needs no Babel.
"""

from functools import cache
from json import dumps, loads
from pathlib import Path
from typing import Any, Final

from scorekeeper.words import CataloguesMissing, Words
from scorekeeper.words.french import DE_RULES

SCRIPTS: Final = Path(__file__).with_name("static")
WIZARD: Final = "wizard"
"""The script and the folder of the wizard."""
KEPT: Final = Path(__file__).with_name("sentences.json")


NOT_EXTRACTED: Final = (
    "The sentences of the page are not extracted yet: run 'make setup'. "
    "Les phrases de la page ne sont pas encore extraites\u00a0: lancez «\u00a0make setup\u00a0»."
)


@cache
def sentences() -> tuple[str, ...]:
    """Return every English sentence of the page once; a bar parts the two forms of a plural.

    Raises CataloguesMissing where ``make setup`` has not run.
    """
    return _kept()[0]


def of_the_wizard() -> frozenset[str]:
    """Return the sentences that only the page of the wizard says."""
    return frozenset(_kept()[1])


@cache
def _kept() -> tuple[tuple[str, ...], tuple[str, ...]]:
    try:
        every, wizard = loads(KEPT.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise CataloguesMissing(NOT_EXTRACTED) from None
    return tuple(every), tuple(wizard)


def translations(words: Words, *, wizard: bool = True) -> dict[str, str]:
    """Return the sentences of the page by their English text, with the values left open; those that
    only the *wizard* says are for its own page."""
    left_out = frozenset[str]() if wizard else of_the_wizard()
    said = (english for english in sentences() if english not in left_out)
    return {english: _translated(words, english) for english in said}


def _translated(words: Words, english: str) -> str:
    one, bar, many = english.partition("|")
    if not bar:
        return words.catalogue.gettext(english)
    return "|".join(words.catalogue.ngettext(one, many, n) for n in (1, 2))


def de_rules(words: Words) -> dict[str, Any]:
    """Return how the page joins *de* to a name it fills in; nothing in English."""
    return dict(DE_RULES) if words.lang == "fr" else {}


def extract() -> list[str]:
    """Return what the scripts say now: the first argument of each call of ``t``."""
    return sorted({message for _, message in _found()})


def extract_wizard() -> list[str]:
    """Return what only the wizard says, whose script and folder no phone at the table loads."""
    others = {message for file, message in _found() if not file.startswith(WIZARD)}
    return [message for message in extract() if message not in others]


def _found() -> list[tuple[str, str]]:
    from babel.messages.extract import extract_from_dir

    found = extract_from_dir(SCRIPTS, [("**.js", "javascript")], keywords={"t": None})
    return [(str(file), str(message)) for file, _, message, _, _ in found]


def keep() -> None:
    """Write what the scripts say to where `sentences` reads it."""
    said = [extract(), extract_wizard()]
    KEPT.write_text(dumps(said, ensure_ascii=False, indent=0) + "\n", encoding="utf-8")

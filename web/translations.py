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
"""The script and the folder of the wizard, which a phone at the table never loads."""
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
    return tuple(one for part in _kept() for one in part)


@cache
def _of_the_wizard() -> frozenset[str]:
    return frozenset(_kept()[1])


def _kept() -> tuple[tuple[str, ...], tuple[str, ...]]:
    try:
        page, wizard = loads(KEPT.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise CataloguesMissing(NOT_EXTRACTED) from None
    return tuple(page), tuple(wizard)


def translations(words: Words, *, wizard: bool = True) -> dict[str, str]:
    """Return the sentences of the page by their English text, with the values left open; those that
    only the *wizard* says are for its own page."""
    left_out = frozenset[str]() if wizard else _of_the_wizard()
    return {english: _translated(words, english) for english in sentences() if english not in left_out}


def _translated(words: Words, english: str) -> str:
    one, bar, many = english.partition("|")
    if not bar:
        return words.catalogue.gettext(english)
    return "|".join(words.catalogue.ngettext(one, many, n) for n in (1, 2))


def de_rules(words: Words) -> dict[str, Any]:
    """Return how the page joins *de* to a name it fills in; nothing in English."""
    return dict(DE_RULES) if words.lang == "fr" else {}


def extract() -> tuple[list[str], list[str]]:
    """Return what the scripts say now, the first argument of each call of ``t``: what any page
    says, and what only the wizard does."""
    from babel.messages.extract import extract_from_dir

    found = extract_from_dir(SCRIPTS, [("**.js", "javascript")], keywords={"t": None})
    said = [(str(file), str(message)) for file, _, message, _, _ in found]
    page = {message for file, message in said if not file.startswith(WIZARD)}
    return sorted(page), sorted({message for _, message in said} - page)


def keep() -> None:
    """Write what `extract` returns to where `sentences` reads it."""
    KEPT.write_text(dumps(extract(), ensure_ascii=False, indent=0) + "\n", encoding="utf-8")

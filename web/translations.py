"""The translations of the page: every sentence that its scripts say, in one language.

In ``make setup`` Babel finds the calls of ``t`` in the scripts, and their sentences are kept in
``sentences.json``, so that the running program needs no Babel.
"""

from functools import cache
from json import dumps, loads
from pathlib import Path
from typing import Any, Final

from scorekeeper.words import CataloguesMissing, Words
from scorekeeper.words.french import JOINT_RULES

SCRIPTS: Final = Path(__file__).with_name("static")
OF_A_CLUB: Final = ("club/", "wall.js", "me.js", "director.js")
OF_THE_WIZARD: Final = ("wizard/", "wizard.js")
"""The scripts of a hub's pages, and of the wizard's, by how their paths begin: no phone at a table
needs their words."""
KEPT: Final = Path(__file__).with_name("sentences.json")


NOT_EXTRACTED: Final = (
    "The sentences of the page are not extracted yet: run 'make setup'. "
    "Les phrases de la page ne sont pas encore extraites\u00a0: lancez «\u00a0make setup\u00a0»."
)


def sentences() -> tuple[str, ...]:
    """Return every English sentence of a table's pages once; a bar parts the two forms of a plural.

    Raises CataloguesMissing where ``make setup`` has not run.
    """
    return _kept()["table"]


def club_sentences() -> tuple[str, ...]:
    """Return every English sentence of a hub's pages, those of the parts that they share included.

    Raises CataloguesMissing.
    """
    return _kept()["table"] + _kept()["club"]


def wizard_sentences() -> tuple[str, ...]:
    """Return every English sentence of the wizard's page in the same way.

    Raises CataloguesMissing.
    """
    return _kept()["table"] + _kept()["wizard"]


@cache
def _kept() -> dict[str, tuple[str, ...]]:
    try:
        kept = loads(KEPT.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise CataloguesMissing(NOT_EXTRACTED) from None
    return {part: tuple(found) for part, found in kept.items()}


def translations(words: Words, said: tuple[str, ...] | None = None) -> dict[str, str]:
    """Return the sentences of the pages by their English text, with the values left open; those
    *said* at a table unless others are named."""
    return {english: _translated(words, english) for english in said or sentences()}


def _translated(words: Words, english: str) -> str:
    one, bar, many = english.partition("|")
    if not bar:
        return words.catalogue.gettext(english)
    return "|".join(words.catalogue.ngettext(one, many, n) for n in (1, 2))


def joint_rules(words: Words) -> dict[str, Any]:
    """Return how the page joins *le*, *de* and *à* to a name it fills in; nothing in English."""
    return dict(JOINT_RULES) if words.lang == "fr" else {}


def extract() -> dict[str, list[str]]:
    """Return what the scripts say now, those of a table and what only those of a club or the wizard
    do: the first argument of each call of ``t``."""
    from babel.messages.extract import extract_from_dir

    found = [*extract_from_dir(SCRIPTS, [("**.js", "javascript")], keywords={"t": None})]
    said = [(str(path), str(text)) for path, _, text, *_ in found]
    club = {text for path, text in said if path.startswith(OF_A_CLUB)}
    wizard = {text for path, text in said if path.startswith(OF_THE_WIZARD)}
    others = (*OF_A_CLUB, *OF_THE_WIZARD)
    table = {text for path, text in said if not path.startswith(others)}
    return {"table": sorted(table), "club": sorted(club - table), "wizard": sorted(wizard - table)}


def keep() -> None:
    """Write what the scripts say to where `sentences` reads it."""
    KEPT.write_text(dumps(extract(), ensure_ascii=False, indent=0) + "\n", encoding="utf-8")

"""The translations of the page: every sentence that its scripts say, in one language.

In ``make setup`` Babel finds the calls of ``t`` in the scripts and keeps their sentences in
``sentences.json``, so that the running program needs no Babel.
"""

from functools import cache
from json import dumps, loads
from pathlib import Path
from typing import Final

from scorekeeper.words import CataloguesMissing, Words

SCRIPTS: Final = Path(__file__).with_name("static")
OF_A_PART: Final = {
    "club": ("club/", "wall.js", "me.js", "director.js"),
    "wizard": ("wizard/", "wizard.js"),
}
"""How the paths of scripts begin whose words no phone at a table needs: of a hub's pages, and of
the wizard's."""
KEPT: Final = Path(__file__).with_name("sentences.json")

NOT_EXTRACTED: Final = (
    "The sentences of the page are not extracted yet: run 'make setup'. "
    "Les phrases de la page ne sont pas encore extraites\u00a0: lancez «\u00a0make setup\u00a0»."
)


@cache
def sentences(part: str = "table") -> tuple[str, ...]:
    """Return every English sentence of the pages of a table, of a ``club`` or of the ``wizard``;
    a bar separates the two forms of a plural. Raises CataloguesMissing before ``make setup``.
    """
    try:
        kept = loads(KEPT.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise CataloguesMissing(NOT_EXTRACTED) from None
    return tuple(kept["table"] + (kept[part] if part != "table" else []))


def translations(words: Words, part: str = "table") -> dict[str, str]:
    """Return the sentences of a *part* of the pages by their English text, not filled in."""
    translated = {}
    for english in sentences(part):
        singular, bar, plural = english.partition("|")
        if bar:
            forms = (words.catalogue.ngettext(singular, plural, n) for n in (1, 2))
            translated[english] = "|".join(forms)
        else:
            translated[english] = words.catalogue.gettext(english)
    return translated


def extract() -> dict[str, list[str]]:
    """Return the first argument of each call of ``t`` in the scripts: those of a table, and those
    only of a club or the wizard."""
    from babel.messages.extract import extract_from_dir

    calls = [*extract_from_dir(SCRIPTS, [("**.js", "javascript")], keywords={"t": None})]
    parts: dict[str, set[str]] = {"table": set(), **{part: set() for part in OF_A_PART}}
    for path, _, text, *_ in calls:
        prefixes = OF_A_PART.items()
        part = next((part for part, begin in prefixes if str(path).startswith(begin)), "table")
        parts[part].add(str(text))
    table = parts["table"]
    return {
        part: sorted(texts - table if part != "table" else texts) for part, texts in parts.items()
    }


def keep() -> None:
    """Write the extracted sentences to the file that ``sentences`` reads."""
    KEPT.write_text(dumps(extract(), ensure_ascii=False, indent=0) + "\n", encoding="utf-8")

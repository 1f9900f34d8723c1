"""The translations of the pages: every sentence in their scripts, by language.

``make setup`` extracts the arguments of ``t`` in the scripts with Babel and writes them to
``sentences.json``, so that Babel is not required at run time.
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
"""Path prefixes of scripts, by part. Phones at a table do not get the sentences of hubs and of the
wizard."""
KEPT: Final = Path(__file__).with_name("sentences.json")

NOT_EXTRACTED: Final = (
    "The texts of the page are not extracted yet: run 'make setup'. Les phrases de la page ne "
    "sont pas encore extraites\u00a0: lancez «\u00a0make setup\u00a0»."
)


@cache
def sentences(part: str = "table") -> tuple[str, ...]:
    """Return all English sentences of the table's pages, and those of *part* (``club`` or
    ``wizard``). A bar separates singular and plural. Raises CataloguesMissing before ``make
    setup``."""
    try:
        kept = loads(KEPT.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise CataloguesMissing(NOT_EXTRACTED) from None
    return tuple(kept["table"] + (kept[part] if part != "table" else []))


def translations(words: Words, part: str = "table") -> dict[str, str]:
    """Return the translations of a *part* of the pages by English text, with placeholders."""
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
    """Return the first arguments of all calls to ``t`` in the scripts, by part: those of the table,
    and the additional ones of each other part."""
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

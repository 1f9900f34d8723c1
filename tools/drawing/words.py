"""Translations for wiring drawings: their own catalogue, then the program's."""

from functools import cache
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path
from typing import Final

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from msgspec.structs import replace

from scorekeeper.words import LANGUAGES, Words

PO: Final = Path(__file__).with_name("fr.po")


@cache
def drawing_words(lang: str) -> Words:
    """Return the translations for *lang*, including those of the drawings."""
    words = Words.of(lang)
    if lang == LANGUAGES[0]:
        return words
    compiled = BytesIO()
    with PO.open("rb") as file:
        write_mo(compiled, read_po(file, locale=lang))
    compiled.seek(0)
    catalogue = GNUTranslations(compiled)
    catalogue.add_fallback(words.catalogue)
    return replace(words, catalogue=catalogue)

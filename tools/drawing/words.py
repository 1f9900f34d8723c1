"""The sentences of wiring drawings: their own catalogue, and then the program's."""

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
    """Return the words of the program in *lang* with the sentences of the drawings."""
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

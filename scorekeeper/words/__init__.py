"""Every sentence that a person reads or hears, in English and French.

The English text is the key of a sentence and is written where it is said; the French is in
``locale/fr/LC_MESSAGES/cribble.po``, which ``make setup`` compiles.
"""

from scorekeeper.words.catalogue import (
    LANGUAGES,
    CataloguesMissing,
    Fault,
    NoSuchLanguage,
    en,
    from_accept_language,
    from_locale,
)
from scorekeeper.words.game.rules import COUNTING
from scorekeeper.words.game.tally import CountLine
from scorekeeper.words.words import Words

__all__ = [
    "COUNTING",
    "LANGUAGES",
    "CataloguesMissing",
    "CountLine",
    "Fault",
    "NoSuchLanguage",
    "Words",
    "en",
    "from_accept_language",
    "from_locale",
]

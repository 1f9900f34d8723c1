"""The translations of the page: every sentence that its scripts say, in one language."""

import re
from functools import cache
from json import loads
from pathlib import Path
from typing import Any, Final

from scorekeeper.words import Words
from scorekeeper.words.french import DE_RULES

SCRIPTS: Final = Path(__file__).with_name("static")

SAID: Final = re.compile(r'\bt\(\s*("(?:[^"\\]|\\.)*")')
"""A call of ``t`` with a literal, which is English; a bar parts the two forms of a plural.

Babel reads JavaScript too, but misses calls inside template literals that hold braces.
"""


@cache
def sentences() -> tuple[str, ...]:
    """Return every English sentence in the scripts of the page, once each."""
    scripts = (path.read_text(encoding="utf-8") for path in sorted(SCRIPTS.rglob("*.js")))
    literals = (literal for script in scripts for literal in SAID.findall(script))
    return tuple(dict.fromkeys(map(loads, literals)))


def translations(words: Words) -> dict[str, str]:
    """Return the sentences of the page by their English text, with the values left open."""
    return {english: _translated(words, english) for english in sentences()}


def _translated(words: Words, english: str) -> str:
    one, bar, many = english.partition("|")
    if not bar:
        return words.catalogue.gettext(english)
    return "|".join(words.catalogue.ngettext(one, many, n) for n in (1, 2))


def de_rules(words: Words) -> dict[str, Any]:
    """Return how the page joins *de* to a name it fills in; nothing in English."""
    return dict(DE_RULES) if words.lang == "fr" else {}

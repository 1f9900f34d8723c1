"""Which languages there are words in, and which of them a browser or a terminal asks for."""

from __future__ import annotations

import re
from typing import Final

LANGUAGES: Final = ("en", "fr")
"""The first one is the language of the sources, and what is spoken where nobody says."""


def from_accept_language(header: str) -> str:
    """The language that an ``Accept-Language`` header likes best of those there are."""
    wishes = [_wish(part) for part in header.split(",")]
    known = [(quality, lang) for lang, quality in wishes if lang in LANGUAGES and quality > 0]
    return max(known, key=lambda wish: wish[0])[1] if known else LANGUAGES[0]


def _wish(part: str) -> tuple[str, float]:
    """``fr-CA;q=0.8`` is French, wished for with 0.8; what cannot be read is not wished for."""
    tag, *parameters = part.split(";")
    quality = "1"
    for parameter in parameters:
        name, _, value = parameter.partition("=")
        if name.strip() == "q":
            quality = value.strip()
    fine = re.fullmatch(r"[01](\.\d{0,3})?", quality)
    return _language(tag), float(quality) if fine else 0.0


def from_locale(name: str) -> str:
    """The language of a locale such as ``fr_CA.UTF-8``, or of a list such as ``fr:en``."""
    wishes = (_language(part) for part in name.split(":"))
    return next((lang for lang in wishes if lang in LANGUAGES), LANGUAGES[0])


def _language(tag: str) -> str:
    return re.split(r"[-_.@]", tag.strip().lower(), maxsplit=1)[0]

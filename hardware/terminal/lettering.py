"""Names and sentences in a terminal: only what can be seen, and no wider than there is room."""

import unicodedata
from typing import Final, TextIO

NO_BREAK: Final = frozenset("\u00a0\u202f")
"""Spaces before a colon in French, which Python does not call printable."""


def written(text: str) -> str:
    """*text* without what a terminal would obey instead of show."""
    if text.isprintable():
        return text
    return "".join(letter for letter in text if letter.isprintable() or letter in NO_BREAK)


def writable(text: str, out: TextIO) -> str:
    """*text*, with question marks for what *out* cannot write."""
    code = out.encoding or "utf-8"
    return text.encode(code, "replace").decode(code)


def columns(text: str) -> int:
    """Return the columns that *text* takes in a terminal."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(letter) else 1 + (unicodedata.east_asian_width(letter) in "WF")
        for letter in text
    )


def cut(text: str, room: int) -> str:
    """*text*, shortened where it takes more columns than there is *room*."""
    if columns(text) <= room:
        return text
    while text and columns(text) > room - 1:
        text = text[:-1]
    return text + "…"[: max(room, 0)]

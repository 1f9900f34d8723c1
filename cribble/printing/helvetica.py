"""How wide words in Helvetica are, in which sheets are printed; fonts that stand in for it are made
as wide."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final
from unicodedata import normalize

_BY_WIDTH: Final = {
    191: "'",
    222: "ijl’",
    278: "fIt ,.:;!/",
    333: "r-()",
    500: "cksvxyzJ",
    556: "abdeghnopquL0123456789?_–",
    584: "+=",
    611: "FTZ",
    667: "ABEKPSVXY",
    722: "CDHNRUw",
    778: "GOQ",
    833: "mM",
    944: "W",
    1000: "…—",
}
"""In thousandths of the height of the line (Adobe's metrics of the font)."""

WIDTHS: Final[Mapping[str, float]] = MappingProxyType(
    {letter: width / 1000 for width, letters in _BY_WIDTH.items() for letter in letters}
)
USUAL: Final = 0.6
"""Of a letter that is not among them."""


def width(words: str, height: float) -> float:
    """How wide *words* are, in mm, in lines of that *height*; no accent makes a letter wider."""
    return height * sum(WIDTHS.get(_bare(letter), USUAL) for letter in words)


def _bare(letter: str) -> str:
    return letter if letter in WIDTHS else normalize("NFKD", letter)[0]


def lines(words: str, height: float, room: float) -> tuple[str, ...]:
    """*words* in lines that are no wider than *room*, unless a word is by itself."""
    told: list[str] = []
    for word in words.split(" "):
        if told and width(f"{told[-1]} {word}", height) <= room:
            told[-1] += f" {word}"
        else:
            told.append(word)
    return tuple(told)

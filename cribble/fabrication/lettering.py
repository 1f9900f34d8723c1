"""Letters of single lines, which a laser engraves the same everywhere: no font is needed.

Each is drawn on a grid, capitals 6 high: ``xy`` is a point, a space goes on, ``|`` lifts the beam.
"""

from collections.abc import Iterator
from typing import Final
from unicodedata import normalize

from cribble.fabrication.flat import Polyline
from scorekeeper.board.shape import Point

CAPITAL: Final = 6
BETWEEN: Final = 2
"""Of the grid, between two letters."""
SPACE: Final = 3

LETTERS: Final = {
    "A": "00 04 26 44 40|03 43",
    "B": "00 06 36 45 44 33 03|33 42 41 30 00",
    "C": "45 36 16 05 01 10 30 41",
    "D": "00 06 26 44 42 20 00",
    "E": "46 06 00 40|03 33",
    "F": "46 06 00|03 33",
    "G": "45 36 16 05 01 10 30 41 43 23",
    "H": "00 06|40 46|03 43",
    "I": "00 06",
    "J": "01 10 20 31 36",
    "K": "00 06|46 02|24 40",
    "L": "06 00 40",
    "M": "00 06 23 46 40",
    "N": "00 06 40 46",
    "O": "10 01 05 16 36 45 41 30 10",
    "P": "00 06 36 45 44 33 03",
    "Q": "10 01 05 16 36 45 41 30 10|22 40",
    "R": "00 06 36 45 44 33 03|23 40",
    "S": "01 10 30 41 42 33 13 04 05 16 36 45",
    "T": "06 46|26 20",
    "U": "06 01 10 30 41 46",
    "V": "06 20 46",
    "W": "06 10 23 30 46",
    "X": "00 46|06 40",
    "Y": "06 23 46|23 20",
    "Z": "06 46 00 40",
    "0": "10 01 05 16 36 45 41 30 10",
    "1": "05 16 10",
    "2": "05 16 36 45 44 00 40",
    "3": "05 16 36 45 44 33 13|33 42 41 30 10 01",
    "4": "30 36 02 42",
    "5": "46 06 04 34 43 41 30 10 01",
    "6": "45 36 16 05 01 10 30 41 42 33 03",
    "7": "06 46 10",
    "8": "13 04 05 16 36 45 44 33 13 02 01 10 30 41 42 33",
    "9": "01 10 30 41 45 36 16 05 04 13 43",
    "-": "03 23",
    ".": "00 01",
    "’": "16 04",
    "/": "00 46",
    "+": "03 43|21 25",
    "&": "40 04 05 16 25 24 02 01 10 20 42",
}
ABOVE: Final = {
    "\N{COMBINING ACUTE ACCENT}": "17 38",
    "\N{COMBINING GRAVE ACCENT}": "18 37",
    "\N{COMBINING CIRCUMFLEX ACCENT}": "17 28 37",
    "\N{COMBINING DIAERESIS}": "17 18|37 38",
}
"""Accents, above a letter."""
CEDILLA: Final = ((Point(2, 0), Point(2, -1), Point(1, -2)),)
OTHERWISE: Final = {"Œ": "OE", "Æ": "AE", "'": "’", "–": "-", "−": "-", "—": "-"}


def _strokes(drawn: str) -> tuple[tuple[Point, ...], ...]:
    return tuple(
        tuple(Point(int(at[0]), int(at[1])) for at in stroke.split()) for stroke in drawn.split("|")
    )


def _letters(words: str) -> Iterator[tuple[float, tuple[tuple[Point, ...], ...]]]:
    """Yield the width and the strokes of each letter; accents have no width."""
    plain = words.upper()
    for letter, other in OTHERWISE.items():
        plain = plain.replace(letter, other)
    for letter in normalize("NFD", plain):
        if letter in LETTERS:
            strokes = _strokes(LETTERS[letter])
            yield max(point.x for stroke in strokes for point in stroke) + BETWEEN, strokes
        elif letter in ABOVE:
            yield 0, _strokes(ABOVE[letter])
        elif letter == "\N{COMBINING CEDILLA}":
            yield 0, CEDILLA
        elif letter.isspace():
            yield SPACE, ()


def letters_width(words: str, height: float) -> float:
    """Return the width of *words* whose capitals are *height* mm high."""
    return max(sum(wide for wide, _ in _letters(words)) - BETWEEN, 0) * height / CAPITAL


def engraved(words: str, middle: Point, height: float) -> Iterator[Polyline]:
    """Yield the strokes of *words* around *middle*, their capitals *height* mm high."""
    unit = height / CAPITAL
    x, last = middle.x - letters_width(words, height) / 2, 0.0
    base = middle.y + height / 2
    for wide, strokes in _letters(words):
        at = x - last if not wide else x
        for stroke in strokes:
            yield Polyline(tuple(Point(at + unit * one.x, base - unit * one.y) for one in stroke))
        if wide:
            x, last = x + unit * wide, unit * wide

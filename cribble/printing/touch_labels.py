"""A sheet of labels in large print and in braille, for keys that are read by touch."""

from collections.abc import Iterator
from typing import Final

from scorekeeper.board.shape import Point
from scorekeeper.board.template.ink import BLACK, FAINT, Mark, Pen, Ring, Text, rectangle
from scorekeeper.board.template.paper import Paper
from scorekeeper.board.template.pdf import width
from scorekeeper.board.template.sheet import Sheet
from scorekeeper.keypad.key import SIXTEEN, Key
from scorekeeper.words import Words, en
from scorekeeper.words.key_legends import braille, dots, large

DOTS_APART, CELLS_APART, DOT = 2.5, 6.0, 0.8
"""Of braille in books: from dot to dot, from cell to cell, and the radius of a dot, in mm."""

LEFT, TOP = 18.0, 32.0
ROW: Final = Point(85.0, 26.0)
"""Two columns of eight rows: the sign, and the same in braille."""
SIGN, MOST_WIDE = 22.0, 36.0
"""The height of a sign, three times what is usual, and the room that it has."""
BRAILLE: Final = Point(42.0, 9.0)
"""The first dot in its row."""
TITLE, LINE = 4.2, 3.4


def touch_labels(paper: Paper, words: Words) -> Sheet:
    """A row for each of the sixteen keys."""
    return Sheet.plain(paper, 1, (*_head(words), *_rows(words)))


def _head(words: Words) -> Iterator[Mark]:
    yield Text(Point(LEFT, TOP - 12), words.say("Large print and braille"), TITLE)
    advice = en("Emboss the dots or print them on swell paper; cut along the lines.")
    yield Text(Point(LEFT, TOP - 6), words.say(advice), LINE)


def _rows(words: Words) -> Iterator[Mark]:
    half = len(SIXTEEN) // 2
    for number, key in enumerate(SIXTEEN):
        column, row = divmod(number, half)
        at = Point(LEFT + column * (ROW.x + 4), TOP + row * (ROW.y + 2))
        yield rectangle(at.x, at.y, at.x + ROW.x, at.y + ROW.y, Pen(0.15, FAINT))
        yield from _row(at, key, words)


def _row(at: Point, key: Key, words: Words) -> Iterator[Mark]:
    sign = large(words, key)
    height = min(SIGN, MOST_WIDE / width(sign, 1))
    yield Text(Point(at.x + 4, at.y + ROW.y / 2 + height * 0.36), sign, height)
    for place, cell in enumerate(braille(sign)):
        for dot in dots(cell):
            across, down = divmod(dot - 1, 3)
            x = at.x + BRAILLE.x + place * CELLS_APART + across * DOTS_APART
            centre = Point(x, at.y + BRAILLE.y + down * DOTS_APART)
            # A ring as wide as its own radius is a dot.
            yield Ring(centre, DOT / 2, Pen(DOT, BLACK))

"""What stands at the foot of a sheet: its name, and the bar that proves its size."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from scorekeeper.board.geometry.shape import Point
from scorekeeper.board.template.ink import BLACK, Mark, Pen, Text, Way
from scorekeeper.board.template.legend import RIGHT, SMALL, legend
from scorekeeper.board.template.paper import FOOT, MARGIN, measure
from scorekeeper.board.template.tiles import Tile, Tiling
from scorekeeper.words import Words, en

NAME: Final = 3.6
BAR: Final = 100
"""Millimetres; whoever measures it knows whether the sheet is as large as it should be."""
RULE: Final = Pen(0.2, BLACK)
CENTIMETRE: Final = 10
TICKS: Final = {0: 3.0, BAR // 2: 2.0, BAR: 3.0}
SHORT: Final = 1.2


def foot(laid: Tiling, tile: Tile, drill: float, words: Words) -> Iterator[Mark]:
    """Everything below the window of *tile*."""
    top = laid.paper.height - MARGIN - FOOT
    yield Text(Point(MARGIN, top + 5), _name(laid, tile, words), NAME)
    yield from _bar(Point(MARGIN, top + 12))
    beside = Point(MARGIN + BAR + 3, top + 9.5)
    yield Text(beside, words.say(en("print at 100 %: this bar is 100 mm long")), SMALL)
    seen = words.say(en("The board is seen from the front."))
    yield Text(beside.moved(Point(0, 3.4)), seen, SMALL)
    yield from legend(laid, top + 17, drill, words)


def _name(laid: Tiling, tile: Tile, words: Words) -> str:
    shape = laid.shape
    measures = f"{shape.name}, {len(shape.tracks)} × {shape.holes}, {measure(shape.pitch)} mm"
    where = words.say(
        en("sheet {number} of {sheets}: row {row}, column {column}"),
        number=(tile.row - 1) * laid.columns + tile.column,
        sheets=len(laid.tiles),
        row=tile.row,
        column=tile.column,
    )
    return f"Cribble ({measures}) – {where}"


def _bar(start: Point) -> Iterator[Mark]:
    """A ruler of exactly so many millimetres, a tick each centimetre."""
    yield Way((start, start.moved(RIGHT, BAR)), RULE)
    for far in range(0, BAR + 1, CENTIMETRE):
        below = start.moved(RIGHT, far)
        yield Way((below, below.moved(Point(0, -TICKS.get(far, SHORT)))), RULE)

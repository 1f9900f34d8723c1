"""The legend of a template: a sample of each mark, and its meaning."""

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from scorekeeper.board.geometry.shape import Point
from scorekeeper.board.template.ink import BLUE, Mark, Text, arrow, rectangle
from scorekeeper.board.template.paper import MARGIN, Tiling, measure
from scorekeeper.board.template.registration import Register
from scorekeeper.board.template.tape import DATA, TAPE
from scorekeeper.board.template.wood import game, hole, start
from scorekeeper.words import Words, en

SAMPLE: Final = 3.0
"""The drill in the legend, whatever it is on the board."""
SMALL: Final = 2.5
COLUMN, ROW = 63.0, 6.0
ROWS: Final = 2
INDENT: Final = 9.0
MIDDLE: Final = Point(3.5, 0.0)
RIGHT: Final = Point(1.0, 0.0)


class LegendItem(NamedTuple):
    """The meaning of a mark, how it is drawn at a place, and which templates need it."""

    means: str
    drawn: Callable[[Point], tuple[Mark, ...]]
    is_needed: Callable[[Tiling], bool] = lambda _: True


def _hole(at: Point) -> tuple[Mark, ...]:
    return hole(at.moved(MIDDLE), SAMPLE)


def _data(at: Point) -> tuple[Mark, ...]:
    figure = Text(at.moved(RIGHT, 1.2), "7", 2.0, BLUE, middle=True)
    return (figure, *arrow(at.moved(RIGHT, 2.6), RIGHT, 4.4, DATA))


LEGEND: Final = (
    LegendItem(en("drill {drill} mm"), _hole),
    LegendItem(
        en("lay the same letters over each other"),
        lambda at: Register("A", at.moved(MIDDLE)).drawn(),
        lambda laid: len(laid.tiles) > 1,
    ),
    LegendItem(en("start, not drilled"), lambda at: (start(at.moved(MIDDLE), SAMPLE),)),
    LegendItem(en("game hole"), lambda at: (*_hole(at), game(at.moved(MIDDLE), SAMPLE))),
    LegendItem(en("light 7, counted from 1, and where the data goes"), _data),
    LegendItem(
        en("tape, behind the wood"),
        lambda at: (rectangle(at.x, at.y - 1.5, at.x + 2 * MIDDLE.x, at.y + 1.5, TAPE),),
        lambda laid: laid.shape.on_tape,
    ),
)


def legend(laid: Tiling, top: float, drill: float, words: Words) -> Iterator[Mark]:
    """Yield the entries that this template needs, in columns from *top* down."""
    needed = [entry for entry in LEGEND if entry.is_needed(laid)]
    for number, entry in enumerate(needed):
        column, row = divmod(number, ROWS)
        at = Point(MARGIN + column * COLUMN, top + row * ROW)
        yield from entry.drawn(at)
        means = words.say(entry.means, drill=measure(drill))
        yield Text(at.moved(Point(INDENT, 0.9)), means, SMALL)

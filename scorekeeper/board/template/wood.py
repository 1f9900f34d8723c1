"""The work on the wood: holes to be drilled, lines to be drawn, the outline to be sawn."""

from collections.abc import Iterator
from typing import Final

from scorekeeper.board.geometry.measures import STREET
from scorekeeper.board.geometry.shape import Point, Shape
from scorekeeper.board.template import ink

DRILL: Final = 5.0
"""Millimetres: an LED of 5 × 5 mm shines through it, and six in a row leave wood between them."""
SMALLEST_DRILL, LARGEST_DRILL = 0.5, 15.0
LEAST_WOOD: Final = 0.5

HOLE: Final = ink.Pen(0.15, ink.BLACK)
START: Final = ink.Pen(0.15, ink.BLACK, (0.8, 0.6))
CROSS: Final = ink.Pen(0.1, ink.BLACK)
GAME: Final = ink.Pen(0.3, ink.GREY)
GAME_FREE: Final = 1.0
LINE: Final = ink.Pen(0.15, ink.GREY)
SAW: Final = ink.Pen(0.35, ink.BLACK)

LARGEST, SMALLEST = 2.2, 0.8
"""Millimetres of the height of figures beside a hole."""
FREE: Final = 0.4


class NoWoodLeft(ValueError):
    """Neighbouring holes would run into each other."""

    def __init__(self, drill: float, most: float) -> None:
        super().__init__(f"a drill of {drill:g} mm is too wide here; it is {most:g} mm at most")
        self.drill, self.most = drill, most


def drilled(shape: Shape, drill: float) -> Iterator[ink.Mark]:
    """Yield every hole with a cross at its centre; game holes have a second ring. The places of
    start holes, which are not drilled as they have no LED, are dashed. Raises NoWoodLeft."""
    most = min(shape.pitch, shape.lane) - LEAST_WOOD
    if drill > most:
        raise NoWoodLeft(drill, most)
    for at in dict.fromkeys(at for track in shape.tracks for at in track.starts):
        yield start(at, drill)
    for at in dict.fromkeys(at for track in shape.tracks for at in track.holes):
        yield from hole(at, drill)
    for at in dict.fromkeys(track.holes[-1] for track in shape.tracks):
        yield game(at, drill)


def hole(at: Point, drill: float) -> tuple[ink.Mark, ...]:
    """Return a circle as wide as the *drill*, and a cross at its centre."""
    return (ink.Ring(at, drill / 2, HOLE), *ink.cross(at, 0.3 * drill, CROSS))


def start(at: Point, drill: float) -> ink.Ring:
    """Return the dashed ring of a start hole, without a centre to drill at."""
    return ink.Ring(at, drill / 2, START)


def game(at: Point, drill: float) -> ink.Ring:
    """Return the ring around a game hole."""
    return ink.Ring(at, drill / 2 + GAME_FREE, GAME)


def lines(shape: Shape) -> Iterator[ink.Mark]:
    """Yield the outline, and the lines between the streets."""
    yield ink.rectangle(0, 0, *shape.size, SAW)
    for track in range(len(shape.tracks)):
        for before in range(STREET, shape.holes - 1, STREET):
            yield ink.Polyline(tuple(shape.across(track, before)), LINE)


def numbered(shape: Shape, drill: float) -> Iterator[ink.Mark]:
    """Yield the number of every fifth hole, to the left of the pegging."""
    high = figures(shape, drill)
    for track in shape.tracks:
        for number in range(STREET, shape.holes + 1, STREET):
            heading = track.heading(number)
            left = Point(heading.y, -heading.x)
            figure = ink.Text(track.holes[number - 1], str(number), high)
            yield beside(figure, left, drill)


def figures(shape: Shape, drill: float) -> float:
    """Return the height of the figures beside a hole, so that two fit between two rows."""
    return max(min((shape.lane - drill) / 2 - 2 * FREE, LARGEST), SMALLEST)


def beside(figure: ink.Text, way: Point, drill: float) -> ink.Text:
    """Return *figure* moved from the middle of a hole to beside it, along *way*."""
    wide, high = ink.figures_size(figure.words, figure.height)
    far = drill / 2 + FREE + abs(way.x) * wide / 2 + abs(way.y) * high / 2
    return figure._replace(at=figure.at.moved(way, far), middle=True)

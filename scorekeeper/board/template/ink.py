"""Marks on paper: circles, lines and words, in mm, each with its pen."""

from typing import Final, NamedTuple, TypeAlias

from scorekeeper.board.light import Colour
from scorekeeper.board.shape import Point


class Pen(NamedTuple):
    """The ``width`` of a line in mm, its colour, and the lengths of its dashes and gaps, if any."""

    width: float
    colour: Colour
    dashes: tuple[float, ...] = ()


BLACK: Final = Colour(0, 0, 0)
FAINT: Final = Colour(165, 165, 165)
GREY: Final = Colour(140, 140, 140)
BLUE: Final = Colour(0, 70, 200)
RED: Final = Colour(200, 0, 0)

DIGIT, TALL = 0.556, 0.72
"""The width and height of figures in Helvetica, relative to their line height."""


class Ring(NamedTuple):
    """A circle around ``at``."""

    at: Point
    radius: float
    pen: Pen


class Polyline(NamedTuple):
    """A line from point to point; *closed* ones return to their start."""

    points: tuple[Point, ...]
    pen: Pen
    closed: bool = False


class Text(NamedTuple):
    """Words on the baseline at ``at``, ``height`` mm from line to line.

    ``middle``: the words are figures, and ``at`` is their centre.
    """

    at: Point
    words: str
    height: float
    colour: Colour = BLACK
    middle: bool = False

    @property
    def start(self) -> Point:
        """The start of the baseline."""
        if not self.middle:
            return self.at
        wide, high = figures_size(self.words, self.height)
        return Point(self.at.x - wide / 2, self.at.y + high / 2)


Mark: TypeAlias = Ring | Polyline | Text


def figures_size(words: str, height: float) -> Point:
    """Return the width and height of figures."""
    return Point(DIGIT * height * len(words), TALL * height)


def cross(at: Point, arm: float, pen: Pen) -> tuple[Polyline, Polyline]:
    """Return two lines that cross in *at*, each arm *arm* mm long."""
    left, right = Point(at.x - arm, at.y), Point(at.x + arm, at.y)
    above, below = Point(at.x, at.y - arm), Point(at.x, at.y + arm)
    return Polyline((left, right), pen), Polyline((above, below), pen)


def arrow(start: Point, way: Point, far: float, pen: Pen) -> tuple[Polyline, Polyline]:
    """Return an arrow from *start*, *far* mm along *way*."""
    tip, aside = start.moved(way, far), Point(way.y, -way.x)
    neck = tip.moved(way, -1.4)
    barbs = neck.moved(aside, 0.8), tip, neck.moved(aside, -0.8)
    return Polyline((start, tip), pen), Polyline(barbs, pen)


def rectangle(left: float, top: float, right: float, bottom: float, pen: Pen) -> Polyline:
    """Return four sides."""
    corners = (Point(left, top), Point(right, top), Point(right, bottom), Point(left, bottom))
    return Polyline(corners, pen, closed=True)


def reach(mark: Mark) -> tuple[Point, Point]:
    """Return the top left and bottom right of a mark, near enough to tell if a sheet shows it."""
    match mark:
        case Ring(at=at, radius=radius):
            return Point(at.x - radius, at.y - radius), Point(at.x + radius, at.y + radius)
        case Polyline(points=points):
            across, down = zip(*points, strict=True)
            return Point(min(across), min(down)), Point(max(across), max(down))
        case Text(words=words, height=height):
            low = mark.start.moved(Point(0, -height))
            return low, Point(low.x + len(words) * height, mark.start.y + height)

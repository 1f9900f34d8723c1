"""Drawing primitives in millimetres (x to the right, y down), and the pages made of them."""

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple, Self, TypeAlias
from unicodedata import normalize

from scorekeeper.board.light import Colour
from scorekeeper.board.shape import Point


class Box(NamedTuple):
    """A rectangle, in mm."""

    left: float
    top: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The right edge."""
        return self.left + self.width

    @property
    def bottom(self) -> float:
        """The bottom edge."""
        return self.top + self.height

    def trimmed(self, sides: float, ends: float) -> "Box":
        """Return the box inset by *sides* on the left and right, *ends* at the top and bottom."""
        return Box(
            self.left + sides, self.top + ends, self.width - 2 * sides, self.height - 2 * ends
        )

    def holds(self, at: Point, room: float = 0.0) -> bool:
        """True if *at* is inside, at least *room* mm from every edge; if *room* is negative, at
        most that far outside."""
        return (
            self.left + room <= at.x <= self.right - room
            and self.top + room <= at.y <= self.bottom - room
        )

    def meets(self, other: "Box") -> bool:
        """True if the two boxes share a point."""
        return (
            self.left <= other.right
            and other.left <= self.right
            and self.top <= other.bottom
            and other.top <= self.bottom
        )


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
HAIRLINE: Final = Pen(0.1, BLACK)

DIGIT, TALL = 0.556, 0.72
"""The width and height of figures in Helvetica, relative to their line height."""


class Circle(NamedTuple):
    """A circle around ``at``."""

    at: Point
    radius: float
    pen: Pen = HAIRLINE

    @property
    def extent(self) -> Box:
        """The bounding box."""
        return Box(self.at.x, self.at.y, 0, 0).trimmed(-self.radius, -self.radius)

    def moved(self, by: Point) -> Self:
        """Return the circle moved by *by*."""
        return self._replace(at=self.at.moved(by))

    def grown(self, by: float) -> Self:
        """Return the circle with its radius increased by *by* mm."""
        return self._replace(radius=self.radius + by)


class Polyline(NamedTuple):
    """A line through ``points``; if ``closed``, it returns to its start."""

    points: tuple[Point, ...]
    pen: Pen = HAIRLINE
    closed: bool = False

    @property
    def extent(self) -> Box:
        """The bounding box."""
        across, down = zip(*self.points, strict=True)
        left, top = min(across), min(down)
        return Box(left, top, max(across) - left, max(down) - top)


class Rectangle(NamedTuple):
    """A rectangle with the sides of ``extent``; its corners are rounded if ``radius`` is not 0."""

    extent: Box
    pen: Pen = HAIRLINE
    radius: float = 0.0

    def moved(self, by: Point) -> Self:
        """Return the rectangle moved by *by*."""
        left, top, width, height = self.extent
        return self._replace(extent=Box(left + by.x, top + by.y, width, height))

    def grown(self, by: float) -> Self:
        """Return the rectangle with its sides *by* mm further out; square corners stay square."""
        radius = self.radius + by if self.radius else 0.0
        return self._replace(extent=self.extent.trimmed(-by, -by), radius=radius)


class Text(NamedTuple):
    """Text on a baseline that starts at ``at``; ``height`` is the line height in mm.

    ``middle``: the text is digits, and ``at`` is their centre.
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

    @property
    def extent(self) -> Box:
        """A generous bounding box."""
        x, y = self.start
        return Box(x, y - self.height, len(self.words) * self.height, 2 * self.height)


Mark: TypeAlias = Circle | Polyline | Rectangle | Text


def figures_size(words: str, height: float) -> Point:
    """Return the width and height of digits."""
    return Point(DIGIT * height * len(words), TALL * height)


def cross(at: Point, arm: float, pen: Pen) -> tuple[Polyline, Polyline]:
    """Return two lines that cross at *at*; each arm is *arm* mm long."""
    left, right = Point(at.x - arm, at.y), Point(at.x + arm, at.y)
    above, below = Point(at.x, at.y - arm), Point(at.x, at.y + arm)
    return Polyline((left, right), pen), Polyline((above, below), pen)


def arrow(start: Point, way: Point, far: float, pen: Pen) -> tuple[Polyline, Polyline]:
    """Return an arrow from *start*, *far* mm long, in the direction *way*."""
    tip, aside = start.moved(way, far), Point(way.y, -way.x)
    neck = tip.moved(way, -1.4)
    barbs = neck.moved(aside, 0.8), tip, neck.moved(aside, -0.8)
    return Polyline((start, tip), pen), Polyline(barbs, pen)


MARGIN: Final = 8.0
"""Blank margin around each sheet, in mm; most printers need 3 to 6.5."""


class Paper(NamedTuple):
    """A paper size: its name, and its width and height in mm in portrait orientation."""

    name: str
    width: float
    height: float

    def lying(self) -> "Paper":
        """Return the paper in landscape orientation."""
        return Paper(self.name, self.height, self.width)


PAPERS: Final[Mapping[str, Paper]] = {
    "a4": Paper("A4", 210.0, 297.0),
    "letter": Paper("Letter", 215.9, 279.4),
}


class Layer(NamedTuple):
    """Marks drawn together, shifted by ``offset`` and clipped to ``window`` if there is one.

    ``name`` is the layer name for laser cutting software.
    """

    marks: tuple[Mark, ...]
    name: str = ""
    window: Box | None = None
    offset: Point = Point(0, 0)


class Page(NamedTuple):
    """The visible ``area`` and the layers on it, bottom to top."""

    area: Box
    layers: tuple[Layer, ...]
    is_white: bool = True

    @classmethod
    def of(cls, paper: Paper, marks: Iterable[Mark]) -> Self:
        """Return a sheet of *paper* with *marks*."""
        return cls(Box(0, 0, paper.width, paper.height), (Layer(tuple(marks)),))

    @property
    def marks(self) -> tuple[Mark, ...]:
        """The marks of all layers, in the coordinates of their layers."""
        return tuple(mark for layer in self.layers for mark in layer.marks)


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
"""Helvetica characters by width, in thousandths of the font size (Adobe's metrics)."""
WIDTHS: Final[Mapping[str, float]] = {
    letter: width / 1000 for width, letters in _BY_WIDTH.items() for letter in letters
}
OTHER_WIDTH: Final = 0.6


def text_width(words: str, height: float) -> float:
    """Return the width of *words* in mm at a font size of *height*. Accents do not add width."""
    bare = (letter if letter in WIDTHS else normalize("NFKD", letter)[0] for letter in words)
    return height * sum(WIDTHS.get(letter, OTHER_WIDTH) for letter in bare)


def text_lines(words: str, height: float, room: float) -> tuple[str, ...]:
    """Return *words* broken into lines no wider than *room*; a single word may be wider."""
    lines: list[str] = []
    for word in words.split(" "):
        if lines and text_width(f"{lines[-1]} {word}", height) <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return tuple(lines)

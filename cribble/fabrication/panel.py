"""The front panel: a hole for each light, screw holes, lines between the streets, and lettering."""

from collections.abc import Iterable, Iterator
from itertools import combinations
from math import dist, inf
from typing import Final, NamedTuple

from cribble.fabrication.flat import Circle, Engraving, Flat, Hole, Outline, Polyline
from cribble.fabrication.lettering import engraved, letters_width
from scorekeeper.board.board import Board
from scorekeeper.board.shape import STREET, Point, Shape
from scorekeeper.words import Words, en

CORNER: Final = 4.0
SCREW: Final = 3.2
"""Millimetres: an M3 screw goes through."""
SCREW_IN: Final = 7.0
"""From the edges to the middle of a screw."""
CLEAR: Final = 1.5
"""Between lettering and anything that is cut."""
NUMBER, WORD = 1 / 4, 3 / 14
"""Heights of the lettering, as parts of a lane; words that do not fit are smaller."""
APART: Final = 0.8
"""The part of the room between two places that a word takes at most."""
SMALLER: Final = (1.0, 0.8, 0.65)
NAMES: Final = (8.0, 6.0, 4.5)
"""Heights of the name, in mm."""


class Label(NamedTuple):
    """Lettering around ``at``."""

    words: str
    at: Point
    height: float

    def box(self) -> tuple[float, float, float, float]:
        """Return left, top, right and bottom, with room for accents."""
        half = letters_width(self.words, self.height) / 2
        accent = self.height / 3
        return (
            self.at.x - half,
            self.at.y - self.height / 2 - accent,
            self.at.x + half,
            self.at.y + self.height / 2 + accent,
        )

    def clears(self, holes: Iterable[Hole], labels: Iterable["Label"], size: Point) -> bool:
        """True if it is inside *size*, and away from all *holes* and other *labels*."""
        left, top, right, bottom = self.box()
        inside = left >= CLEAR and top >= CLEAR and right + CLEAR <= size.x
        return (
            inside
            and bottom + CLEAR <= size.y
            and all(
                dist(hole.at, (min(max(hole.at.x, left), right), min(max(hole.at.y, top), bottom)))
                >= hole.diameter / 2 + CLEAR
                for hole in holes
            )
            and all(not _overlap(self.box(), other.box()) for other in labels)
        )


def _overlap(
    one: tuple[float, float, float, float], other: tuple[float, float, float, float]
) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def panel(board: Board, hole_mm: float, name: str, words: Words) -> Flat:
    """Return the panel with holes *hole_mm* wide, and *name* on it."""
    shape = board.shape
    lights = [Hole(at, hole_mm) for at in light_places(shape)]
    starts = [Hole(at, hole_mm) for at in start_places(shape)]
    screws = list(screw_holes(shape, hole_mm))
    labels = labels_of(shape, (*lights, *starts, *screws), name, words)
    return Flat(
        "panel",
        shape.size,
        (
            *(Circle(one.at, one.diameter) for one in starts),
            *_streets(shape, hole_mm),
            *(line for label in labels for line in engraved(*label)),
        ),
        (*lights, *screws, Outline(Point(0, 0), shape.size, CORNER)),
    )


def light_places(shape: Shape) -> tuple[Point, ...]:
    """Return the middle of every hole with a light, in pegging order, each once."""
    return tuple(dict.fromkeys(at for track in shape.tracks for at in track.holes))


def start_places(shape: Shape) -> tuple[Point, ...]:
    """Return the start holes, which have no light."""
    return tuple(dict.fromkeys(at for track in shape.tracks for at in track.starts))


def screw_holes(shape: Shape, hole_mm: float) -> Iterator[Hole]:
    """Yield a screw hole in each corner where no other hole is near."""
    others = (*light_places(shape), *start_places(shape))
    for x in (SCREW_IN, shape.size.x - SCREW_IN):
        for y in (SCREW_IN, shape.size.y - SCREW_IN):
            at = Point(x, y)
            if all(dist(at, other) > (hole_mm + SCREW) / 2 + CLEAR for other in others):
                yield Hole(at, SCREW)


def _streets(shape: Shape, hole_mm: float) -> Iterator[Engraving]:
    """Yield the lines across the tracks between streets, where they fit between two holes."""
    if shape.pitch - hole_mm < 1:
        return
    for track in range(len(shape.tracks)):
        for before in range(STREET, shape.holes - 1, STREET):
            yield Polyline(tuple(shape.across(track, before)))


def labels_of(shape: Shape, holes: tuple[Hole, ...], name: str, words: Words) -> tuple[Label, ...]:
    """Return the numbers, *start* and *game* at the ends of each track, and the name."""
    found: list[Label] = []
    for number in shape.numbers:
        label = Label(str(number.hole), number.at, NUMBER * shape.lane)
        _add(found, [label], holes, shape.size)
    for sentence, ends in (
        (en("game"), [(it.holes[-1], it.heading(shape.holes)) for it in shape.tracks]),
        (en("start"), [(it.starts[1], _back(it.starts)) for it in shape.tracks]),
    ):
        said = words.say(sentence)
        height = _height(said, [at for at, _ in ends], WORD * shape.lane)
        for at, way in dict.fromkeys(ends):
            _add(found, _beyond(said, at, way, height), holes, shape.size)
    for height in NAMES:
        middles = (y for y in (11.0, shape.size.y - 11.0))
        tried = [Label(name, Point(shape.size.x / 2, y), height) for y in middles]
        if _add(found, tried, holes, shape.size):
            break
    return tuple(found)


def _back(starts: tuple[Point, Point]) -> Point:
    front, back = starts
    far = dist(front, back)
    return Point((back.x - front.x) / far, (back.y - front.y) / far)


def _height(said: str, places: list[Point], most: float) -> float:
    """Return the height at which *said* fits side by side at all *places*, *most* at most."""
    apart = [dist(one, other) for one, other in combinations({*places}, 2)]
    room = APART * min(apart, default=inf)
    return min(most, room / letters_width(said, 1.0))


def _beyond(said: str, at: Point, way: Point, height: float) -> list[Label]:
    """Return *said* at growing distances from *at*, along *way*, and then smaller."""
    found = []
    for high in (height * part for part in SMALLER):
        first = 2 * high + abs(way.x) * letters_width(said, high) / 2
        steps = (first + high * step / 2 for step in range(8))
        found += [Label(said, at.moved(way, far), high) for far in steps]
    return found


def _add(found: list[Label], tried: list[Label], holes: tuple[Hole, ...], size: Point) -> bool:
    """Keep the first of the labels that is clear of everything; return False if none is."""
    for label in tried:
        if label.clears(holes, found, size):
            found.append(label)
            return True
    return False

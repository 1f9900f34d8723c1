"""The shape of a board without its lights: the places of all holes, in millimetres."""

from collections.abc import Callable
from functools import lru_cache
from itertools import accumulate
from math import dist
from typing import Final, NamedTuple

import msgspec

CLOSE: Final = 1e-6
"""Rounding errors of the arithmetic, in mm."""


class Point(NamedTuple):
    """A place on the wood: millimetres right of and below its top left corner."""

    x: float
    y: float

    def moved(self, way: "Point", far: float = 1.0) -> "Point":
        """Return the place *far* times *way* from here."""
        return Point(self.x + far * way.x, self.y + far * way.y)


class Bend(NamedTuple):
    """One step along the inlay beneath a track: to ``at``, straight or as an arc of ``radius`` mm.

    An arc turns right (clockwise) where ``radius`` is positive and left where it is negative.
    """

    at: Point
    radius: float = 0.0


class Number(NamedTuple):
    """The number of a hole, and its place beside it."""

    hole: int
    at: Point


class Segment(NamedTuple):
    """A line across a track: between two streets, or where a skunk ends."""

    start: Point
    end: Point


class NoLine(ValueError):
    """A line was asked for where there are no two holes."""

    def __init__(self, hole: int, holes: int) -> None:
        super().__init__(f"no line is behind hole {hole}; there are lines behind 1 to {holes - 1}")
        self.hole, self.holes = hole, holes


class Track(msgspec.Struct, frozen=True, kw_only=True):
    """The holes of one team.

    ``holes``: in pegging order, the game hole last. ``starts``: of the front and the back peg
    before the first point. ``pieces``: how many holes are in each straight row or bend, in pegging
    order; a strip is cut where a piece ends. The game hole belongs to the last piece if it
    continues that row, else it is a piece of its own. ``inlay``: the line beneath the holes, for
    drawing.
    """

    holes: tuple[Point, ...]
    starts: tuple[Point, Point]
    pieces: tuple[int, ...]
    inlay: tuple[Bend, ...]

    def mapped(self, place: Callable[[Point], Point]) -> "Track":
        """Return the track with each of its points where *place* puts it; arcs bend as before."""
        front, back = map(place, self.starts)
        return Track(
            holes=tuple(map(place, self.holes)),
            starts=(front, back),
            pieces=self.pieces,
            inlay=tuple(Bend(place(bend.at), bend.radius) for bend in self.inlay),
        )

    @property
    def rows(self) -> tuple[range, ...]:
        """The numbers, from 1, of the holes of each piece."""
        return _rows(self.pieces)

    def row(self, hole: int) -> range:
        """Return the piece that *hole* is in."""
        return next(row for row in self.rows if hole in row)

    def heading(self, hole: int) -> Point:
        """Return the direction of pegging at *hole* along its piece, as a vector of 1 mm."""
        row = self.row(hole)
        before, after = max(hole - 1, row.start), min(hole + 1, row[-1])
        if before == after:
            return _heading((self.starts[0], *self.holes)[hole - 1], self.holes[hole - 1])
        return _heading(self.holes[before - 1], self.holes[after - 1])

    def is_straight(self, row: range) -> bool:
        """True if the holes of this piece are in a straight line."""
        way = self.heading(row.start)
        return all(dist(way, self.heading(hole)) < CLOSE for hole in row)


class Shape(msgspec.Struct, frozen=True, kw_only=True):
    """The wood of a board: its tracks, its outline in mm, and the numbers written on it.

    ``one_game_hole``: the last hole of every track is the same hole. ``on_tape``: tape can be laid
    in it, because every piece is straight with its holes exactly one ``pitch`` apart; else it takes
    loose pixels.
    """

    name: str
    tracks: tuple[Track, ...]
    size: Point
    pitch: float
    lane: float
    numbers: tuple[Number, ...]
    one_game_hole: bool
    on_tape: bool

    @property
    def holes(self) -> int:
        """The number of holes of each track, its game hole included."""
        return len(self.tracks[0].holes)

    def across(self, track: int, hole: int) -> Segment:
        """Return the line across *track* after *hole* (from 1), one lane long, left of the pegging
        to right.

        At the end of a row the line is at its end, though the next hole may be elsewhere. Raises
        NoLine.
        """
        if not 1 <= hole < self.holes:
            raise NoLine(hole, self.holes)
        middle, heading = _between(self.tracks[track], hole, self.pitch)
        aside = Point(heading.y, -heading.x)
        return Segment(middle.moved(aside, self.lane / 2), middle.moved(aside, -self.lane / 2))


@lru_cache
def _rows(pieces: tuple[int, ...]) -> tuple[range, ...]:
    firsts = accumulate(pieces, initial=1)
    return tuple(range(first, first + size) for first, size in zip(firsts, pieces, strict=False))


def _heading(start: Point, end: Point) -> Point:
    far = dist(start, end)
    return Point((end.x - start.x) / far, (end.y - start.y) / far)


def _between(track: Track, hole: int, pitch: float) -> tuple[Point, Point]:
    """Return the place after *hole* and the direction of pegging there, of the straighter side."""
    here, there, row = track.holes[hole - 1], track.holes[hole], track.row(hole)
    if hole < row[-1]:
        return Point((here.x + there.x) / 2, (here.y + there.y) / 2), _heading(here, there)
    if track.is_straight(row):
        heading = track.heading(hole)
        return here.moved(heading, pitch / 2), heading
    heading = track.heading(hole + 1)
    return there.moved(heading, -pitch / 2), heading

"""The paperclip: up the left leg, a big bend, down the right leg, a small bend, up the middle."""

from collections.abc import Callable
from typing import Final, NamedTuple

from scorekeeper.board.geometry.measures import SHARED, STARTS, STREET, CannotBeBuilt, Measures
from scorekeeper.board.geometry.outline import shape_around
from scorekeeper.board.geometry.shape import Bend, Point, Shape, Track
from scorekeeper.board.geometry.shapes.bends import BENDS, Stretch, TrackBend

USUAL: Final = 121
LEAST: Final = 46
SMALL: Final = STREET
"""Holes in the small bend."""


def paperclip(measures: Measures) -> Shape:
    """Return the board of which once round is a game of 121. Uses all measures but ends.

    Every leg and bend has whole streets. The first team's track is the outermost. Raises
    CannotBeBuilt.
    """
    parts = _parts(measures)
    apart = _apart(measures, parts)
    tracks = tuple(_track(measures, parts, apart, team) for team in range(measures.tracks))
    return shape_around("paperclip", measures, tracks)


class _Parts(NamedTuple):
    """The legs and bends in pegging order."""

    left: Stretch
    big: Stretch
    right: Stretch
    small: Stretch
    middle: Stretch


def _parts(measures: Measures) -> _Parts:
    """Share out the streets; game holes of their own belong to the middle leg.

    The left leg is no shorter than the right one, nor that than the middle one.
    """
    holes = measures.holes or USUAL
    if holes < LEAST or holes % STREET != 1:
        raise CannotBeBuilt("holes", holes, f"{LEAST}, {LEAST + STREET}, {LEAST + 2 * STREET} …")
    bends = BENDS[measures.bends]
    streets = (holes - 1 - bends.big - SMALL) // STREET
    middle = (streets - 2 * bends.spare) // 3
    right = (streets - middle) // 2
    left = streets - middle - right
    own = measures.has_game_holes_each
    counts = (left * STREET, bends.big, right * STREET, SMALL, middle * STREET + own)
    return _Parts(*(Stretch(1 + sum(counts[:at]), holes) for at, holes in enumerate(counts)))


def _band(measures: Measures) -> float:
    """Return the distance from the outermost track of a leg to the innermost."""
    return (measures.tracks - 1) * measures.lane


def _apart(measures: Measures, parts: _Parts) -> float:
    """Return the distance from leg to leg: room for numbers, and for both innermost bends."""
    least, band = BENDS[measures.bends].least, _band(measures)
    return max(
        band + 2 * measures.lane,
        band / 2 + least(measures, parts.big),
        band + 2 * least(measures, parts.small),
    )


def _track(measures: Measures, parts: _Parts, apart: float, team: int) -> Track:
    """Return a track. The left leg is at x = 0; it ends, and the right leg begins, at y = 0."""
    way, outside = BENDS[measures.bends].way, (measures.tracks - 1 - team) * measures.lane
    out = outside - _band(measures) / 2
    up, down, again = (measures.along(*leg) for leg in (parts.left, parts.right, parts.middle))
    left = tuple(Point(-out, up[-1] - far) for far in up)
    over = way(measures, parts.big, apart + out, outside)
    under = way(measures, parts.small, apart / 2 + out, outside)
    big = _placed(over, lambda at: Point(apart + at.x, -at.y))
    right = tuple(Point(2 * apart + out, far) for far in down)
    small = _placed(under, lambda at: Point(1.5 * apart - at.x, down[-1] + at.y))
    middle = tuple(Point(apart - out, down[-1] - far) for far in again)
    above = Point(apart, middle[-1].y - SHARED * measures.pitch)
    shared = () if measures.has_game_holes_each else (above,)
    front, back = (Point(-out, up[-1] + pitches * measures.pitch) for pitches in STARTS)
    return Track(
        holes=(*left, *big.holes, *right, *small.holes, *middle, *shared),
        starts=(front, back),
        pieces=(*(part.holes for part in parts), *(1 for _ in shared)),
        inlay=(Bend(back), *big.inlay, *small.inlay, Bend(middle[-1])),
    )


def _placed(bend: TrackBend, placed: Callable[[Point], Point]) -> TrackBend:
    one, other = bend.inlay
    return TrackBend(
        tuple(placed(hole) for hole in bend.holes),
        (Bend(placed(one.at), one.radius), Bend(placed(other.at), other.radius)),
    )

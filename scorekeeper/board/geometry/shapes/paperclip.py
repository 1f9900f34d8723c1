"""The paperclip: up the left leg, a big bend, down the right leg, a small bend, up the middle."""

from collections.abc import Callable
from typing import Final, NamedTuple

from scorekeeper.board.geometry.measures import STREET, CannotBeBuilt, Wood
from scorekeeper.board.geometry.outline import cut
from scorekeeper.board.geometry.shape import Bend, Point, Shape, Track
from scorekeeper.board.geometry.shapes.bends import BENDS, Stretch, Way
from scorekeeper.board.geometry.shapes.rows import SHARED, STARTS, along, has_game_holes_each

USUAL: Final = 121
LEAST: Final = 46
SMALL: Final = STREET
"""Holes in the small bend."""


def paperclip(wood: Wood) -> Shape:
    """Once round is a game of 121. Uses all measures but ends.

    Every leg and bend has whole streets. The first team's track is the outermost. Raises
    CannotBeBuilt.
    """
    parts = _parts(wood)
    apart = _apart(wood, parts)
    tracks = tuple(_track(wood, parts, apart, team) for team in range(wood.tracks))
    return cut("paperclip", wood, tracks)


class _Parts(NamedTuple):
    """The legs and bends in the order of pegging."""

    left: Stretch
    big: Stretch
    right: Stretch
    small: Stretch
    middle: Stretch


def _parts(wood: Wood) -> _Parts:
    """The streets shared out; game holes of their own belong to the middle leg.

    The left leg is no shorter than the right one, nor that than the middle one.
    """
    holes = wood.holes or USUAL
    if holes < LEAST or holes % STREET != 1:
        raise CannotBeBuilt("holes", holes, f"{LEAST}, {LEAST + STREET}, {LEAST + 2 * STREET} …")
    bends = BENDS[wood.bends]
    streets = (holes - 1 - bends.big - SMALL) // STREET
    middle = (streets - 2 * bends.spare) // 3
    right = (streets - middle) // 2
    left = streets - middle - right
    own = has_game_holes_each(wood)
    counts = (left * STREET, bends.big, right * STREET, SMALL, middle * STREET + own)
    return _Parts(*(Stretch(1 + sum(counts[:at]), holes) for at, holes in enumerate(counts)))


def _band(wood: Wood) -> float:
    """From the outermost track of a leg to the inmost."""
    return (wood.tracks - 1) * wood.lane


def _apart(wood: Wood, parts: _Parts) -> float:
    """From leg to leg: room for numbers, and for both bends of the inmost track."""
    least, band = BENDS[wood.bends].least, _band(wood)
    return max(
        band + 2 * wood.lane,
        band / 2 + least(wood, parts.big),
        band + 2 * least(wood, parts.small),
    )


def _track(wood: Wood, parts: _Parts, apart: float, team: int) -> Track:
    """The left leg is at 0 to the right; it ends, and the right leg begins, at 0 downwards."""
    way, outside = BENDS[wood.bends].way, (wood.tracks - 1 - team) * wood.lane
    out = outside - _band(wood) / 2
    up, down, again = (along(wood, *leg) for leg in (parts.left, parts.right, parts.middle))
    left = tuple(Point(-out, up[-1] - far) for far in up)
    big = _over(way(wood, parts.big, apart + out, outside), apart)
    right = tuple(Point(2 * apart + out, far) for far in down)
    small = _under(way(wood, parts.small, apart / 2 + out, outside), 1.5 * apart, down[-1])
    middle = tuple(Point(apart - out, down[-1] - far) for far in again)
    shared = () if has_game_holes_each(wood) else (_shared(wood, middle[-1], apart),)
    front, back = (Point(-out, up[-1] + pitches * wood.pitch) for pitches in STARTS)
    return Track(
        holes=(*left, *big.holes, *right, *small.holes, *middle, *shared),
        starts=(front, back),
        pieces=(*(part.holes for part in parts), *(1 for _ in shared)),
        inlay=(Bend(back), *big.inlay, *small.inlay, Bend(middle[-1])),
    )


def _shared(wood: Wood, last: Point, apart: float) -> Point:
    """The game hole for everybody, above the middle leg."""
    return Point(apart, last.y - SHARED * wood.pitch)


def _over(bend: Way, middle: float) -> Way:
    """The big bend, seen from below."""
    return _placed(bend, lambda at: Point(middle + at.x, -at.y))


def _under(bend: Way, middle: float, bottom: float) -> Way:
    """The small bend, seen from above."""
    return _placed(bend, lambda at: Point(middle - at.x, bottom + at.y))


def _placed(bend: Way, placed: Callable[[Point], Point]) -> Way:
    one, other = bend.inlay
    return Way(
        tuple(placed(hole) for hole in bend.holes),
        (Bend(placed(one.at), one.radius), Bend(placed(other.at), other.radius)),
    )

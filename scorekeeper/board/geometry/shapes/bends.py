"""How a track gets from one leg of a paperclip to the next: by a row across, or round.

A place in a bend is so far to the right of the middle between its two legs, and so far up from
their ends, as seen from the leg that leads into it.
"""

from collections.abc import Callable, Mapping
from math import cos, pi, sin
from typing import Final, Literal, NamedTuple

from scorekeeper.board.geometry.measures import Wood
from scorekeeper.board.geometry.shape import Bend, Point
from scorekeeper.board.geometry.shapes.rows import along


class Stretch(NamedTuple):
    """Some holes of a track: how many, and the number of the first."""

    first: int
    holes: int


class Way(NamedTuple):
    """A bend of one track: its holes, and what lies beneath them."""

    holes: tuple[Point, ...]
    inlay: tuple[Bend, Bend]


class Bends(NamedTuple):
    """A kind of bend.

    ``big``: holes in the big one. ``spare``: streets that the middle leg is shorter than its
    neighbours, as room for the game holes. ``least(wood, stretch)``: half the way between the two
    legs of a track, at the least. ``way(wood, stretch, radius, outside)``: the bend of a track
    whose legs are twice *radius* from each other; *outside*: so far from the inmost track.
    """

    big: int
    spare: int
    least: Callable[[Wood, Stretch], float]
    way: Callable[[Wood, Stretch, float, float], Way]


def _least_across(wood: Wood, stretch: Stretch) -> float:
    """The row is no longer than from leg to leg."""
    return along(wood, *stretch)[-1] / 2


def _across(wood: Wood, stretch: Stretch, radius: float, outside: float) -> Way:
    """A row across the ends of both legs, in the middle between them; they leave it the room that
    tape of the width of a lane needs."""
    row = along(wood, *stretch)
    up = _lead(wood) + wood.lane / 2 + outside
    return Way(
        tuple(Point(far - row[-1] / 2, up) for far in row),
        (Bend(Point(-radius, up)), Bend(Point(radius, up))),
    )


def _least_round(wood: Wood, stretch: Stretch) -> float:
    """Neighbours are a pitch from each other, as the crow flies."""
    return wood.pitch / (2 * sin(pi * wood.pitch / (2 * _length(wood, stretch))))


def _round(wood: Wood, stretch: Stretch, radius: float, _: float) -> Way:
    """Half a circle, with the holes of all tracks at the same angles."""
    lead = _lead(wood)
    turn = pi / _length(wood, stretch)
    angles = [(far + lead) * turn for far in along(wood, *stretch)]
    return Way(
        tuple(Point(-radius * cos(at), lead + radius * sin(at)) for at in angles),
        (Bend(Point(-radius, lead)), Bend(Point(radius, lead), radius)),
    )


def _lead(wood: Wood) -> float:
    """From the last hole of a leg to where it ends."""
    return (wood.pitch + wood.street_gap) / 2


def _length(wood: Wood, stretch: Stretch) -> float:
    """What a bend would be as a straight row, to its ends."""
    return along(wood, *stretch)[-1] + 2 * _lead(wood)


BENDS: Final[Mapping[Literal["square", "round"], Bends]] = {
    "square": Bends(15, 1, _least_across, _across),
    "round": Bends(10, 0, _least_round, _round),
}

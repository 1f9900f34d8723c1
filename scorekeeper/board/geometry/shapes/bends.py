"""Bends from one leg of a paperclip to the next: a row across, or round.

A place in a bend is measured to the right from the middle between its two legs, and up from their
ends, as seen from the leg that leads into it.
"""

from collections.abc import Callable, Mapping
from math import cos, pi, sin
from typing import Final, Literal, NamedTuple

from scorekeeper.board.geometry.measures import Measures
from scorekeeper.board.geometry.shape import Bend, Point


class Stretch(NamedTuple):
    """Some holes of a track: the number of the first, and how many."""

    first: int
    holes: int


class TrackBend(NamedTuple):
    """A bend of one track: its holes, and the inlay beneath them."""

    holes: tuple[Point, ...]
    inlay: tuple[Bend, Bend]


class Bends(NamedTuple):
    """A kind of bend.

    ``big``: holes in the big one. ``spare``: streets by which the middle leg is shorter than its
    neighbours, to leave room for the game holes. ``least(measures, stretch)``: half the smallest
    distance between the two legs of a track. ``way(measures, stretch, radius, outside)``: the bend
    of a track whose legs are twice *radius* apart, *outside* mm from the innermost track.
    """

    big: int
    spare: int
    least: Callable[[Measures, Stretch], float]
    way: Callable[[Measures, Stretch, float, float], TrackBend]


def _least_across(measures: Measures, stretch: Stretch) -> float:
    """Return half of the row, which is no longer than from leg to leg."""
    return measures.along(*stretch)[-1] / 2


def _across(measures: Measures, stretch: Stretch, radius: float, outside: float) -> TrackBend:
    """Return a row across the ends of both legs, in the middle, with room for tape of one lane."""
    row = measures.along(*stretch)
    up = _lead(measures) + measures.lane / 2 + outside
    return TrackBend(
        tuple(Point(far - row[-1] / 2, up) for far in row),
        (Bend(Point(-radius, up)), Bend(Point(radius, up))),
    )


def _least_round(measures: Measures, stretch: Stretch) -> float:
    """Return the radius at which neighbouring holes are a pitch apart, as the crow flies."""
    return measures.pitch / (2 * sin(pi * measures.pitch / (2 * _length(measures, stretch))))


def _round(measures: Measures, stretch: Stretch, radius: float, _: float) -> TrackBend:
    """Return half a circle, with the holes of all tracks at the same angles."""
    lead = _lead(measures)
    turn = pi / _length(measures, stretch)
    angles = [(far + lead) * turn for far in measures.along(*stretch)]
    return TrackBend(
        tuple(Point(-radius * cos(at), lead + radius * sin(at)) for at in angles),
        (Bend(Point(-radius, lead)), Bend(Point(radius, lead), radius)),
    )


def _lead(measures: Measures) -> float:
    """Return the distance from the last hole of a leg to its end."""
    return (measures.pitch + measures.street_gap) / 2


def _length(measures: Measures, stretch: Stretch) -> float:
    """Return the length of a bend as a straight row, to its ends."""
    return measures.along(*stretch)[-1] + 2 * _lead(measures)


BENDS: Final[Mapping[Literal["square", "round"], Bends]] = {
    "square": Bends(15, 1, _least_across, _across),
    "round": Bends(10, 0, _least_round, _round),
}

"""Out and back: a team's outer row away from its start, its inner row back beside it."""

from collections.abc import Iterator
from typing import Final

from scorekeeper.board.geometry.measures import CannotBeBuilt, Measures
from scorekeeper.board.geometry.outline import shape_around
from scorekeeper.board.geometry.shape import Bend, Point, Shape, Track
from scorekeeper.board.geometry.shapes.rows import SHARED, STARTS, along, has_game_holes_each

USUAL: Final = 61
"""Thirty out, thirty back, and the game hole."""


def out_and_back(measures: Measures) -> tuple[Track, ...]:
    """A pair of rows a team, pegged upwards first. Score 31 stands beside score 30.

    Raises CannotBeBuilt where the way back would not be as long as the way out.
    """
    holes = measures.holes or USUAL
    if holes < 5 or holes % 2 == 0:
        raise CannotBeBuilt("holes", holes, "5, 7, 9 …")
    return tuple(_pair(measures, holes // 2, outer, inner) for outer, inner in _columns(measures))


def _columns(measures: Measures) -> Iterator[tuple[float, float]]:
    """Where each team's outer and inner row lie. Of two teams the second is the first mirrored, and
    the numbers between them are for both; more lie pair by pair, with room for the numbers of each.
    """
    if measures.tracks == 2:
        yield from ((0, measures.lane), (4 * measures.lane, 3 * measures.lane))
    else:
        for team in range(measures.tracks):
            yield 4 * team * measures.lane, (4 * team + 1) * measures.lane


def _pair(measures: Measures, row: int, outer: float, inner: float) -> Track:
    """Two rows of so many holes, with the first hole at the height of 0."""
    each = has_game_holes_each(measures)
    out = tuple(Point(outer, -far) for far in along(measures, 1, row))
    top = out[-1].y
    back = tuple(Point(inner, top + far) for far in along(measures, row + 1, row + each))
    front_start, back_start = (Point(outer, pitches * measures.pitch) for pitches in STARTS)
    shared = () if each else (_shared(measures),)
    return Track(
        holes=(*out, *back, *shared),
        starts=(front_start, back_start),
        pieces=(len(out), len(back), *(1 for _ in shared)),
        inlay=(
            Bend(back_start),
            Bend(out[-1]),
            Bend(back[0], (inner - outer) / 2),
            Bend(back[-1]),
        ),
    )


def _shared(measures: Measures) -> Point:
    """The game hole for everybody: at the starting end, in the middle. There an odd number of teams
    has the start holes of one in the way, so that it is behind them."""
    middle = sum(outer + inner for outer, inner in _columns(measures)) / (2 * measures.tracks)
    pitches = SHARED if measures.tracks % 2 == 0 else STARTS[-1] + SHARED
    return Point(middle, pitches * measures.pitch)


def classic(measures: Measures) -> Shape:
    """Twice round is a game of 121. Uses all measures but ends and bends."""
    return shape_around("classic", measures, out_and_back(measures))

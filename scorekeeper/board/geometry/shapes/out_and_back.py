"""Out and back: a team's outer row away from its start, its inner row back beside it."""

from collections.abc import Iterator
from typing import Final

from scorekeeper.board.geometry.measures import CannotBeBuilt, Wood
from scorekeeper.board.geometry.outline import cut
from scorekeeper.board.geometry.shape import Bend, Point, Shape, Track
from scorekeeper.board.geometry.shapes.rows import SHARED, STARTS, along, has_game_holes_each

USUAL: Final = 61
"""Thirty out, thirty back, and the game hole."""


def out_and_back(wood: Wood) -> tuple[Track, ...]:
    """A pair of rows a team, pegged upwards first. Score 31 stands beside score 30.

    Raises CannotBeBuilt where the way back would not be as long as the way out.
    """
    holes = wood.holes or USUAL
    if holes < 5 or holes % 2 == 0:
        raise CannotBeBuilt("holes", holes, "5, 7, 9 …")
    return tuple(_pair(wood, holes // 2, outer, inner) for outer, inner in _columns(wood))


def _columns(wood: Wood) -> Iterator[tuple[float, float]]:
    """Where each team's outer and inner row lie. Of two teams the second is the first mirrored, and
    the numbers between them are for both; more lie pair by pair, with room for the numbers of each.
    """
    if wood.tracks == 2:
        yield from ((0, wood.lane), (4 * wood.lane, 3 * wood.lane))
    else:
        for team in range(wood.tracks):
            yield 4 * team * wood.lane, (4 * team + 1) * wood.lane


def _pair(wood: Wood, row: int, outer: float, inner: float) -> Track:
    """Two rows of so many holes, with the first hole at the height of 0."""
    each = has_game_holes_each(wood)
    out = tuple(Point(outer, -far) for far in along(wood, 1, row))
    top = out[-1].y
    back = tuple(Point(inner, top + far) for far in along(wood, row + 1, row + each))
    front_start, back_start = (Point(outer, pitches * wood.pitch) for pitches in STARTS)
    shared = () if each else (_shared(wood),)
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


def _shared(wood: Wood) -> Point:
    """The game hole for everybody: at the starting end, in the middle. There an odd number of teams
    has the start holes of one in the way, so that it is behind them."""
    middle = sum(outer + inner for outer, inner in _columns(wood)) / (2 * wood.tracks)
    pitches = SHARED if wood.tracks % 2 == 0 else STARTS[-1] + SHARED
    return Point(middle, pitches * wood.pitch)


def classic(wood: Wood) -> Shape:
    """Twice round is a game of 121. Uses all measures but ends and bends."""
    return cut("classic", wood, out_and_back(wood))

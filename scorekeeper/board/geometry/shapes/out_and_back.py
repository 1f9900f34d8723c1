"""Out and back: a team's outer row away from its start, its inner row back beside it."""

from collections.abc import Iterator
from typing import Final

from scorekeeper.board.geometry.measures import SHARED, STARTS, CannotBeBuilt, Measures
from scorekeeper.board.geometry.outline import shape_around
from scorekeeper.board.geometry.shape import Bend, Point, Shape, Track

USUAL: Final = 61
"""Thirty out, thirty back, and the game hole."""


def out_and_back(measures: Measures) -> tuple[Track, ...]:
    """Return a pair of rows for each team, pegged upwards first; hole 31 is beside hole 30.

    Raises CannotBeBuilt if the way back is not as long as the way out.
    """
    holes = measures.holes or USUAL
    if holes < 5 or holes % 2 == 0:
        raise CannotBeBuilt("holes", holes, "5, 7, 9 …")
    return tuple(_pair(measures, holes // 2, outer, inner) for outer, inner in _columns(measures))


def _columns(measures: Measures) -> Iterator[tuple[float, float]]:
    """Yield where each team's outer and inner row are. The second of two teams is the first
    mirrored, with shared numbers between them; more are pair by pair, each with its own."""
    if measures.tracks == 2:
        yield from ((0, measures.lane), (4 * measures.lane, 3 * measures.lane))
    else:
        for team in range(measures.tracks):
            yield 4 * team * measures.lane, (4 * team + 1) * measures.lane


def _pair(measures: Measures, row: int, outer: float, inner: float) -> Track:
    """Return two rows of *row* holes, with the first hole at the height of 0."""
    each = measures.has_game_holes_each
    out = tuple(Point(outer, -far) for far in measures.along(1, row))
    top = out[-1].y
    back = tuple(Point(inner, top + far) for far in measures.along(row + 1, row + each))
    front_start, back_start = (Point(outer, pitches * measures.pitch) for pitches in STARTS)
    shared = () if each else (_shared(measures),)
    return Track(
        holes=(*out, *back, *shared),
        starts=(front_start, back_start),
        pieces=(len(out), len(back), *(1 for _ in shared)),
        inlay=(Bend(back_start), Bend(out[-1]), Bend(back[0], (inner - outer) / 2), Bend(back[-1])),
    )


def _shared(measures: Measures) -> Point:
    """Return the game hole for all teams: at the starting end, in the middle. With an odd number of
    teams the start holes of one are in the way, so it is behind them."""
    middle = sum(outer + inner for outer, inner in _columns(measures)) / (2 * measures.tracks)
    pitches = SHARED if measures.tracks % 2 == 0 else STARTS[-1] + SHARED
    return Point(middle, pitches * measures.pitch)


def classic(measures: Measures) -> Shape:
    """Return the board of which twice round is 121. Uses all measures but ends and bends."""
    return shape_around("classic", measures, out_and_back(measures))


OPPOSITE: Final = ' (ends = "opposite")'


def sixty_one(measures: Measures) -> Shape:
    """Return the board of which once round is 61. Uses all measures but bends.

    From opposite ends the second team pegs in the other direction, to a game hole of its own.
    """
    if measures.ends == "same":
        return shape_around("sixty-one", measures, out_and_back(measures))
    if measures.tracks > 2:
        raise CannotBeBuilt("tracks", measures.tracks, f"≤ 2{OPPOSITE}")
    if measures.game_holes == "one":
        raise CannotBeBuilt("game_holes", measures.game_holes, f'"each"{OPPOSITE}')
    first = out_and_back(measures)[0]
    return shape_around(
        "sixty-one", measures, (first, _opposite(first, measures))[: measures.tracks]
    )


def _opposite(track: Track, measures: Measures) -> Track:
    """Return *track* turned by half, two lanes from the first team's: room for both numbers."""
    end = track.holes[0].y + track.holes[len(track.holes) // 2 - 1].y

    def turned(place: Point) -> Point:
        return Point(5 * measures.lane - place.x, end - place.y)

    return track.mapped(turned)

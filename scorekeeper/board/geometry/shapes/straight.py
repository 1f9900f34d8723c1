"""The straight board: one long row a team, side by side, all pegged from the same end."""

from typing import Final

from scorekeeper.board.geometry.measures import SHARED, STARTS, CannotBeBuilt, Measures
from scorekeeper.board.geometry.outline import shape_around
from scorekeeper.board.geometry.shape import Bend, Point, Shape, Track

USUAL: Final = 121
LEAST: Final = 2


def straight(measures: Measures) -> Shape:
    """Return rows to the right, the first team's on top. Uses all measures but ends and bends."""
    return shape_around(
        "straight",
        measures,
        tuple(_row(measures, team * measures.lane) for team in range(measures.tracks)),
    )


def _row(measures: Measures, y: float) -> Track:
    holes, each = _holes(measures), measures.has_game_holes_each
    row = tuple(Point(x, y) for x in measures.along(1, holes if each else holes - 1))
    behind = Point(row[-1].x + SHARED * measures.pitch, (measures.tracks - 1) * measures.lane / 2)
    shared = () if each else (behind,)
    front, back = (Point(-pitches * measures.pitch, y) for pitches in STARTS)
    return Track(
        holes=(*row, *shared),
        starts=(front, back),
        pieces=(len(row), *(1 for _ in shared)),
        inlay=(Bend(back), Bend(row[-1])),
    )


def _holes(measures: Measures) -> int:
    """Return the holes of a track. Raises CannotBeBuilt."""
    holes = measures.holes or USUAL
    if holes < LEAST:
        raise CannotBeBuilt("holes", holes, f"≥ {LEAST}")
    return holes

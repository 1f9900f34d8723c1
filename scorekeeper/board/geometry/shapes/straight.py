"""The straight board: one long row a team, side by side, all pegged from the same end."""

from typing import Final

from scorekeeper.board.geometry.measures import CannotBeBuilt, Wood
from scorekeeper.board.geometry.outline import cut
from scorekeeper.board.geometry.shape import Bend, Point, Shape, Track
from scorekeeper.board.geometry.shapes.rows import SHARED, STARTS, along, has_game_holes_each

USUAL: Final = 121
LEAST: Final = 2


def straight(wood: Wood) -> Shape:
    """Rows to the right, the first team's on top. Uses all measures but ends and bends."""
    return cut("straight", wood, tuple(_row(wood, team * wood.lane) for team in range(wood.tracks)))


def _row(wood: Wood, y: float) -> Track:
    holes, each = _holes(wood), has_game_holes_each(wood)
    row = tuple(Point(x, y) for x in along(wood, 1, holes if each else holes - 1))
    shared = () if each else (_shared(wood, row[-1]),)
    front, back = (Point(-pitches * wood.pitch, y) for pitches in STARTS)
    return Track(
        holes=(*row, *shared),
        starts=(front, back),
        pieces=(len(row), *(1 for _ in shared)),
        inlay=(Bend(back), Bend(row[-1])),
    )


def _holes(wood: Wood) -> int:
    """As many as are asked for. Raises CannotBeBuilt."""
    holes = wood.holes or USUAL
    if holes < LEAST:
        raise CannotBeBuilt("holes", holes, f"≥ {LEAST}")
    return holes


def _shared(wood: Wood, last: Point) -> Point:
    """The game hole for everybody, behind the middle of the rows."""
    return Point(last.x + SHARED * wood.pitch, (wood.tracks - 1) * wood.lane / 2)

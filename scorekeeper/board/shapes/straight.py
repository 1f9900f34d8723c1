"""The straight board: one long row a team, side by side, all pegged from the same end."""

from __future__ import annotations

from scorekeeper.board.cutting import cut
from scorekeeper.board.shape import Bend, Point, Shape, Track
from scorekeeper.board.shapes.rows import SHARED, STARTS, along, has_game_holes_each, holes_of
from scorekeeper.board.wood import Wood


def straight(wood: Wood) -> Shape:
    """Rows to the right, the first team's on top. Uses all measures but ends and bends."""
    return cut("straight", wood, tuple(_row(wood, team * wood.lane) for team in range(wood.tracks)))


def _row(wood: Wood, y: float) -> Track:
    holes = holes_of(wood, usual=121, least=2)
    own = holes if has_game_holes_each(wood) else holes - 1
    row = tuple(Point(x, y) for x in along(wood, 1, own))
    shared = Point(row[-1].x + SHARED * wood.pitch, (wood.tracks - 1) * wood.lane / 2)
    front, back = (Point(-pitches * wood.pitch, y) for pitches in STARTS)
    return Track(
        holes=(*row, shared)[:holes],
        starts=(front, back),
        pieces=(own, holes - own)[: 1 + holes - own],
        inlay=(Bend(back), Bend(row[-1])),
    )

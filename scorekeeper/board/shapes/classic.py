"""The classic board: thirty out and thirty back for each team, all from the same end."""

from __future__ import annotations

from scorekeeper.board.cutting import cut
from scorekeeper.board.shape import Shape
from scorekeeper.board.shapes.out_and_back import out_and_back
from scorekeeper.board.wood import Wood


def classic(wood: Wood) -> Shape:
    """Twice round is a game of 121. Uses all measures but ends and bends."""
    return cut("classic", wood, out_and_back(wood))

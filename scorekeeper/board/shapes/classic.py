"""The classic board: thirty out and thirty back for each team, all from the same end."""

from __future__ import annotations

from scorekeeper.board.geometry.measures import Wood
from scorekeeper.board.geometry.outline import cut
from scorekeeper.board.geometry.shape import Shape
from scorekeeper.board.geometry.shapes.out_and_back import out_and_back


def classic(wood: Wood) -> Shape:
    """Twice round is a game of 121. Uses all measures but ends and bends."""
    return cut("classic", wood, out_and_back(wood))

"""The board that a game is drawn on for people who have none: what its row proposes."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from scorekeeper.board.fit import MOST_LAPS, laps
from scorekeeper.board.shape import Shape
from scorekeeper.board.shapes import shape_called
from scorekeeper.board.wood import Wood
from scorekeeper.rules import Rules

PITCH: Final = 16.0
LANE: Final = 17.0
STREET_GAP: Final = 7.0

ONCE: Final = frozenset({"straight", "paperclip"})
"""These are as long as the game; the others are gone round as often as it takes."""
ROUND: Final = 61
LONG_ROUND: Final = 121


@lru_cache(maxsize=32)
def proposed(rules: Rules) -> Shape:
    """The shape of the row, with a track for each team and, where the shape can, a hole for each
    point. Nobody has to build it: its streets stand apart, and its bends are round.
    """
    return shape_called(
        rules.shape,
        Wood(
            tracks=len(rules.teams),
            holes=_holes(rules),
            pitch=PITCH,
            lane=LANE,
            street_gap=STREET_GAP,
            game_holes="one",
            bends="round",
        ),
    )


def _holes(rules: Rules) -> int:
    """Usually what is usual; a board twice as long where there would be too many laps to tell."""
    if rules.shape in ONCE:
        return rules.target
    return 0 if laps(ROUND, rules.target) <= MOST_LAPS else LONG_ROUND

"""What the rows of all shapes have in common: how far each hole is along its row."""

from typing import Final

from scorekeeper.board.geometry.measures import STREET, Wood

STARTS: Final = (2, 3)
"""How many pitches before the first hole the front and the back peg start."""
SHARED: Final = 2
"""A game hole for everybody is so many pitches behind the last hole: a light of its own."""


def along(wood: Wood, first: int, count: int) -> tuple[float, ...]:
    """How far each hole of a row is from the row's first, which is hole *first* of its track."""
    return tuple(
        step * wood.pitch + ((first + step - 1) // STREET - (first - 1) // STREET) * wood.street_gap
        for step in range(count)
    )


def has_game_holes_each(wood: Wood) -> bool:
    """Whether every team ends in a hole of its own, at the end of its row."""
    return wood.game_holes == "each" or wood.tracks == 1

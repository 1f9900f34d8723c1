"""Two sides: one stays at its tables, the other moves a table on after each round."""

from collections.abc import Sequence

from club.pairing.history import Unit
from club.pairing.round import Round
from club.pairing.tables import as_round


def most_two_sided(units: int) -> int:
    """Return the rounds until everybody of one side has met everybody of the other."""
    return (units + 1) // 2


def two_sided(units: Sequence[Unit], rounds: int, tables: Sequence[str]) -> tuple[Round, ...]:
    """Return *rounds* rounds; the first half of *units* stays. Where the number is odd the side
    that moves has one more, and behind the last table is a place to sit out."""
    staying, moving = units[: len(units) // 2], units[len(units) // 2 :]
    return tuple(_round(staying, moving, number, tables) for number in range(1, rounds + 1))


def _round(
    staying: Sequence[Unit], moving: Sequence[Unit], number: int, tables: Sequence[str]
) -> Round:
    turn = number - 1
    moved = [moving[(at - turn) % len(moving)] for at in range(len(moving))]
    games = list(zip(staying, moved, strict=False))
    return as_round(number, games, moved[len(staying) :], tables)

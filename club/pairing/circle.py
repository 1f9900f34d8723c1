"""The circle: one sits still and all others move by one, until everybody has met everybody."""

from collections.abc import Sequence

from club.pairing.history import Unit
from club.pairing.round import Round
from club.pairing.tables import as_round


def most_in_circle(units: int) -> int:
    """Return the rounds of a circle: all others once, or, where the number is odd, a rest too."""
    return units - 1 if units % 2 == 0 else units


def circle(units: Sequence[Unit], rounds: int, tables: Sequence[str]) -> tuple[Round, ...]:
    """Return *rounds* rounds. Where the number is odd, the place that sits still is nobody's: to
    be opposite is to sit out."""
    return tuple(_round(units, number, tables) for number in range(1, rounds + 1))


def _round(units: Sequence[Unit], number: int, tables: Sequence[str]) -> Round:
    still, moving = ((), units) if len(units) % 2 else (units[:1], units[1:])
    turn = number - 1
    moved = (*moving[turn:], *moving[:turn])
    games = [(moved[at], moved[-at]) for at in range(1, len(moved) // 2 + 1)]
    if still:
        return as_round(number, [(still[0], moved[0]), *games], (), tables)
    return as_round(number, games, moved[:1], tables)

"""Movements by rotation: the circle, and two sides of which one moves."""

from collections.abc import Sequence

from club.pairing.history import Unit
from club.pairing.round import Round
from club.pairing.tables import as_round


def most_in_circle(units: int) -> int:
    """Return the rounds of a circle: all others once, or, where the number is odd, a rest too."""
    return units - 1 if units % 2 == 0 else units


def circle(units: Sequence[Unit], rounds: int) -> tuple[Round, ...]:
    """Return *rounds* rounds: one sits still and all others move by one, until everybody has met
    everybody. Where the number is odd, the place that sits still is nobody's: to be opposite is to
    sit out."""
    return tuple(_in_circle(units, number) for number in range(1, rounds + 1))


def _in_circle(units: Sequence[Unit], number: int) -> Round:
    still, moving = ((), units) if len(units) % 2 else (units[:1], units[1:])
    turn = number - 1
    moved = (*moving[turn:], *moving[:turn])
    games = [(moved[at], moved[-at]) for at in range(1, len(moved) // 2 + 1)]
    if still:
        return as_round(number, [(still[0], moved[0]), *games], ())
    return as_round(number, games, moved[:1])


def most_two_sided(units: int) -> int:
    """Return the rounds until everybody of one side has met everybody of the other."""
    return (units + 1) // 2


def two_sided(units: Sequence[Unit], rounds: int) -> tuple[Round, ...]:
    """Return *rounds* rounds; the first half of *units* stays at its tables, the other moves a
    table on after each. Where the number is odd the side that moves has one more, and behind the
    last table is a place to sit out."""
    staying, moving = units[: len(units) // 2], units[len(units) // 2 :]
    return tuple(_two_sided(staying, moving, number) for number in range(1, rounds + 1))


def _two_sided(staying: Sequence[Unit], moving: Sequence[Unit], number: int) -> Round:
    turn = number - 1
    moved = [moving[(at - turn) % len(moving)] for at in range(len(moving))]
    games = list(zip(staying, moved, strict=False))
    return as_round(number, games, moved[len(staying) :])

"""Units at tables: who sits where."""

from collections.abc import Iterable
from itertools import chain

from club.pairing.history import Unit
from club.pairing.round import Round, Seating


def as_round(number: int, games: Iterable[tuple[Unit, Unit]], out: Iterable[Unit]) -> Round:
    """Return a round of *games*, the first of them at table 1. Partners sit across."""
    seatings = tuple(
        Seating(
            str(table),
            tuple(chain.from_iterable(zip(one, other, strict=True))),
            (one, other) if len(one) > 1 else (),
        )
        for table, (one, other) in enumerate(games, 1)
    )
    return Round(number, seatings, tuple(chain.from_iterable(out)))

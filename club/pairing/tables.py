"""Units at tables: the names of the tables, and who sits where."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain

from club.pairing.history import Unit
from club.pairing.refusal import CannotPair, shortened
from club.pairing.round import Round, Seating
from scorekeeper.words import en


def table_names(tables: Sequence[str], count: int) -> tuple[str, ...]:
    """Return names for *count* tables: the first of *tables*, or 1, 2, 3 …. Raises CannotPair."""
    if not tables:
        return tuple(str(number) for number in range(1, count + 1))
    for table, times in Counter(tables).items():
        if times > 1:
            sentence = en("Table {value} is named twice: each needs a name of its own.")
            raise CannotPair(sentence, value=shortened(table))
    if len(tables) < count:
        sentence = en("{count} tables are needed, and only {named} are named.")
        raise CannotPair(sentence, count=count, named=len(tables))
    return tuple(tables[:count])


def as_round(
    number: int, games: Iterable[tuple[Unit, Unit]], out: Iterable[Unit], tables: Sequence[str]
) -> Round:
    """Return a round of *games*, the first of them at the first table. Raises CannotPair."""
    games = tuple(games)
    names = table_names(tables, len(games))
    seatings = tuple(seat(name, *game) for name, game in zip(names, games, strict=True))
    return Round(number, seatings, tuple(chain.from_iterable(out)))


def seat(table: str, one: Unit, other: Unit) -> Seating:
    """Return a table at which partners sit across."""
    players = tuple(player for beside in zip(one, other, strict=True) for player in beside)
    return Seating(table, players, (one, other) if len(one) > 1 else ())

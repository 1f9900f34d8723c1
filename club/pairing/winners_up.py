"""Winners go up: the winner of each table goes to the next better one, the loser stays.

At the first table the winner stays and the loser goes to the last. Each round depends on who won
the one before, so that there is one at a time.
"""

from collections.abc import Sequence

from club.pairing.history import History, Unit
from club.pairing.refusal import CannotPair
from club.pairing.round import Round, Seating
from club.pairing.tables import as_round
from scorekeeper.words import en


def next_round(units: Sequence[Unit], played: Sequence[Round]) -> Round:
    """Return the round after *played*. Raises CannotPair where a table has no winner yet.

    *units* are in the order of the first tables. Who is new, or sat out, begins at the last table.
    Where the number is odd, one of those who sat out least does so, from as far down as can be.
    """
    history = History(played)
    there = set(units)
    ladder = [unit for unit in _ladder(played) if unit in there] if played else []
    known = set(ladder)
    ladder += [unit for unit in units if unit not in known]
    out: tuple[Unit, ...] = ()
    if len(ladder) % 2:
        least = min(map(history.sat, ladder))
        resting = next(unit for unit in reversed(ladder) if history.sat(unit) == least)
        ladder.remove(resting)
        out = (resting,)
    games = zip(ladder[::2], ladder[1::2], strict=True)
    return as_round(len(played) + 1, games, out)


def _ladder(played: Sequence[Round]) -> list[Unit]:
    """Return who sits where next, table by table, if nobody came or went."""
    last = played[-1]
    games = [_won_and_lost(seating, last) for seating in last.tables]
    if not games:
        return []
    winners, losers = [won for won, _ in games], [lost for _, lost in games]
    # Down the tables: the winner who stays at the first, then each loser who stays and the winner
    # who comes up to him; at the last table, the loser of the first.
    ladder = [winners[0]]
    for table in range(1, len(games)):
        ladder += [winners[table], losers[table]]
    return [*ladder, losers[0]]


def _won_and_lost(seating: Seating, one: Round) -> tuple[Unit, Unit]:
    if seating.winner not in {0, 1}:
        sentence = en(
            "Table {table} of round {number} has no winner yet: the next round depends on it."
        )
        raise CannotPair(sentence, table=seating.table, number=one.round)
    return seating.sides[seating.winner], seating.sides[1 - seating.winner]

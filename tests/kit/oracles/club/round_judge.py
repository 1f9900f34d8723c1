"""Judges the rounds of a night by its promises, without any of the program's own figures."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence

from club.pairing import Round


def faults(
    rounds: Sequence[Round], present: Sequence[Collection[str]], movement: str
) -> Iterator[str]:
    """Yield every promise that *rounds* break; *present* says who was there in each."""
    met: set[frozenset[str]] = set()
    sat: Counter[str] = Counter()
    for number, (one, people) in enumerate(zip(rounds, present, strict=True), 1):
        if one.round != number:
            yield f"round {one.round} is the {number}th"
        seated = [player for seating in one.tables for player in seating.players]
        if sorted([*seated, *one.out]) != sorted(people):
            yield f"round {number}: not everybody once"
        if [seating.table for seating in one.tables] != [
            str(table) for table in range(1, len(one.tables) + 1)
        ]:
            yield f"round {number}: tables are not in order"
        each = 4 if movement == "pairs" else 2
        if {len(seating.players) for seating in one.tables} - {each}:
            yield f"round {number}: not {each} at each table"
        if len(one.out) != left_over(len(people), movement):
            yield f"round {number}: {len(one.out)} sit out of {len(people)}"
        for two in _new(one, movement):
            if two in met:
                yield f"round {number}: {sorted(two)} again"
            met.add(two)
        yield from _unfair(one, people, sat)


def left_over(people: int, movement: str) -> int:
    """Return how many must sit out."""
    return people % (4 if movement == "pairs" else 2)


def _new(one: Round, movement: str) -> Iterator[frozenset[str]]:
    """Yield the opponents, who may meet once only."""
    for seating in one.tables:
        if movement == "pairs":
            a, b, c, d = seating.players
            yield from (frozenset((x, y)) for x in (a, c) for y in (b, d))
        else:
            yield frozenset(seating.players)


def _unfair(one: Round, people: Iterable[str], sat: Counter[str]) -> Iterator[str]:
    """Yield who sits out again while somebody who plays has sat out less often; count those who
    sit."""
    playing = [player for player in people if player not in one.out]
    least = min((sat[player] for player in playing), default=0)
    for player in one.out:
        if sat[player] > least:
            yield f"round {one.round}: {player} sits out again before all others did"
    sat.update(one.out)

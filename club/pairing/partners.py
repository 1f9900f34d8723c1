"""Four at a table, everybody for himself: a new partner in each round.

Partners are matched first, as in the circle; then partnerships are set against each other so that
opponents too are as new as possible, as in a whist drive.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from random import Random
from typing import Final, TypeAlias

from club.pairing.circle import circle
from club.pairing.history import History, Two, Unit, singles
from club.pairing.round import PlayerId, Round
from club.pairing.tables import as_round

FOUR: Final = 4
Couple: TypeAlias = tuple[PlayerId, PlayerId]


def most_partners(players: int) -> int:
    """Return the rounds in which everybody can have a new partner each time."""
    return players - 1 if players % 2 == 0 else players


def in_circle(
    players: Sequence[PlayerId], rounds: int, chance: Random, tables: Sequence[str]
) -> tuple[Round, ...]:
    """Return *rounds* rounds in which partners are those who meet in the circle; for players of
    whom none or one is left over at tables of four."""
    couples = [
        ([(one.players[0], one.players[1]) for one in each.tables], each.out)
        for each in circle(singles(players), rounds, ())
    ]
    return with_opponents(couples, 1, History(()), chance, tables)


def with_opponents(
    rounds: Sequence[tuple[Sequence[Couple], Sequence[PlayerId]]],
    first: int,
    history: History,
    chance: Random,
    tables: Sequence[str],
) -> tuple[Round, ...]:
    """Return the rounds from the number *first*, of couples and of those who sit out."""
    met = Counter(history.against)
    made = []
    for number, (couples, out) in enumerate(rounds, first):
        games = opposed(couples, met, chance)
        for one, other in games:
            met.update(frozenset((player, across)) for player in one for across in other)
        made.append(as_round(number, games, singles(out), tables))
    return tuple(made)


def opposed(
    couples: Sequence[Couple], met: Counter[Two], chance: Random
) -> list[tuple[Unit, Unit]]:
    """Return *couples* two by two, so that few meet who have met, and none often."""
    order = list(couples)
    chance.shuffle(order)
    games = list(zip(order[::2], order[1::2], strict=True))
    better = True
    while better:
        better = False
        for at, other in combinations(range(len(games)), 2):
            (a, b), (c, d) = games[at], games[other]
            ways = [((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c))]
            best = min(ways, key=lambda way: sum(_worn(*game, met) for game in way))
            if sum(_worn(*game, met) for game in best) < sum(_worn(*g, met) for g in ways[0]):
                games[at], games[other] = best
                better = True
    first = {couple: place for place, couple in enumerate(couples)}
    return sorted(games, key=lambda game: min(first[game[0]], first[game[1]]))


def _worn(one: Couple, other: Couple, met: Counter[Two]) -> int:
    """Return how little new a game is: each meeting before counts more than the last."""
    times = (met[frozenset((player, across))] for player in one for across in other)
    return sum(count * count for count in times)

"""Four at a table, everybody for himself: a new partner in each round.

Partners are matched first, as in the circle; then partnerships are set against each other so that
opponents too are as new as possible, as in a whist drive.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from random import Random
from typing import Final, TypeAlias

from club.pairing.history import History, Two, singles
from club.pairing.rotation import circle
from club.pairing.round import PlayerId, Round
from club.pairing.tables import as_round

FOUR: Final = 4
Couple: TypeAlias = tuple[PlayerId, PlayerId]
Game: TypeAlias = tuple[Couple, Couple]
PASSES: Final = 12
MOST_TRIES, ENOUGH_GAMES = 12, 240
"""A short night is tried more often, since that takes no time."""


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
    games = sum(len(couples) // 2 for couples, _ in rounds)
    tries = min(MOST_TRIES, max(1, ENOUGH_GAMES // max(games, 1)))
    each = [list(couples) for couples, _ in rounds]
    nights, _ = min((_opposed(each, history, chance) for _ in range(tries)), key=lambda one: one[1])
    return tuple(
        as_round(number, _in_order(games, couples), singles(out), tables)
        for number, (games, (couples, out)) in enumerate(zip(nights, rounds, strict=True), first)
    )


def _opposed(
    rounds: Sequence[list[Couple]], history: History, chance: Random
) -> tuple[list[list[Game]], int]:
    """Return the games of each round, and how far from even meetings are: the less the better."""
    met = Counter(history.against)
    nights: list[list[Game]] = []
    for couples in rounds:
        order = list(couples)
        chance.shuffle(order)
        nights.append(list(zip(order[::2], order[1::2], strict=True)))
        _meet(nights[-1], met, 1)
    # Each round is looked at again with all others known, until none can be bettered.
    for _ in range(PASSES):
        if sum(_improve(games, met) for games in nights) == 0:
            break
    return nights, sum(times * times for times in met.values())


def _improve(games: list[Game], met: Counter[Two]) -> bool:
    """Set couples of two tables against each other in another way where that is newer for them.
    Return True if anything was changed."""
    changed = False
    for at, other in combinations(range(len(games)), 2):
        now = [games[at], games[other]]
        (a, b), (c, d) = now
        _meet(now, met, -1)
        ways = (now, [(a, c), (b, d)], [(a, d), (b, c)])
        best = min(ways, key=lambda way: _worn(way[0], met) + _worn(way[1], met))
        _meet(best, met, 1)
        if best is not now:
            games[at], games[other] = best
            changed = True
    return changed


def _meet(games: Sequence[Game], met: Counter[Two], times: int) -> None:
    for one, other in games:
        for player in one:
            for across in other:
                met[frozenset((player, across))] += times


def _worn(game: Game, met: Counter[Two]) -> int:
    """Return how little new a game is: those who met twice before count more than the others."""
    (a, b), (c, d) = game
    count = 0
    for two in ((a, c), (a, d), (b, c), (b, d)):
        times = met[frozenset(two)]
        count += times * times
    return count


def _in_order(games: Sequence[Game], couples: Sequence[Couple]) -> list[Game]:
    """Return *games* by the couples as they were named, which sit at the first table first."""
    place = {couple: number for number, couple in enumerate(couples)}
    each = [(one, other) if place[one] < place[other] else (other, one) for one, other in games]
    return sorted(each, key=lambda game: place[game[0]])

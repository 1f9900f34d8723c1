"""The standing of a night: a row for each player, the leader first, equal ones shown as equal."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from club.pairing.round import PlayerId
from club.results.result import SCORINGS, Result, Scoring, ScoringName, last_of_each


class StandingRow(msgspec.Struct, frozen=True):
    """A player's ``place`` from 1, shared by all who are ``equal``, and the figures that made it.

    ``plus`` are the holes by which games were won, ``minus`` those by which they were lost (above
    0), ``net`` is the one less the other.
    """

    place: int
    equal: bool
    id: PlayerId
    games: int = 0
    won: int = 0
    points: int = 0
    plus: int = 0
    minus: int = 0
    net: int = 0
    skunks_given: int = 0
    skunks_taken: int = 0


def standing(
    results: Iterable[Result],
    scoring: Scoring | ScoringName = "acc",
    players: Sequence[PlayerId] = (),
) -> tuple[StandingRow, ...]:
    """Return the standing after *results*, of which the last of each night, table and place holds.

    Order: points, games won, net spread, plus points; between two who are still equal, the games
    that they played against each other. *players* without a game are there too.
    """
    scoring = SCORINGS[scoring] if isinstance(scoring, str) else scoring
    rows = {player: StandingRow(0, False, player) for player in players}
    between: Wins = Counter()
    for result in last_of_each(results):
        winners, losers = result.sides[result.winner], result.sides[1 - result.winner]
        margin, skunked = result.margin, result.skunks > 0
        for player in winners:
            row = rows.get(player) or StandingRow(0, False, player)
            rows[player] = replace(
                row,
                games=row.games + 1,
                won=row.won + 1,
                points=row.points + scoring.won(result.skunks),
                plus=row.plus + margin,
                net=row.net + margin,
                skunks_given=row.skunks_given + skunked,
            )
            between.update((player, other) for other in losers)
        for player in losers:
            row = rows.get(player) or StandingRow(0, False, player)
            rows[player] = replace(
                row,
                games=row.games + 1,
                minus=row.minus + margin,
                net=row.net - margin,
                skunks_taken=row.skunks_taken + skunked,
            )
    return ranked(rows.values(), between)


Wins = Counter[tuple[PlayerId, PlayerId]]
"""How often the first of two won against the second."""


def ranked(rows: Iterable[StandingRow], between: Wins | None = None) -> tuple[StandingRow, ...]:
    """Return *rows* in order, with their places."""
    order = sorted(rows, key=lambda row: (*_rank(row), natural(row.id)))
    placed: list[StandingRow] = []
    for _, group in groupby(order, key=_rank):
        tied = _decided(list(group), between or Counter())
        for equals in tied:
            place, equal = len(placed) + 1, len(equals) > 1
            placed += [replace(row, place=place, equal=equal) for row in equals]
    return tuple(placed)


def _rank(row: StandingRow) -> tuple[int, ...]:
    return -row.points, -row.won, -row.net, -row.plus


def _decided(tied: list[StandingRow], between: Wins) -> list[list[StandingRow]]:
    """Return *tied* rows as those that are equal in the end: of two, the game between them
    decides."""
    if len(tied) != 2:
        return [tied]
    one, other = tied
    won, lost = between[one.id, other.id], between[other.id, one.id]
    if won == lost:
        return [tied]
    return [[one], [other]] if won > lost else [[other], [one]]


_DIGITS: Final = re.compile(r"(\d+)")


def natural(name: str) -> tuple[Any, ...]:
    """Return what sorts *name* as people do: p2 before p10."""
    parts = _DIGITS.split(name)
    return tuple(
        (int(part[:18]), part) if number % 2 else (0, part) for number, part in enumerate(parts)
    )

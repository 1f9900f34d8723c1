"""The standing of a night: a row for each player, the leader first, equal ones shown as equal."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from club.pairing.round import PlayerId
from club.results.result import Result, last_of_each
from club.results.scoring import SCORINGS, Scoring, ScoringName


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
    counted = last_of_each(results)
    tallies = {player: Tally() for player in players}
    for result in counted:
        winner, sides = result.winner, result.sides
        for team in (0, 1):
            for one in sides[team]:
                tallies.setdefault(one, Tally()).add(result, scoring, won=team == winner)
    rows = [tally.row(player) for player, tally in tallies.items()]
    return ranked(rows, _wins_between(counted))


class Tally:
    """The figures of a player while games are added up."""

    def __init__(self) -> None:
        self._games = self._won = self._points = self._plus = self._minus = 0
        self._given = self._taken = 0

    def add(self, result: Result, scoring: Scoring, *, won: bool) -> None:
        """Add a game that the player *won* or lost."""
        margin, skunks = result.margin, result.skunks
        self._games += 1
        if won:
            self._won += 1
            self._points += scoring.won(skunks)
            self._plus += margin
            self._given += skunks > 0
        else:
            self._minus += margin
            self._taken += skunks > 0

    def row(self, player: PlayerId) -> StandingRow:
        """Return the row of *player*, without a place."""
        return StandingRow(
            place=0,
            equal=False,
            id=player,
            games=self._games,
            won=self._won,
            points=self._points,
            plus=self._plus,
            minus=self._minus,
            net=self._plus - self._minus,
            skunks_given=self._given,
            skunks_taken=self._taken,
        )


Wins = Counter[tuple[PlayerId, PlayerId]]


def _wins_between(results: Iterable[Result]) -> Wins:
    """Return how often the first of two won against the second."""
    wins: Wins = Counter()
    for result in results:
        winners, losers = result.sides[result.winner], result.sides[1 - result.winner]
        for one in winners:
            for other in losers:
                wins[one, other] += 1
    return wins


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

"""The standing of a night: a row for each player, the leader first, equal ones shown as equal."""

from collections.abc import Iterable, Sequence

import msgspec

from club.pairing.round import PlayerId
from club.results.result import Result
from club.results.scoring import SCORINGS, Scoring


class StandingRow(msgspec.Struct, frozen=True):
    """A player's ``place`` from 1, shared by all who are ``equal``, and the figures that made it.

    ``plus`` are the holes by which games were won, ``minus`` those by which they were lost (above
    0), ``net`` is the one less the other.
    """

    place: int
    equal: bool
    id: PlayerId
    games: int
    won: int
    points: int
    plus: int
    minus: int
    net: int
    skunks_given: int
    skunks_taken: int


def standing(
    results: Iterable[Result],
    scoring: Scoring = SCORINGS["acc"],
    players: Sequence[PlayerId] = (),
) -> tuple[StandingRow, ...]:
    """Return the standing after *results*, of which the last of each night, table and place holds.

    Order: points, games won, net spread, plus points; between two who are still equal, the games
    they played against each other. *players* without a game are there too.
    """
    raise NotImplementedError

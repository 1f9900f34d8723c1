"""A round of a night: its tables, who sits where, and who sits out."""

from collections.abc import Iterable
from itertools import chain
from typing import Any, Final, TypeAlias

import msgspec

from scorekeeper.words import Fault, en

PlayerId: TypeAlias = str
"""A player's name for the program, such as ``p12``; 1 to 64 printable characters."""
LONGEST_ID: Final = 64
Unit: TypeAlias = tuple[PlayerId, ...]
"""A player who is paired, or two who are partners all night."""


class CannotPair(Fault):
    """No such rounds can be; the sentence says what can.

    ``most`` is the number of rounds that there can be in all (those played included), if that is
    what was wrong.
    """

    def __init__(self, sentence: str, /, *, most: int | None = None, **values: Any) -> None:
        super().__init__(sentence, most=most, **values)
        self.most = most


def none_left(rounds: int, most: int) -> CannotPair:
    """Return the refusal of more *rounds* than are left for the players who are here."""
    sentence = en(
        "{rounds} rounds are too many: with the players who are here, {most} in all can be "
        "played without a repeat."
    )
    return CannotPair(sentence, most=most, rounds=rounds)


class Seating(msgspec.Struct, frozen=True, omit_defaults=True):
    """A ``table`` of a round and its ``players``, in the order in which they sit.

    Four sit as partners: the first and the third against the second and the fourth; ``teams`` names
    them. ``winner`` is the number of the team that won, once that is known; with two players each
    is a team.
    """

    table: str
    players: tuple[PlayerId, ...]
    teams: tuple[tuple[PlayerId, ...], ...] = ()
    winner: int | None = None

    @property
    def sides(self) -> tuple[tuple[PlayerId, ...], ...]:
        """The teams, given or not: players who sit across, or each player."""
        return self.teams or sides_of(self.players)


def sides_of(players: tuple[PlayerId, ...]) -> tuple[tuple[PlayerId, ...], ...]:
    """Return the teams of *players* as they sit: two against each other, or partners across."""
    if len(players) == 4:
        return (players[::2], players[1::2])
    return tuple((player,) for player in players)


class Round(msgspec.Struct, frozen=True):
    """A round, from 1, with its tables in order and the players who sit out."""

    round: int
    tables: tuple[Seating, ...]
    out: tuple[PlayerId, ...] = ()

    @property
    def players(self) -> frozenset[PlayerId]:
        """All who play in it."""
        return frozenset(player for seating in self.tables for player in seating.players)


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

"""A round of a night: its tables with their players, and who sits out."""

from collections.abc import Iterable
from itertools import chain
from typing import Any, Final, TypeAlias

import msgspec

from scorekeeper.words import Fault, en

PlayerId: TypeAlias = str
"""The id of a player, such as ``p12``; 1 to 64 printable characters."""
MAX_ID_LENGTH: Final = 64
Unit: TypeAlias = tuple[PlayerId, ...]
"""A player, or two partners for the whole night."""


class CannotPair(Fault):
    """The requested rounds are not possible; the message gives a possible number.

    ``most``: the maximum total number of rounds, including those played, if too many were
    requested.
    """

    def __init__(self, sentence: str, /, *, most: int | None = None, **values: Any) -> None:
        super().__init__(sentence, most=most, **values)
        self.most = most


def none_left(rounds: int, most: int) -> CannotPair:
    """Return the error for more *rounds* than are possible with the players present."""
    sentence = en(
        "{rounds} rounds is too many: with the players present, only {most} in all are "
        "possible without a repeat."
    )
    return CannotPair(sentence, most=most, rounds=rounds)


class Seating(msgspec.Struct, frozen=True, omit_defaults=True):
    """A ``table`` of a round and its ``players``, in seat order.

    With four players, the first and third are partners, and the second and fourth; ``teams`` lists
    them. ``winner`` is the index of the winning team, once known. With two players each is a team.
    """

    table: str
    players: tuple[PlayerId, ...]
    teams: tuple[tuple[PlayerId, ...], ...] = ()
    winner: int | None = None

    @property
    def sides(self) -> tuple[tuple[PlayerId, ...], ...]:
        """The teams: as given, else players sitting opposite each other, or single players."""
        return self.teams or sides_of(self.players)


def sides_of(players: tuple[PlayerId, ...]) -> tuple[tuple[PlayerId, ...], ...]:
    """Return the teams of *players* in seat order: single players, or partners sitting opposite
    each other."""
    if len(players) == 4:
        return (players[::2], players[1::2])
    return tuple((player,) for player in players)


class Round(msgspec.Struct, frozen=True):
    """A round, numbered from 1, with its tables in order and the players who sit out."""

    round: int
    tables: tuple[Seating, ...]
    out: tuple[PlayerId, ...] = ()

    @property
    def players(self) -> frozenset[PlayerId]:
        """All players of the round."""
        return frozenset(player for seating in self.tables for player in seating.players)


def as_round(number: int, games: Iterable[tuple[Unit, Unit]], out: Iterable[Unit]) -> Round:
    """Return a round of *games*, the first one at table 1. Partners sit opposite each other."""
    seatings = tuple(
        Seating(
            str(table),
            tuple(chain.from_iterable(zip(one, other, strict=True))),
            (one, other) if len(one) > 1 else (),
        )
        for table, (one, other) in enumerate(games, 1)
    )
    return Round(number, seatings, tuple(chain.from_iterable(out)))

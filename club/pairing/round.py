"""A round of a night: its tables, who sits where, and who sits out."""

from typing import TypeAlias

import msgspec

PlayerId: TypeAlias = str
"""A player's name for the program, such as ``p12``; 1 to 64 printable characters."""


class Seating(msgspec.Struct, frozen=True, omit_defaults=True):
    """A ``table`` of a round and its ``players``, in the order in which they sit.

    Four sit as partners: the first and the third against the second and the fourth. ``teams`` says
    so where it is given, and ``winner`` is the team that won, once that is known; with two players
    each is a team.
    """

    table: str
    players: tuple[PlayerId, ...]
    teams: tuple[tuple[PlayerId, ...], ...] = ()
    winner: int | None = None

    @property
    def sides(self) -> tuple[tuple[PlayerId, ...], ...]:
        """The teams, whether or not they were given: those who sit across, or each player."""
        if self.teams:
            return self.teams
        return sides_of(self.players)


def sides_of(players: tuple[PlayerId, ...]) -> tuple[tuple[PlayerId, ...], ...]:
    """Return the teams of *players* as they sit: two against each other, or partners across."""
    if len(players) == 4:
        return (players[::2], players[1::2])
    return tuple((player,) for player in players)


class Round(msgspec.Struct, frozen=True):
    """A round, from 1, with its tables in order and those who sit out."""

    round: int
    tables: tuple[Seating, ...]
    out: tuple[PlayerId, ...] = ()

    @property
    def players(self) -> frozenset[PlayerId]:
        """All who play in it."""
        return frozenset(player for seating in self.tables for player in seating.players)


def same_seats(one: Round, other: Round) -> bool:
    """True if the same people are at the same tables in both, in whatever order they are named."""
    return _seats(one) == _seats(other) and set(one.out) == set(other.out)


def _seats(one: Round) -> set[tuple[str, frozenset[frozenset[PlayerId]]]]:
    return {(seating.table, frozenset(map(frozenset, seating.sides))) for seating in one.tables}

"""The history of a night that later rounds respect: who met whom, who sat out."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Final, TypeAlias

from club.pairing.refusal import CannotPair, shortened
from club.pairing.round import PlayerId, Round
from scorekeeper.words import en

Unit: TypeAlias = tuple[PlayerId, ...]
"""One who is paired: a player, or two who sit as partners all night."""
Two: TypeAlias = frozenset[PlayerId]

LONGEST_ID: Final = 64
MOST_PLAYERS: Final = 200
MOST_ROUNDS: Final = 99


class History:
    """The opponents that each player had, and how often each played and sat out."""

    def __init__(self, played: Sequence[Round]) -> None:
        self.against: Counter[Two] = Counter()
        self._sat = Counter(player for one in played for player in one.out)
        self._games = Counter(
            player for one in played for seating in one.tables for player in seating.players
        )
        for seating in (seating for one in played for seating in one.tables):
            for team, other in combinations(seating.sides, 2):
                self.against.update(frozenset((one, two)) for one in team for two in other)

    def met(self, unit: Unit, other: Unit) -> bool:
        """True if anybody of *unit* played against anybody of *other*."""
        return any(frozenset((one, two)) in self.against for one in unit for two in other)

    def sat(self, unit: Unit) -> int:
        """Return how often *unit* sat out; of partners the one who did so most."""
        return max(self._sat[player] for player in unit)

    def games(self, unit: Unit) -> int:
        """Return how often *unit* played; of partners the one who did so most."""
        return max(self._games[player] for player in unit)


def check_players(players: Sequence[PlayerId]) -> None:
    """Raise CannotPair where one of them cannot be a player, or is there twice."""
    for player in players:
        if not player.strip() or not player.isprintable() or len(player) > LONGEST_ID:
            sentence = en("A player can’t be called {value}; use 1 to 64 printable characters.")
            raise CannotPair(sentence, value=shortened(player))
    for player, times in Counter(players).items():
        if times > 1:
            sentence = en("{value} is named twice: each player is there once.")
            raise CannotPair(sentence, value=player)
    if len(players) > MOST_PLAYERS:
        sentence = en("{players} players are too many; a night has {limit} at most.")
        raise CannotPair(sentence, players=len(players), limit=MOST_PLAYERS)


def check_played(played: Sequence[Round], rounds: int) -> None:
    """Raise CannotPair where *played* are not the first of *rounds* rounds."""
    if not 1 <= rounds <= MOST_ROUNDS:
        sentence = en("{rounds} rounds cannot be; a night has 1 to {most}.")
        raise CannotPair(sentence, most=MOST_ROUNDS, rounds=rounds)
    for number, one in enumerate(played, 1):
        if one.round != number:
            sentence = en(
                "The rounds that were played are numbered from 1; {value} is not {number}."
            )
            raise CannotPair(sentence, value=one.round, number=number)
        check_round(one)
    if len(played) > rounds:
        sentence = en("{played} rounds are played already; {rounds} in all are fewer.")
        raise CannotPair(sentence, played=len(played), rounds=rounds)


def check_round(one: Round) -> None:
    """Raise CannotPair where a table or a player of a round is there twice, or a table is odd."""
    for player, times in Counter([*_everybody(one)]).items():
        if times > 1:
            sentence = en("Round {number} has {value} twice: everybody has one place in a round.")
            raise CannotPair(sentence, number=one.round, value=shortened(player))
    for table, times in Counter(seating.table for seating in one.tables).items():
        if times > 1:
            sentence = en("Round {number} has table {value} twice.")
            raise CannotPair(sentence, number=one.round, value=shortened(table))
    for seating in one.tables:
        if len(seating.players) not in {2, 4}:
            sentence = en("Table {table} of round {number} has {value} players; it has 2 or 4.")
            raise CannotPair(
                sentence,
                table=shortened(seating.table),
                number=one.round,
                value=len(seating.players),
            )


def _everybody(one: Round) -> Iterator[PlayerId]:
    for seating in one.tables:
        yield from seating.players
    yield from one.out


def singles(players: Iterable[PlayerId]) -> tuple[Unit, ...]:
    """Return each of *players* by themselves."""
    return tuple((player,) for player in players)

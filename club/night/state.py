"""The night as a value: players, rounds and games."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from enum import StrEnum
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

import msgspec

from club.night.entry import Plan, Season
from club.night.game import Game, Status
from club.pairing import Round
from club.results.season import Feat


class Phase(StrEnum):
    """The phase of a night."""

    SETUP = "setup"
    PLAY = "play"
    OVER = "over"


class Player(msgspec.Struct, frozen=True):
    """A player of the club: ``present`` tonight, with a ``phone`` or without."""

    id: str
    name: str
    house: bool = False
    present: bool = False
    phone: str | None = None


GameKey: TypeAlias = tuple[int, str]
"""A game's round and table."""
ReportKey: TypeAlias = tuple[str, str]
"""The device that reported a game, and the place in its own journal."""

NO_FEATS: Final[MappingProxyType[Feat, str]] = MappingProxyType({})
NO_GAMES: Final[MappingProxyType[GameKey, Game]] = MappingProxyType({})
NO_PLAYERS: Final[MappingProxyType[str, Player]] = MappingProxyType({})
NO_REPORTS: Final[MappingProxyType[ReportKey, GameKey]] = MappingProxyType({})
NO_SEATS: Final[MappingProxyType[tuple[int, str], str]] = MappingProxyType({})
NO_TIMES: Final[MappingProxyType[int, str]] = MappingProxyType({})


class Night(msgspec.Struct, frozen=True):
    """A night: its plan, its rounds as they are paired, and its games by round and table.

    ``round`` is the one being played, 0 before the first; ``tables`` has the table of each player
    by round and id, ``began`` the time of each round, and
    ``feats`` are the hands that tables reported, with the device that did.
    """

    id: str
    phase: Phase = Phase.SETUP
    plan: Plan = Plan()
    rounds: tuple[Round, ...] = ()
    round: int = 0
    games: MappingProxyType[GameKey, Game] = NO_GAMES
    tables: MappingProxyType[tuple[int, str], str] = NO_SEATS
    reported: MappingProxyType[ReportKey, GameKey] = NO_REPORTS
    began: MappingProxyType[int, str] = NO_TIMES
    feats: MappingProxyType[Feat, str] = NO_FEATS
    hidden: bool = False

    def of_round(self, number: int) -> Iterator[Game]:
        """Yield the games of a round, in the order of its tables."""
        for one in self.rounds[number - 1].tables if 0 < number <= len(self.rounds) else ():
            yield self.games[number, one.table]

    def game_of(self, player: str, number: int) -> Game | None:
        """Return the game of *player* in a round; None for who sits out or is not there."""
        key = self.key_of(player, number)
        return self.games[key] if key else None

    def key_of(self, player: str, number: int) -> GameKey | None:
        """Return the key of the game of *player* in a round."""
        table = self.tables.get((number, player))
        return None if table is None else (number, table)

    def sits_out(self, player: str, number: int) -> bool:
        """True if *player* sits out in this round."""
        return 0 < number <= len(self.rounds) and player in self.rounds[number - 1].out

    @property
    def is_round_done(self) -> bool:
        """True once every game of the round being played has its result."""
        return self.round > 0 and all(
            game.status in (Status.DONE, Status.VOID) for game in self.of_round(self.round)
        )

    @property
    def is_finished(self) -> bool:
        """True once the night is over, or the last game has its result."""
        last = max(self.plan.rounds, len(self.rounds))
        return self.phase is Phase.OVER or (self.round >= last and self.is_round_done)

    @property
    def round_ends(self) -> str | None:
        """The time at which the clock of the round runs out, ISO 8601; None without a clock."""
        began = self.began.get(self.round)
        if not began or not self.plan.minutes or self.phase is not Phase.PLAY:
            return None
        ends = datetime.fromisoformat(began) + timedelta(minutes=self.plan.minutes)
        return ends.isoformat(timespec="seconds")


class PastNight(NamedTuple):
    """A night that is over, for the season: its scoring and its games that count."""

    id: str
    scoring: str
    games: tuple[Game, ...]


class Club(msgspec.Struct, frozen=True):
    """All that the journal says: the players by id, tonight, and the nights before."""

    players: MappingProxyType[str, Player] = NO_PLAYERS
    night: Night | None = None
    past: tuple[PastNight, ...] = ()
    season: Season = Season()

    @property
    def present(self) -> tuple[Player, ...]:
        """The players who are there tonight, in the order in which the club came to know them."""
        return tuple(one for one in self.players.values() if one.present)

    def name(self, player: str) -> str:
        """Return the name of a player."""
        known = self.players.get(player)
        return known.name if known else player

    def with_phone(self, phone: str) -> Player | None:
        """Return the player whose phone this is."""
        return next((one for one in self.players.values() if one.phone == phone), None)

"""The night as a value: players, rounds, and games with all that was reported of them."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from enum import StrEnum
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

import msgspec

from club.night.entry import Plan, Season
from club.pairing import Round
from club.season import Feat


class Outcome(NamedTuple):
    """The end of a game: the points of each side, and how many skunks it was, 2 at most."""

    scores: tuple[int, int]
    skunk: int

    @property
    def winner(self) -> int:
        return 0 if self.scores[0] > self.scores[1] else 1

    @property
    def margin(self) -> int:
        """By how many points."""
        return abs(self.scores[0] - self.scores[1])


class Status(StrEnum):
    """The state of knowledge of a game's result."""

    OPEN = "open"
    CLAIMED = "claimed"
    DIFFERENT = "different"
    DONE = "done"
    VOID = "void"


class Report(NamedTuple):
    """A table's report of a game: its ``device``, the ``place`` in its own journal, how the game
    ended, and when it says that was."""

    device: str
    place: str
    outcome: Outcome
    sent: str = ""


class Game(msgspec.Struct, frozen=True):
    """One game of the night, with every claim and report of its end.

    ``claims`` are those of the two sides, ``claimed_by`` the player of each and ``phones`` the
    phone's digest, ``reports`` those of tables, the last to end at the end;
    ``ruled`` is True once the director decided, ``ruling`` is that decision; ``at`` is the time of
    the claim or ruling that settled the outcome.
    """

    round: int
    table: str
    sides: tuple[tuple[str, ...], ...]
    players: tuple[str, ...]
    claims: tuple[Outcome | None, Outcome | None] = (None, None)
    claimed_by: tuple[str, str] = ("", "")
    phones: tuple[str, str] = ("", "")
    reports: tuple[Report, ...] = ()
    ruled: bool = False
    ruling: Outcome | None = None
    at: str = ""

    def side_of(self, player: str) -> int | None:
        """Return 0 or 1; None for a player of another game."""
        return next((at for at, side in enumerate(self.sides) if player in side), None)

    @property
    def counted(self) -> tuple[Report, ...]:
        """The reports that count: the last of each table, the latest end last.

        What another table says counts only until its own says something, or both sides agree: no
        table changes a result of others.
        """
        if not self.reports or (len(self.reports) == 1 and self.reports[0].device == self.table):
            return self.reports
        last = {report.device: report for report in self.reports}.values()
        own = tuple(one for one in last if one.device == self.table)
        agreed = self.claims[0] is not None and self.claims[0] == self.claims[1]
        return own if own or agreed else tuple(last)

    @property
    def report(self) -> Report | None:
        """The report under whose name the game is known on the broker."""
        counted = self.counted
        return counted[-1] if counted else None

    @property
    def is_hearsay(self) -> bool:
        """True if its result is only what another table says."""
        report = None if self.ruled else self.report
        return report is not None and report.device != self.table

    @property
    def statements(self) -> tuple[Outcome, ...]:
        """The reports of the sides and the tables."""
        claims = (one for one in self.claims if one)
        return (*claims, *(one.outcome for one in self.counted))

    @property
    def status(self) -> Status:
        if self.ruled:
            return Status.DONE if self.ruling else Status.VOID
        statements = self.statements
        if len({*statements}) > 1:
            return Status.DIFFERENT
        if self.counted or all(self.claims):
            return Status.DONE
        return Status.CLAIMED if statements else Status.OPEN

    @property
    def outcome(self) -> Outcome | None:
        """Its outcome; None while that is not sure, and if it does not count."""
        if self.ruled:
            return self.ruling
        return self.statements[0] if self.status is Status.DONE else None

    @property
    def by(self) -> str:
        """The source that settled it, as ``by`` of a result on the broker."""
        return "director" if self.ruled else "table" if self.counted else "players"

    @property
    def settled(self) -> str:
        """The time at which its outcome was settled; of a table's report, that of its end."""
        report = None if self.ruled else self.report
        return report.sent if report else self.at

    @property
    def is_reported(self) -> bool:
        """True if a table reported it and the director has not spoken."""
        return bool(self.counted) and not self.ruled


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
        """The players present tonight, in the order in which they were entered."""
        return tuple(one for one in self.players.values() if one.present)

    def name(self, player: str) -> str:
        known = self.players.get(player)
        return known.name if known else player

"""A night as an immutable value: players, rounds, and games with all their reports."""

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final, Literal, NamedTuple, TypeAlias

import msgspec

from club.night.entry import Plan, Season
from club.pairing.round import Round
from club.results import skunk_margins
from club.season import Feat
from scorekeeper.rules.variants import RULES

USUAL_RULES: Final[Mapping[int, str]] = {2: "acc", 4: "four-handed"}
"""The rules of a game of 2 players or of partners, if those of the plan do not fit."""


class Outcome(NamedTuple):
    """The outcome of a game: the score of each side, and the number of skunks, at most 2."""

    scores: tuple[int, int]
    skunk: int

    @property
    def winner(self) -> int:
        return 0 if self.scores[0] > self.scores[1] else 1

    @property
    def margin(self) -> int:
        """The winning margin."""
        return abs(self.scores[0] - self.scores[1])


class Status(StrEnum):
    """How certain a game's result is."""

    OPEN = "open"
    REPORTED = "reported"
    DIFFERENT = "different"
    DONE = "done"
    VOID = "void"


class Report(NamedTuple):
    """A table's report of a game: its ``device``, the ``place`` in its own journal, the outcome,
    and the time ``sent``."""

    device: str
    place: str
    outcome: Outcome
    sent: str = ""


class Game(msgspec.Struct, frozen=True):
    """A game of the night, with all reports of sides and tables.

    ``side_reports``: by the two sides; ``reported_by``: their players; ``phones``: the digest of
    each phone; ``reports``: from tables, last to end last; ``ruled``: the director has decided;
    ``ruling``: that decision; ``at``: the time of the report or ruling that settled the outcome.
    """

    round: int
    table: str
    sides: tuple[tuple[str, ...], ...]
    players: tuple[str, ...]
    side_reports: tuple[Outcome | None, Outcome | None] = (None, None)
    reported_by: tuple[str, str] = ("", "")
    phones: tuple[str, str] = ("", "")
    reports: tuple[Report, ...] = ()
    ruled: bool = False
    ruling: Outcome | None = None
    at: str = ""

    def side_of(self, player: str) -> int | None:
        """Return the side of *player*, 0 or 1; None if not in this game."""
        return next((at for at, side in enumerate(self.sides) if player in side), None)

    @property
    def counted(self) -> tuple[Report, ...]:
        """The reports that count: the last from each table, latest last.

        A report from another table counts only until the game's own table reports, or both sides
        agree, so that tables cannot change the results of others.
        """
        if not self.reports or (len(self.reports) == 1 and self.reports[0].device == self.table):
            return self.reports
        last = {report.device: report for report in self.reports}.values()
        own = tuple(one for one in last if one.device == self.table)
        agreed = self.side_reports[0] is not None and self.side_reports[0] == self.side_reports[1]
        return own if own or agreed else tuple(last)

    @property
    def report(self) -> Report | None:
        """The report whose place identifies the game on the broker."""
        counted = self.counted
        return counted[-1] if counted else None

    @property
    def is_hearsay(self) -> bool:
        """True if the result is known only from another table."""
        report = None if self.ruled else self.report
        return report is not None and report.device != self.table

    @property
    def statements(self) -> tuple[Outcome, ...]:
        """The outcomes reported by sides and tables."""
        sides = (one for one in self.side_reports if one)
        return (*sides, *(one.outcome for one in self.counted))

    @property
    def status(self) -> Status:
        if self.ruled:
            return Status.DONE if self.ruling else Status.VOID
        statements = self.statements
        if len({*statements}) > 1:
            return Status.DIFFERENT
        if self.counted or all(self.side_reports):
            return Status.DONE
        return Status.REPORTED if statements else Status.OPEN

    @property
    def is_settled(self) -> bool:
        """True if the game has a result, or does not count."""
        return self.status in (Status.DONE, Status.VOID)

    @property
    def outcome(self) -> Outcome | None:
        """The outcome; None if it is not certain yet, or does not count."""
        if self.ruled:
            return self.ruling
        return self.statements[0] if self.status is Status.DONE else None

    @property
    def by(self) -> Literal["director", "table", "players"]:
        """The source that settled the outcome, as in the ``by`` field of a result on the broker."""
        return "director" if self.ruled else "table" if self.counted else "players"

    @property
    def settled(self) -> str:
        """The time at which the outcome was settled; for a table's report, the end of the game."""
        report = None if self.ruled else self.report
        return report.sent if report else self.at


class Phase(StrEnum):
    """The phase of a night."""

    SETUP = "setup"
    PLAY = "play"
    OVER = "over"


class Player(msgspec.Struct, frozen=True):
    """A player of the club: ``present`` tonight or not, with or without a ``phone``."""

    id: str
    name: str
    house: bool = False
    present: bool = False
    phone: str | None = None


GameKey: TypeAlias = tuple[int, str]
"""A game's round and table."""
ReportKey: TypeAlias = tuple[str, str]
"""The device that reported a game, and the place in its own journal."""


class PastNight(NamedTuple):
    """A past night, for the season: its scoring and the games that count."""

    id: str
    scoring: str
    games: tuple[Game, ...]


class Night(msgspec.Struct, frozen=True):
    """A night: its plan, its rounds, and its games by round and table.

    ``round``: the current one, 0 before the first; ``tables``: the table of each player, by round
    and id; ``began``: the start of each round; ``feats``: feats with the device that reported them.
    """

    id: str
    phase: Phase = Phase.SETUP
    plan: Plan = Plan()
    rounds: tuple[Round, ...] = ()
    round: int = 0
    games: Mapping[GameKey, Game] = {}
    tables: Mapping[tuple[int, str], str] = {}
    reported: Mapping[ReportKey, GameKey] = {}
    began: Mapping[int, str] = {}
    feats: Mapping[Feat, str] = {}
    hidden: bool = False

    def rules_for(self, players: int) -> str:
        """Return the key of the rules of a game: those of the plan if they are for this number of
        *players*."""
        rules = RULES.get(self.plan.rules)
        return self.plan.rules if rules and rules.players == players else USUAL_RULES[players]

    @property
    def skunk_margins(self) -> tuple[int, ...]:
        """The winning margins from which a win is a skunk and a double skunk."""
        rules = self.rules_for(4 if self.plan.movement == "pairs" else 2)
        return skunk_margins(self.plan.target, rules)

    def of_round(self, number: int) -> Iterator[Game]:
        """Yield the games of a round, in table order."""
        for one in self.rounds[number - 1].tables if 0 < number <= len(self.rounds) else ():
            yield self.games[number, one.table]

    def game_of(self, player: str, number: int) -> Game | None:
        """Return the game of *player* in a round; None if sitting out or absent."""
        key = self.key_of(player, number)
        return self.games[key] if key else None

    def key_of(self, player: str, number: int) -> GameKey | None:
        """Return the key of the game of *player* in a round; None if sitting out or absent."""
        table = self.tables.get((number, player))
        return None if table is None else (number, table)

    def sits_out(self, player: str, number: int) -> bool:
        return 0 < number <= len(self.rounds) and player in self.rounds[number - 1].out

    @property
    def is_round_done(self) -> bool:
        """True if all games of the current round have a result."""
        return self.round > 0 and all(game.is_settled for game in self.of_round(self.round))

    @property
    def is_finished(self) -> bool:
        """True if the night is over, or all games of all rounds have a result."""
        last = max(self.plan.rounds, len(self.rounds))
        is_done = self.round >= last and all(game.is_settled for game in self.games.values())
        return is_done or self.phase is Phase.OVER

    @property
    def past(self) -> PastNight:
        """The night as it counts for the season."""
        counted = tuple(game for game in self.games.values() if game.outcome)
        return PastNight(self.id, self.plan.scoring, counted)

    @property
    def round_ends(self) -> str | None:
        """The end of the current round, ISO 8601; None if there is no limit, or no game is left."""
        began = self.began.get(self.round)
        if not began or not self.plan.minutes or self.is_finished:
            return None
        ends = datetime.fromisoformat(began) + timedelta(minutes=self.plan.minutes)
        return ends.isoformat(timespec="seconds")


class Club(msgspec.Struct, frozen=True):
    """The state of the club: the players by id, the current night, and past nights."""

    players: Mapping[str, Player] = {}
    night: Night | None = None
    past: tuple[PastNight, ...] = ()
    season: Season = Season()

    @property
    def present(self) -> tuple[Player, ...]:
        """The players present tonight, in order of entry."""
        return tuple(one for one in self.players.values() if one.present)

    def name(self, player: str) -> str:
        known = self.players.get(player)
        return known.name if known else player

    def of_phone(self, phone: str) -> Player | None:
        """Return the player who has the *phone* with this digest."""
        return next((player for player in self.players.values() if player.phone == phone), None)

"""A game of a night: every claim and report of its end, and the result that follows."""

from enum import StrEnum
from typing import NamedTuple

import msgspec


class Outcome(NamedTuple):
    """The end of a game: the points of each side, and how many skunks it was, 2 at most."""

    scores: tuple[int, int]
    skunk: int

    @property
    def winner(self) -> int:
        """The side that won."""
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
        """The reports that count: of each table its last, the one that ended last at the end.

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
        """The status of its result."""
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

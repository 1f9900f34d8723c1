"""A selection of finished games: those of some people, and those of a time such as a season."""

from collections.abc import Iterable
from datetime import date, datetime
from typing import Final, NamedTuple

import msgspec

from scorekeeper.game.marks import name_key
from scorekeeper.journal import GameResult

SEASON_BEGINS: Final = 8
"""The month in which a season begins; the American Cribbage Congress counts from August."""


class Period(msgspec.Struct, frozen=True):
    """The days from ``since`` up to, not including, ``until``: ISO dates of the machine's clock."""

    since: str
    until: str


class Selection(NamedTuple):
    """Games that ended from the day *since* up to, not including, *until*, in which nobody played
    but *players*; None and no players leave a side open."""

    since: date | None = None
    until: date | None = None
    players: frozenset[str] = frozenset()

    def has(self, game: GameResult) -> bool:
        """True if *game* is one of those selected."""
        day = ended_on(game)
        return (
            (self.since is None or day >= self.since)
            and (self.until is None or day < self.until)
            and (not self.players or {name_key(name) for name in game.players} <= self.players)
        )


FIRST_YEAR: Final = 2000
"""Games of earlier years were played while nobody knew what day it was."""


def ended_on(game: GameResult) -> date:
    """Return the day on which *game* ended, by the machine's clock."""
    return datetime.fromisoformat(game.ended).astimezone().date()


def periods_of(games: Iterable[GameResult]) -> tuple[Period, ...]:
    """Return the seasons in which *games* ended, the newest first."""
    years = {_season(day) for game in games if (day := ended_on(game)).year >= FIRST_YEAR}
    return tuple(
        Period(_first_day(year).isoformat(), _first_day(year + 1).isoformat())
        for year in sorted(years, reverse=True)
    )


def _season(day: date) -> int:
    return day.year if day.month >= SEASON_BEGINS else day.year - 1


def _first_day(year: int) -> date:
    return date(year, SEASON_BEGINS, 1)

"""A finished game of a night, as tables, phones and the director report it."""

from collections.abc import Iterable
from typing import Literal

import msgspec

from club.pairing.round import PlayerId


class Result(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A game: the JSON of ``cribble/<club>/result/…``.

    ``place`` is the journal's match and place of the game at its ``table``. ``scores`` has one
    number a team (four players: the first and third, the second and fourth); None withdraws the
    game. ``skunk`` is 0, 1 or 2; None leaves it to the scores.
    """

    v: int = 1
    night: str
    round: int = 0
    table: str
    place: str
    players: tuple[PlayerId, ...] = ()
    scores: tuple[int, ...] | None
    skunk: int | None = None
    by: Literal["table", "players", "director"] = "director"
    at: str | None = None

    @property
    def key(self) -> tuple[str, str, str]:
        """What the last one of holds: its night, table and place."""
        return self.night, self.table, self.place


def read_result(text: bytes | str) -> Result:
    """Return the result that *text* is, one JSON object.

    Raises Unreadable for what is no such JSON, Fault for a value that cannot be.
    """
    raise NotImplementedError


def last_of_each(results: Iterable[Result]) -> tuple[Result, ...]:
    """Return the last of each night, table and place, without those that were withdrawn."""
    raise NotImplementedError

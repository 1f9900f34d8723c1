"""The outcome of a key pressed at the table, and the answers kept for those who ask again."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Final, NamedTuple, Protocol, TypeAlias

from scorekeeper.game.refusal import Code, Refusal
from scorekeeper.journal.errors import JournalFault
from scorekeeper.keypad.rejection import NotNow
from scorekeeper.table.table import Table


class Heard(StrEnum):
    """What came of a key."""

    DONE = "done"
    """It made an entry whole, and the table took it."""
    TYPED = "typed"
    REFUSED = "refused"
    """By the keys, by the rules, or because the table has changed. What was typed stands, unless
    it was for another table, or OK was held."""


class Came(NamedTuple):
    """What came of a key, the version of the table that it led to or found, and *why* it was
    refused, where a sentence can tell."""

    heard: Heard
    version: int
    why: Refusal | JournalFault | NotNow | None = None

    @property
    def is_stale(self) -> bool:
        """Whether the table has changed since whoever pressed it saw it."""
        return isinstance(self.why, Refusal) and self.why.code is Code.STALE


class Saw(NamedTuple):
    """What somebody far away had before them: which ``version``, and whether anything was ``half``
    typed there."""

    version: int | None = None
    half: bool | None = None


SAW_ALL: Final = Saw()
"""Of somebody who presses keys at the table itself."""


ASKED_AGAIN: Final = 64
"""Whoever got no answer asks again at once, or never: so many answers are remembered."""


class Answers:
    """The last answers, by the name that each key was sent under; the *table* keeps those of whole
    entries for good, after a restart too."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._latest: dict[str, Came] = {}

    def first(self, once: str) -> Came | None:
        """What was answered when *once* was heard first; None where it was not."""
        if once in self._latest:
            return self._latest[once]
        try:
            receipt = self._table.answered(once)
        except JournalFault as why:
            return Came(Heard.REFUSED, self._table.now.version, why)
        return receipt and Came(Heard.DONE, receipt.version)

    def remember(self, once: str, came: Came) -> None:
        """The key of that name was answered so."""
        self._latest[once] = came
        if len(self._latest) > ASKED_AGAIN:
            del self._latest[next(iter(self._latest))]


class Alarm(Protocol):
    """Does something later, unless it is cancelled before. A program that ends waits for none that
    is a daemon."""

    daemon: bool

    def start(self) -> None:
        """Begin to wait."""
        ...

    def cancel(self) -> None:
        """Do nothing any more."""
        ...


SetAlarm: TypeAlias = Callable[[float, Callable[[], None]], Alarm]
"""Makes an alarm that does something after so many seconds."""

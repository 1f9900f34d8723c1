"""What came of a key that was pressed at the table, for whoever pressed it."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple

from scorekeeper.game.refusal import Code, Refusal
from scorekeeper.journal.errors import JournalFault
from scorekeeper.keypad.rejection import NotNow


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

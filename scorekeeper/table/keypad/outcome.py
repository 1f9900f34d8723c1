"""The outcome of a key pressed at the table, and the outcomes kept for keys that are sent again."""

from enum import StrEnum
from typing import Final, NamedTuple

from scorekeeper.game.refusal import Code, Refusal
from scorekeeper.journal.errors import JournalFault
from scorekeeper.keypad.key import Rejection
from scorekeeper.table.table import Table


class KeyResult(StrEnum):
    """The result of a key."""

    DONE = "done"
    """It completed an entry, which the table accepted."""
    TYPED = "typed"
    REFUSED = "refused"
    """By the keypad, by the rules, or because the table has changed. The pending entry is kept,
    unless it was for another table, or OK was held."""


class KeyOutcome(NamedTuple):
    """The result of a key, the version of the table that it led to or found, and *why* it was
    refused, if a sentence can tell."""

    result: KeyResult
    version: int
    why: Refusal | JournalFault | Rejection | None = None

    @property
    def is_stale(self) -> bool:
        """True if the table has changed since the sender of the key saw it."""
        return isinstance(self.why, Refusal) and self.why.code is Code.STALE


class SeenState(NamedTuple):
    """The state that the sender of a key had seen: the ``version``, and True if an entry was
    ``pending``; None if that does not matter."""

    version: int | None = None
    pending: bool | None = None


SAW_EVERYTHING: Final = SeenState()
"""For people who press keys at the table itself."""

CACHED_OUTCOMES: Final = 64
"""Phones that got no answer send the key again within seconds, or never."""


class OutcomeCache:
    """The latest outcomes by the name under which each key was sent. The *table* keeps those of
    completed entries for good, after a restart too."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._latest: dict[str, KeyOutcome] = {}

    def find(self, name: str) -> KeyOutcome | None:
        """Return the first outcome of the key sent under *name*; None if there was none."""
        if name in self._latest:
            return self._latest[name]
        try:
            receipt = self._table.receipt_for(name)
        except JournalFault as why:
            return KeyOutcome(KeyResult.REFUSED, self._table.now.version, why)
        return receipt and KeyOutcome(KeyResult.DONE, receipt.version)

    def add(self, name: str, outcome: KeyOutcome) -> None:
        """Remember the *outcome* of the key sent under *name*."""
        self._latest[name] = outcome
        if len(self._latest) > CACHED_OUTCOMES:
            del self._latest[next(iter(self._latest))]

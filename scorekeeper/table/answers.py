"""What keys were answered, for whoever got no answer and asks again."""

from __future__ import annotations

from typing import Final

from scorekeeper.journal.errors import JournalFault
from scorekeeper.table.keypad.outcome import Came, Heard
from scorekeeper.table.table import Table

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

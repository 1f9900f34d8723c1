"""Play an evening again: an action in, an answer out, every start at a table of its own."""

from __future__ import annotations

from typing import NamedTuple

from scorekeeper.game.actions import Asked, Start
from scorekeeper.game.refusal import Refusal
from scorekeeper.game.snapshot import Snapshot
from scorekeeper.journal import Journal
from scorekeeper.table import Receipt, Table


class Turn(NamedTuple):
    """What was asked, the table before and after, and what it answered."""

    asked: Asked
    before: Snapshot
    now: Snapshot
    reply: Receipt | Refusal


class Replay:
    """The table that actions are played at. Nothing of it is kept."""

    def __init__(self) -> None:
        self._table = fresh()

    def play(self, asked: Asked) -> Turn:
        """What *asked* leads to. An accepted start begins anew, a refused one leaves the table."""
        table = fresh() if isinstance(asked, Start) else self._table
        before = table.now
        try:
            receipt = table.submit(asked)
        except Refusal as refusal:
            return Turn(asked, before, before, refusal)
        if table is not self._table:
            self._table.close()
            self._table = table
        return Turn(asked, before, table.now, receipt)


def fresh() -> Table:
    """An idle table whose journal is kept nowhere."""
    return Table(Journal.in_memory())

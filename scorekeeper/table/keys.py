"""Keys pressed at the table: the half-typed entry, which everybody sees, and what comes of it."""

from __future__ import annotations

from enum import StrEnum
from threading import Lock, Timer
from typing import Any, Final

from scorekeeper.board.scene import GHOST, REFUSED, TYPED
from scorekeeper.game.refusal import Refusal
from scorekeeper.game.wire import to_plain
from scorekeeper.keys import Half, Key, Typed, half, press
from scorekeeper.table.faults import JournalFault
from scorekeeper.table.table import Table

LEFT_ALONE: Final = 60.0
"""Seconds after which a half-typed entry is dropped: nobody knows any more what it was to be."""


class Heard(StrEnum):
    """What came of a key."""

    DONE = "done"
    """It made an entry whole, and the table took it."""
    TYPED = "typed"
    REFUSED = "refused"
    """By the keys, by the rules, or because the table has changed. What was typed stands, unless
    it was for another table."""


class Keys:
    """What all the keypads of *table* type: one entry, whoever presses. For any thread.

    Others see it in the asides ``typed`` and ``ghost``, and in ``refused`` the second, on the
    table's ticks, at which a key was refused. *alone* seconds after the last key it is dropped.
    """

    def __init__(self, table: Table, alone: float = LEFT_ALONE) -> None:
        self._table, self._alone = table, alone
        self._pressing, self._typed = Lock(), Typed()
        self._drop = Timer(0, self.drop)

    def press(self, key: Key, by: str = "") -> Heard:
        """Take *key*, pressed by *by*. Never raises for what was pressed."""
        with self._pressing:
            self._drop.cancel()
            snapshot = self._table.now
            pressed = press(snapshot, self._typed, key)
            self._typed = pressed.typed
            if pressed.refused or not self._entered(pressed.action, by):
                self._table.aside(REFUSED, self._table.ticks())
                heard = Heard.REFUSED
            else:
                heard = Heard.DONE if pressed.action else Heard.TYPED
            self._show()
            return heard

    def drop(self) -> None:
        """Forget the half-typed entry."""
        with self._pressing:
            self._drop.cancel()
            self._typed = Typed()
            self._show()

    def _entered(self, action: Any, by: str) -> bool:
        if action is None:
            return True
        try:
            self._table.submit(action, seen=self._typed.version, by=by)
        except (Refusal, JournalFault):
            return False
        return True

    def _show(self) -> None:
        shown = half(self._table.now, self._typed)
        self._table.aside(TYPED, shown and to_plain(shown))
        self._table.aside(GHOST, shown and _ghost(shown))
        if shown:
            self._drop = Timer(self._alone, self.drop)
            self._drop.daemon = True
            self._drop.start()


def _ghost(shown: Half) -> dict[str, int] | None:
    if shown.team is None or not shown.ghost:
        return None
    return {"team": shown.team, "points": shown.ghost}

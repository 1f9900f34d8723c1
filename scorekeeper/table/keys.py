"""Keys pressed at the table: the half-typed entry, which everybody sees, and what comes of it."""

from __future__ import annotations

from enum import StrEnum
from threading import Lock, Timer
from typing import Final, NamedTuple

from scorekeeper.board.scene import GHOST, REFUSED, TYPED
from scorekeeper.game.refusal import Refusal
from scorekeeper.game.wire import to_plain
from scorekeeper.keys import Half, Key, Pressed, Typed, half, press
from scorekeeper.table.checks import check_key
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


class Came(NamedTuple):
    """What came of a key, the version of the table that it led to or found, and *why* the table
    did not take what it made."""

    heard: Heard
    version: int
    why: Refusal | JournalFault | None = None


ASKED_AGAIN: Final = 64
"""Whoever got no answer asks again at once, or never: so many answers are remembered."""


class Keys:
    """What all the keypads of *table* type: one entry, whoever presses. For any thread.

    Others see it in the asides ``typed`` and ``ghost``, and in ``refused`` the second, on the
    table's ticks, at which a key was refused. *alone* seconds after the last key it is dropped.
    """

    def __init__(self, table: Table, alone: float = LEFT_ALONE) -> None:
        self._table, self._alone = table, alone
        self._pressing, self._typed = Lock(), Typed()
        self._drop = Timer(0, self.drop)
        self._answered: dict[str, Came] = {}

    def press(self, key: Key, by: str = "") -> Heard:
        """Take *key*, pressed by *by*. Never raises for what was pressed."""
        return self.take(key, by).heard

    def take(
        self, key: Key, by: str = "", *, seen: int | None = None, once: str | None = None
    ) -> Came:
        """The same for somebody far away. Refused where the table is newer than *seen*, which is
        what they saw of it; under the same name *once* a key gets its first answer again and
        presses nothing. Refusal BAD_VALUE for a name that cannot be one.
        """
        if once is not None:
            check_key(once)
        with self._pressing:
            if once is not None and once in self._answered:
                return self._answered[once]
            came = self._taken(key, by, seen, once)
            if came.heard is Heard.REFUSED:
                self._table.aside(REFUSED, self._table.ticks())
            if once is not None:
                self._remember(once, came)
            return came

    def drop(self) -> None:
        """Forget the half-typed entry."""
        with self._pressing:
            self._drop.cancel()
            self._typed = Typed()
            self._show()

    def _taken(self, key: Key, by: str, seen: int | None, once: str | None) -> Came:
        snapshot = self._table.now
        if seen is not None and seen != snapshot.version:
            return Came(Heard.REFUSED, snapshot.version)
        self._drop.cancel()
        pressed = press(snapshot, self._typed, key)
        came = self._entered(pressed, snapshot.version, by, once)
        if came.why is None:
            self._typed = pressed.typed
        self._show()
        return came

    def _entered(self, pressed: Pressed, version: int, by: str, once: str | None) -> Came:
        """The table keeps the name of an entry for good: it knows it again after a restart."""
        if pressed.action is None:
            return Came(Heard.REFUSED if pressed.refused else Heard.TYPED, version)
        try:
            receipt = self._table.submit(pressed.action, seen=version, key=once, by=by)
        except (Refusal, JournalFault) as why:
            return Came(Heard.REFUSED, version, why)
        return Came(Heard.DONE, receipt.version)

    def _remember(self, once: str, came: Came) -> None:
        self._answered[once] = came
        if len(self._answered) > ASKED_AGAIN:
            del self._answered[next(iter(self._answered))]

    def _show(self) -> None:
        shown, at = half(self._table.now, self._typed), self._typed.version
        self._table.aside(TYPED, shown and to_plain(shown), at=at)
        self._table.aside(GHOST, shown and _ghost(shown), at=at)
        if shown:
            self._drop = Timer(self._alone, self.drop)
            self._drop.daemon = True
            self._drop.start()


def _ghost(shown: Half) -> dict[str, int] | None:
    if shown.team is None or not shown.ghost:
        return None
    return {"team": shown.team, "points": shown.ghost}

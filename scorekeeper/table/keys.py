"""Keys pressed at the table: the half-typed entry, which everybody sees, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from threading import Lock, Timer
from typing import Final, NamedTuple, Protocol, TypeAlias

from scorekeeper.board.scene import GHOST, REFUSED, TYPED
from scorekeeper.game.actions import Start
from scorekeeper.game.refusal import Refusal
from scorekeeper.game.wire import to_plain
from scorekeeper.keys import Half, Key, Pressed, Typed, half, press
from scorekeeper.table.checks import check_key
from scorekeeper.table.faults import JournalFault
from scorekeeper.table.habits import enter_from_now
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


class Keys:
    """What all the keypads of *table* type: one entry, whoever presses. For any thread.

    Others see it in the asides ``typed`` and ``ghost``, and in ``refused`` the second, on the
    table's ticks, at which a key was refused. A minute after the last key it is dropped, by an
    *alarm*.
    """

    def __init__(self, table: Table, alarm: SetAlarm = Timer) -> None:
        self._table, self._set_alarm = table, alarm
        self._pressing, self._typed = Lock(), Typed()
        self._alarm: Alarm | None = None
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
            self._forget()

    def _left_alone(self, alarm: Alarm) -> None:
        """Forget it, unless another key came while the *alarm* went off."""
        with self._pressing:
            if self._alarm is alarm:
                self._forget()

    def _forget(self) -> None:
        self._typed = Typed()
        self._show()

    def _taken(self, key: Key, by: str, seen: int | None, once: str | None) -> Came:
        snapshot = self._table.now
        if seen is not None and seen != snapshot.version:
            return Came(Heard.REFUSED, snapshot.version)
        pressed = press(snapshot, self._typed, key)
        came = self._entered(pressed, snapshot.version, by, once)
        if came.why is None:
            self._typed = pressed.typed
        self._show()
        return came

    def _entered(self, pressed: Pressed, version: int, by: str, once: str | None) -> Came:
        """The table keeps the name of an entry for good: it knows it again after a restart."""
        if pressed.action is None and pressed.enters:
            enter_from_now(self._table, pressed.enters, begins=False)
            return Came(Heard.DONE, version)
        if pressed.action is None:
            return Came(Heard.REFUSED if pressed.refused else Heard.TYPED, version)
        try:
            receipt = self._table.submit(pressed.action, seen=version, key=once, by=by)
        except (Refusal, JournalFault) as why:
            return Came(Heard.REFUSED, version, why)
        if isinstance(pressed.action, Start):
            enter_from_now(self._table, pressed.enters, begins=True)
        return Came(Heard.DONE, receipt.version)

    def _remember(self, once: str, came: Came) -> None:
        self._answered[once] = came
        if len(self._answered) > ASKED_AGAIN:
            del self._answered[next(iter(self._answered))]

    def _show(self) -> None:
        shown, at = half(self._table.now, self._typed), self._typed.version
        self._table.aside(TYPED, shown and to_plain(shown), at=at)
        self._table.aside(GHOST, shown and _ghost(shown), at=at)
        if self._alarm:
            self._alarm.cancel()
        self._alarm = self._started() if shown else None

    def _started(self) -> Alarm:
        alarm: Alarm = self._set_alarm(LEFT_ALONE, lambda: self._left_alone(alarm))
        alarm.daemon = True
        alarm.start()
        return alarm


def _ghost(shown: Half) -> dict[str, int] | None:
    if shown.team is None or not shown.ghost:
        return None
    return {"team": shown.team, "points": shown.ghost}

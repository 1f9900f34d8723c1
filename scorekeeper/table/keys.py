"""Keys pressed at the table: the half-typed entry, which everybody sees, and what comes of it."""

from __future__ import annotations

from threading import Lock, Timer
from typing import Final, NamedTuple

from scorekeeper.board.scene import REFUSED, TYPED
from scorekeeper.game.actions import Start
from scorekeeper.game.refusal import Code, Refusal
from scorekeeper.game.snapshot import Snapshot
from scorekeeper.game.wire import to_plain
from scorekeeper.keys import (
    Key,
    NotNow,
    Pressed,
    Reason,
    Typed,
    disarmed,
    half_typed,
    is_armed,
    press,
)
from scorekeeper.table.alarm import Alarm, SetAlarm
from scorekeeper.table.checks import check_key
from scorekeeper.table.faults import JournalFault
from scorekeeper.table.habits import enter_from_now
from scorekeeper.table.heard import SAW_ALL, Came, Heard, Saw
from scorekeeper.table.table import Table

LEFT_ALONE: Final = 60.0
"""Seconds after which a half-typed entry is dropped: nobody knows any more what it was to be."""

HELD_FOR: Final = 8.0
"""Seconds for which OK counts as held, and a deed waits for OK: later keys are somebody else's."""

DEAF_FOR: Final = 2.0
"""Seconds in which keys are refused once what was half typed is dropped: they were meant for it."""


class Deaf(NamedTuple):
    """Before the second ``until`` no keys are taken, ``but`` these."""

    until: float
    why: NotNow | None = None
    but: frozenset[Key] = frozenset()


BETWEEN: Final = NotNow(Reason.CAME_BETWEEN)

ENDING: Final = frozenset({Key.OK, Key.UNDO})
"""Keys that can end an entry, and none that could begin another."""

ASKED_AGAIN: Final = 64
"""Whoever got no answer asks again at once, or never: so many answers are remembered."""


class Keys:
    """What all the keypads of *table* type: one entry, whoever presses. For any thread.

    Others see it in the aside ``typed``, and in ``refused`` the second, on the table's ticks, at
    which a key was refused. A minute after the last key it is dropped, by an *alarm*. Whenever it
    is dropped by anything but keys, what is pressed at once was meant for it, and is refused.
    """

    def __init__(self, table: Table, alarm: SetAlarm = Timer) -> None:
        self._table, self._set_alarm = table, alarm
        self._pressing, self._typed = Lock(), Typed()
        self._alarm: Alarm | None = None
        self._deaf = Deaf(table.ticks())
        self._answered: dict[str, Came] = {}

    def press(self, key: Key, by: str = "") -> Heard:
        """Take *key*, pressed by *by*. Never raises for what was pressed, nor where no alarm can
        be set."""
        return self.take(key, by).heard

    def take(self, key: Key, by: str = "", *, saw: Saw = SAW_ALL, once: str | None = None) -> Came:
        """The same for somebody far away. Refused where the table is not what they *saw* of it;
        under the same name *once* a key gets its first answer again and presses nothing. Refusal
        BAD_VALUE for a name that cannot be one.
        """
        if once is not None:
            check_key(once)
        with self._pressing:
            if answer := self._answer(once):
                return answer
            came = self._taken(key, by, saw, once)
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
                if half_typed(self._table.now, self._typed):
                    self._hear_nothing(Reason.LEFT_ALONE)
                self._forget()

    def _forget(self) -> None:
        self._typed = Typed()
        self._show()

    def _hear_nothing(self, why: Reason, *, but: frozenset[Key] = frozenset()) -> None:
        self._deaf = Deaf(self._table.ticks() + DEAF_FOR, NotNow(why), but)

    def _answer(self, once: str | None) -> Came | None:
        """The first answer to that name. The table keeps those of whole entries for good, after a
        restart too."""
        if once is None:
            return None
        if once in self._answered:
            return self._answered[once]
        try:
            receipt = self._table.answered(once)
        except JournalFault as why:
            return Came(Heard.REFUSED, self._table.now.version, why)
        return receipt and Came(Heard.DONE, receipt.version)

    def _taken(self, key: Key, by: str, saw: Saw, once: str | None) -> Came:
        now, typed = self._table.now, self._typed
        if self._table.ticks() < self._deaf.until and key not in self._deaf.but:
            return Came(Heard.REFUSED, now.version, self._deaf.why)
        pressed = press(now, typed, key)
        if pressed.why != BETWEEN and (why := _unseen(now, typed, saw)):
            return Came(Heard.REFUSED, now.version, why)
        came = self._entered(pressed, now.version, by, once)
        self._typed = pressed.typed
        if isinstance(came.why, Refusal | JournalFault):
            self._typed = Typed() if _is_stale(came) else disarmed(now, typed)
        self._heed(now, typed, key, came)
        self._show()
        return came

    def _heed(self, now: Snapshot, typed: Typed, key: Key, came: Came) -> None:
        """Whoever types without looking does not know yet that *typed* is no more, or that OK held
        began nothing: that is settled once nothing is typed any more."""
        if key in ENDING and came.heard is not Heard.REFUSED and not self._typed.keys:
            self._deaf = Deaf(self._table.ticks())
        if came.heard is not Heard.REFUSED or not typed.keys:
            return
        if came.why == BETWEEN or _is_stale(came):
            self._hear_nothing(Reason.CAME_BETWEEN)
        elif came.why == NotNow(Reason.HALF_TYPED):
            self._hear_nothing(Reason.HALF_TYPED, but=ENDING)
        elif is_armed(now, typed):
            self._hear_nothing(Reason.DROPPED)

    def _entered(self, pressed: Pressed, version: int, by: str, once: str | None) -> Came:
        """What the table says to what the key made whole."""
        if pressed.action is None and pressed.enters:
            enter_from_now(self._table, pressed.enters, begins=False)
            return Came(Heard.DONE, version)
        if pressed.action is None:
            return Came(Heard.REFUSED if pressed.refused else Heard.TYPED, version, pressed.why)
        try:
            receipt = self._table.submit(pressed.action, seen=version, key=once, by=by)
        except (Refusal, JournalFault) as why:
            return Came(Heard.REFUSED, self._table.now.version, why)
        if isinstance(pressed.action, Start):
            enter_from_now(self._table, pressed.enters, begins=True)
        return Came(Heard.DONE, receipt.version)

    def _remember(self, once: str, came: Came) -> None:
        self._answered[once] = came
        if len(self._answered) > ASKED_AGAIN:
            del self._answered[next(iter(self._answered))]

    def _show(self) -> None:
        now = self._table.now
        shown, armed = half_typed(now, self._typed), is_armed(now, self._typed)
        self._table.aside(TYPED, shown and to_plain(shown), at=self._typed.version)
        if self._alarm:
            self._alarm.cancel()
        self._alarm = self._started(HELD_FOR if armed else LEFT_ALONE) if shown else None

    def _started(self, seconds: float) -> Alarm | None:
        """An alarm that goes off then; None where no thread is left for one: what is half typed
        stays until the next key."""
        try:
            alarm: Alarm = self._set_alarm(seconds, lambda: self._left_alone(alarm))
            alarm.daemon = True
            alarm.start()
        except RuntimeError:
            return None
        return alarm


def _unseen(now: Snapshot, typed: Typed, saw: Saw) -> Refusal | NotNow | None:
    """Why a key was meant for another table than *now*, or after other keys than are *typed*."""
    half = half_typed(now, typed) is not None
    if saw.version not in (None, now.version):
        return Refusal(Code.STALE)
    if saw.half in (None, half):
        return None
    return NotNow(Reason.ANOTHER_TYPES if half else Reason.DROPPED)


def _is_stale(came: Came) -> bool:
    return isinstance(came.why, Refusal) and came.why.code is Code.STALE

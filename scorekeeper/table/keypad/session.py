"""Keys pressed at the table: the half-typed entry, which everybody sees, and what comes of it."""

from __future__ import annotations

from threading import Lock, Timer
from typing import Final

from scorekeeper.game.actions import Start
from scorekeeper.game.refusal import Code, Refusal
from scorekeeper.game.snapshot import Snapshot
from scorekeeper.journal.errors import JournalFault
from scorekeeper.keypad.key import Key
from scorekeeper.keypad.press import KeyBuffer, Pressed, disarmed, is_armed, pending_entry, press
from scorekeeper.keypad.rejection import NotNow, Reason
from scorekeeper.table.commands import check_text
from scorekeeper.table.entry_mode import choose_on_keypad
from scorekeeper.table.keypad.lockout import Deafness
from scorekeeper.table.keypad.outcome import SAW_ALL, Alarm, Answers, Came, Heard, Saw, SetAlarm
from scorekeeper.table.table import Table

LEFT_ALONE: Final = 60.0
"""Seconds after which a half-typed entry is dropped: nobody knows any more what it was to be."""

HELD_FOR: Final = 8.0
"""Seconds for which OK counts as held, and a deed waits for OK: later keys are somebody else's."""


class Keys:
    """What all the keypads of *table* type: one entry, whoever presses. For any thread.

    Others see it in the live state, and the second at which a key was refused. A minute after the
    last key it is dropped, by an *alarm*. Whenever it is dropped by anything but keys, what is
    pressed at once was meant for it, and is refused.
    """

    def __init__(self, table: Table, alarm: SetAlarm = Timer) -> None:
        self._table, self._set_alarm = table, alarm
        self._pressing, self._typed = Lock(), KeyBuffer()
        self._alarm: Alarm | None = None
        self._deafness, self._answers = Deafness(table.ticks), Answers(table)

    def press(self, key: Key, by: str = "") -> Heard:
        """Take *key*, pressed by *by*. Never raises for what was pressed, nor where no alarm can
        be set."""
        return self.take(key, by).heard

    def take(self, key: Key, by: str = "", *, saw: Saw = SAW_ALL, once: str | None = None) -> Came:
        """The same for somebody far away. Refused where the table is not what they *saw* of it;
        under the same name *once* a key gets its first answer again and presses nothing. Refusal
        BAD_VALUE for a name that cannot be one.
        """
        with self._pressing:
            if once is None:
                return self._told(key, by, saw, once)
            check_text("key", once, shortest=1)
            if first := self._answers.first(once):
                return first
            came = self._told(key, by, saw, once)
            self._answers.remember(once, came)
            return came

    def drop(self) -> None:
        """Forget the half-typed entry."""
        with self._pressing:
            self._forget()

    def _left_alone(self, alarm: Alarm) -> None:
        """Forget it, unless another key came while the *alarm* went off."""
        with self._pressing:
            if self._alarm is alarm:
                if pending_entry(self._table.now, self._typed):
                    self._deafness.begin(Reason.LEFT_ALONE)
                self._forget()

    def _forget(self) -> None:
        self._typed = KeyBuffer()
        self._show()

    def _told(self, key: Key, by: str, saw: Saw, once: str | None) -> Came:
        """What came of *key*, which all see where it is refused."""
        came = self._taken(key, by, saw, once)
        if came.heard is Heard.REFUSED:
            self._table.set_live(refused_at=self._table.ticks())
        return came

    def _taken(self, key: Key, by: str, saw: Saw, once: str | None) -> Came:
        now, typed = self._table.now, self._typed
        if deaf := self._deafness.to(key):
            return Came(Heard.REFUSED, now.version, deaf)
        pressed = press(now, typed, key)
        if pressed.why != NotNow(Reason.CAME_BETWEEN) and (why := _unseen(now, typed, saw)):
            return Came(Heard.REFUSED, now.version, why)
        came = self._entered(pressed, now.version, by, once)
        self._typed = pressed.typed
        if isinstance(came.why, Refusal | JournalFault):
            self._typed = KeyBuffer() if came.is_stale else disarmed(now, typed)
        self._deafness.after(key, came, now, typed, left=self._typed)
        self._show()
        return came

    def _entered(self, pressed: Pressed, version: int, by: str, once: str | None) -> Came:
        """What the table says to what the key made whole."""
        if pressed.action is None and pressed.enters:
            choose_on_keypad(self._table, pressed.enters, starts=False)
            return Came(Heard.DONE, version)
        if pressed.action is None:
            return Came(Heard.REFUSED if pressed.refused else Heard.TYPED, version, pressed.why)
        try:
            receipt = self._table.submit(pressed.action, seen=version, key=once, by=by)
        except (Refusal, JournalFault) as why:
            return Came(Heard.REFUSED, self._table.now.version, why)
        if isinstance(pressed.action, Start):
            choose_on_keypad(self._table, pressed.enters, starts=True)
        return Came(Heard.DONE, receipt.version)

    def _show(self) -> None:
        now = self._table.now
        shown, armed = pending_entry(now, self._typed), is_armed(now, self._typed)
        self._table.set_live(at=self._typed.version, pending_entry=shown)
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


def _unseen(now: Snapshot, typed: KeyBuffer, saw: Saw) -> Refusal | NotNow | None:
    """Why a key was meant for another table than *now*, or after other keys than are *typed*."""
    half = pending_entry(now, typed) is not None
    if saw.version not in (None, now.version):
        return Refusal(Code.STALE)
    if saw.half in (None, half):
        return None
    return NotNow(Reason.ANOTHER_TYPES if half else Reason.DROPPED)

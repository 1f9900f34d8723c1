"""The keypads of a table: each key is taken by one state machine, and everybody sees the result."""

from collections.abc import Callable
from contextlib import suppress
from threading import Lock, Timer
from typing import Protocol, TypeAlias

from scorekeeper.game.actions import Seat, Start, Undo
from scorekeeper.game.refusal import Code, Refusal
from scorekeeper.game.snapshot import Snapshot
from scorekeeper.journal.errors import JournalFault
from scorekeeper.keypad.key import Key, Reason, Rejection
from scorekeeper.keypad.press import (
    Agreement,
    KeyBuffer,
    PressResult,
    pending_entry,
    press,
    restored_count,
)
from scorekeeper.table.commands import check_text
from scorekeeper.table.keypad.outcome import (
    SAW_EVERYTHING,
    KeyOutcome,
    KeyResult,
    OutcomeCache,
    SeenState,
)
from scorekeeper.table.keypad.state import InputLockout, KeypadState, seconds_left
from scorekeeper.table.table import Table


class Alarm(Protocol):
    """Calls a function later, unless it is cancelled before."""

    daemon: bool
    """True: the end of the program does not wait for it."""

    def start(self) -> None: ...

    def cancel(self) -> None: ...


SetAlarm: TypeAlias = Callable[[float, Callable[[], None]], Alarm]
"""Makes an alarm that calls a function after that many seconds."""


class KeypadSession:
    """All the keypads of *table* type one entry together. For any thread.

    Everybody sees the pending entry in the live state, and the second at which a key was refused.
    An *alarm* drops an entry that nobody goes on with. *agree* keeps that the player at a seat
    agrees with a result; False if it is not that of the game on the table.
    """

    def __init__(
        self,
        table: Table,
        alarm: SetAlarm = Timer,
        agree: Callable[[str, Seat], bool] = lambda place, seat: False,
    ) -> None:
        self._table, self._set_alarm, self._agree = table, alarm, agree
        self._pressing, self._state = Lock(), KeypadState()
        self._alarm: Alarm | None = None
        self._outcomes = OutcomeCache(table)

    def press(self, key: Key, by: str = "") -> KeyResult:
        """Take *key*, pressed by *by*. Raises for no key, nor if no alarm can be set."""
        return self.take(key, by).result

    def take(
        self, key: Key, by: str = "", *, seen: SeenState = SAW_EVERYTHING, once: str | None = None
    ) -> KeyOutcome:
        """Take *key* from somebody far away. It is refused if the table is not as they have *seen*
        it, and an undo types the cards of a count again, which people at a keypad would not see. A
        key with the same name *once* presses nothing and gets its first outcome again.

        Raises Refusal BAD_VALUE if *once* cannot be a name.
        """
        with self._pressing:
            if once is not None:
                check_text("key", once, shortest=1)
                if first := self._outcomes.find(once):
                    return first
            outcome = self._take(key, by, seen, once)
            if outcome.result is KeyResult.REFUSED:
                self._table.set_live(refused_at=self._table.ticks())
            if once is not None:
                self._outcomes.add(once, outcome)
            return outcome

    def lockout(self) -> InputLockout | None:
        """Return until when keys that begin an entry are refused, and why; None if they are not."""
        return self._state.lockout_at(self._table.ticks())

    def drop(self) -> None:
        """Drop the pending entry."""
        with self._pressing:
            self._enter(self._state._replace(buffer=KeyBuffer()))

    def _take(self, key: Key, by: str, seen: SeenState, once: str | None) -> KeyOutcome:
        """Decide who wins: a lockout, then an entry that came between, then what the sender has
        not seen, then the meaning of the key, then the table."""
        now, state = self._table.now, self._state
        if why := state.refuses(key, self._table.ticks()):
            return KeyOutcome(KeyResult.REFUSED, now.version, why)
        pressed = press(now, state.buffer, key)
        came_between = pressed.why == Rejection(Reason.CAME_BETWEEN)
        if not came_between and (unseen := _unseen(now, state.buffer, seen)):
            return KeyOutcome(KeyResult.REFUSED, now.version, unseen)
        outcome = self._submit(pressed, now.version, by, once)
        buffer = pressed.buffer
        is_undone = outcome.result is KeyResult.DONE and pressed.action == Undo()
        if is_undone and seen != SAW_EVERYTHING:
            buffer = restored_count(now, self._table.now)
        self._enter(state.after(key, outcome, buffer, now, self._table.ticks()))
        return outcome

    def _submit(self, pressed: PressResult, seen: int, by: str, once: str | None) -> KeyOutcome:
        """Do what the key completed, if it completed anything."""
        if pressed.agrees:
            return self._agreed(pressed.agrees, seen)
        if pressed.action is None:
            result = KeyResult.REFUSED if pressed.refused else KeyResult.TYPED
            return KeyOutcome(result, seen, pressed.why)
        action, assignment = pressed.action, self._table.now.live.assignment
        if isinstance(action, Start) and assignment:
            action = assignment.begin(action)
        try:
            receipt = self._table.submit(action, seen=seen, key=once, by=by)
        except (Refusal, JournalFault) as why:
            return KeyOutcome(KeyResult.REFUSED, self._table.now.version, why)
        return KeyOutcome(KeyResult.DONE, receipt.version)

    def _agreed(self, agrees: Agreement, seen: int) -> KeyOutcome:
        with suppress(OSError):
            if self._agree(agrees.place, agrees.seat):
                return KeyOutcome(KeyResult.DONE, seen)
        return KeyOutcome(KeyResult.REFUSED, seen, Rejection(Reason.NOT_AGREED))

    def _enter(self, state: KeypadState) -> None:
        """Go over to *state*: show its pending entry and set the alarm that drops it."""
        self._state, now = state, self._table.now
        pending = pending_entry(now, state.buffer)
        self._table.set_live(at=state.buffer.version, pending_entry=pending)
        if self._alarm:
            self._alarm.cancel()
        self._alarm = self._started(seconds_left(pending)) if pending else None

    def _started(self, seconds: float) -> Alarm | None:
        """Return a started alarm; None if no thread is left: the entry stays until the next key."""
        try:
            alarm: Alarm = self._set_alarm(seconds, lambda: self._left_alone(alarm))
            alarm.daemon = True
            alarm.start()
        except RuntimeError:
            return None
        return alarm

    def _left_alone(self, alarm: Alarm) -> None:
        """Drop the pending entry, unless another key came while the *alarm* went off."""
        with self._pressing:
            if self._alarm is alarm:
                self._enter(self._state.left_alone(self._table.now, self._table.ticks()))


def _unseen(now: Snapshot, buffer: KeyBuffer, seen: SeenState) -> Refusal | Rejection | None:
    """Return why a key was meant for another table than *now*, or for another pending entry."""
    pending = pending_entry(now, buffer) is not None
    if seen.version not in (None, now.version):
        return Refusal(Code.STALE)
    if seen.pending in (None, pending):
        return None
    return Rejection(Reason.ANOTHER_TYPES if pending else Reason.DROPPED)

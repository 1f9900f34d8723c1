"""Keypads in use at the table: outcomes of keys, the pending entry, and lockouts."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from enum import StrEnum
from threading import Lock, Timer
from typing import Final, NamedTuple, Protocol, TypeAlias

from scorekeeper.game.actions import Seat, Start, Undo
from scorekeeper.game.live import ARMED
from scorekeeper.game.refusal import Code, Refusal
from scorekeeper.game.snapshot import Snapshot
from scorekeeper.journal.files import JournalFault
from scorekeeper.keypad.key import Key, Reason, Rejection
from scorekeeper.keypad.press import (
    Agreement,
    KeyBuffer,
    PressResult,
    disarm,
    is_armed,
    pending_entry,
    press,
    restored_count,
)
from scorekeeper.table.commands import check_text
from scorekeeper.table.table import Table

DROPPED_AFTER: Final = 60.0
"""Seconds after which a pending entry is dropped."""

ARMED_FOR: Final = 8.0
"""Seconds for which an OK hold, or an action to be confirmed, stays pending."""

LOCKOUT_SECONDS: Final = 2.0
"""Duration of a lockout in seconds."""

ENDING_KEYS: Final = frozenset({Key.OK, Key.UNDO})
"""Keys that can end an entry but not begin one."""


class InputLockout(NamedTuple):
    """A lockout: keys not in ``but`` are refused with ``rejection`` until the time ``until``."""

    rejection: Rejection
    until: float
    but: frozenset[Key] = frozenset()


class KeypadState(NamedTuple):
    """The keys typed so far, and the latest lockout. Times are ``Table.ticks``, in seconds."""

    buffer: KeyBuffer = KeyBuffer()
    lockout: InputLockout | None = None

    def after(
        self, key: Key, outcome: KeyOutcome, buffer: KeyBuffer, now: Snapshot, second: float
    ) -> KeypadState:
        """Return the state after the *outcome* of *key*, which left *buffer*; *now* is the table
        before the key.

        Keys are locked out when users who type without looking cannot know yet that the pending
        entry was dropped, or that holding OK had no effect.
        """
        if isinstance(outcome.why, Refusal | JournalFault):
            buffer = KeyBuffer() if outcome.is_stale else disarm(now, self.buffer)
        until, lockout = second + LOCKOUT_SECONDS, self.lockout
        if outcome.result is not KeyResult.REFUSED:
            if key in ENDING_KEYS and not buffer.keys:
                lockout = None
        elif self.buffer.keys:
            if outcome.why == Rejection(Reason.CAME_BETWEEN) or outcome.is_stale:
                lockout = InputLockout(Rejection(Reason.CAME_BETWEEN), until)
            elif outcome.why == Rejection(Reason.HALF_TYPED):
                lockout = InputLockout(Rejection(Reason.HALF_TYPED), until, but=ENDING_KEYS)
            elif is_armed(now, self.buffer):
                lockout = InputLockout(Rejection(Reason.RELEASED), until)
        return KeypadState(buffer, lockout)


class KeyResult(StrEnum):
    """The result of a key."""

    DONE = "done"
    """The key completed an entry that the table accepted."""
    TYPED = "typed"
    REFUSED = "refused"
    """Refused by the keypad, by the rules, or because the table has changed. The pending entry is
    kept, unless it belongs to another version of the table, or OK was held."""


class KeyOutcome(NamedTuple):
    """The result of a key, the version of the table after it, and the reason for a refusal."""

    result: KeyResult
    version: int
    why: Refusal | JournalFault | Rejection | None = None

    @property
    def is_stale(self) -> bool:
        """True if the table has changed since the sender of the key last saw it."""
        return isinstance(self.why, Refusal) and self.why.code is Code.STALE


class SeenState(NamedTuple):
    """The state last seen by a key's sender, and whether an entry was ``pending``; None: any."""

    version: int | None = None
    pending: bool | None = None


SAW_EVERYTHING: Final = SeenState()
"""Matches every state; for keys pressed at the table itself."""

CACHED_OUTCOMES: Final = 64
"""Maximum number of outcomes to cache. Phones that got no response resend a key within seconds, or
never; the table stores the outcomes of completed entries permanently."""


class Alarm(Protocol):
    """Calls a function later, unless cancelled first."""

    daemon: bool
    """True if the process does not wait for the alarm at exit."""

    def start(self) -> None: ...

    def cancel(self) -> None: ...


SetAlarm: TypeAlias = Callable[[float, Callable[[], None]], Alarm]
"""Creates an alarm that calls a function after a number of seconds."""


class KeypadSession:
    """The shared input of all keypads of *table*: they type one entry together. Thread-safe.

    The live state shows the pending entry, and when a key was refused. An *alarm* drops an
    abandoned entry. *agree* stores that the player at a seat agrees with a result; it returns False
    if the result is not that of the game on the table.
    """

    def __init__(
        self,
        table: Table,
        alarm: SetAlarm = Timer,
        agree: Callable[[str, Seat], bool] | None = None,
    ) -> None:
        self._table, self._set_alarm, self._agree = table, alarm, agree
        self._pressing, self._state = Lock(), KeypadState()
        self._alarm: Alarm | None = None
        self._outcomes: dict[str, KeyOutcome] = {}

    def press(self, key: Key, by: str = "") -> KeyResult:
        """Handle *key*, pressed by *by*. Never raises."""
        return self.take(key, by).result

    def take(
        self, key: Key, by: str = "", *, seen: SeenState = SAW_EVERYTHING, once: str | None = None
    ) -> KeyOutcome:
        """Handle *key* from a remote client. It is refused if the table is not in the state last
        *seen*. Undoing a count restores its cards as keys, which users of a physical keypad would
        not see. A key sent again with the same request id *once* has no effect and returns the
        first outcome.

        Raises Refusal BAD_VALUE if *once* is not valid.
        """
        with self._pressing:
            if once is not None:
                check_text("key", once, shortest=1)
                if first := self._first(once):
                    return first
            outcome = self._take(key, by, seen, once)
            if outcome.result is KeyResult.REFUSED:
                self._table.set_live(refused_at=self._table.ticks())
            if once is not None:
                self._outcomes[once] = outcome
                if len(self._outcomes) > CACHED_OUTCOMES:
                    del self._outcomes[next(iter(self._outcomes))]
            return outcome

    def _first(self, once: str) -> KeyOutcome | None:
        """Return the outcome of the key previously sent with this request id, or None."""
        if once in self._outcomes:
            return self._outcomes[once]
        try:
            receipt = self._table.receipt_for(once)
        except JournalFault as why:
            return KeyOutcome(KeyResult.REFUSED, self._table.now.version, why)
        return receipt and KeyOutcome(KeyResult.DONE, receipt.version)

    def lockout(self) -> InputLockout | None:
        """Return the lockout in force now, or None."""
        lockout = self._state.lockout
        return lockout if lockout and self._table.ticks() < lockout.until else None

    def _take(self, key: Key, by: str, seen: SeenState, once: str | None) -> KeyOutcome:
        """Handle a key, in order of precedence: a lockout, an intervening entry, an unseen state,
        the meaning of the key, the table."""
        now, state = self._table.now, self._state
        lockout = self.lockout()
        if lockout and key not in lockout.but:
            return KeyOutcome(KeyResult.REFUSED, now.version, lockout.rejection)
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
            if self._agree and self._agree(agrees.place, agrees.seat):
                return KeyOutcome(KeyResult.DONE, seen)
        return KeyOutcome(KeyResult.REFUSED, seen, Rejection(Reason.NOT_AGREED))

    def _enter(self, state: KeypadState) -> None:
        """Change to *state*: publish its pending entry and set the alarm that drops it."""
        self._state, now = state, self._table.now
        pending = pending_entry(now, state.buffer)
        self._table.set_live(at=state.buffer.version, pending_entry=pending)
        if self._alarm:
            self._alarm.cancel()
        if pending:
            self._alarm = self._started(ARMED_FOR if pending.kind in ARMED else DROPPED_AFTER)
        else:
            self._alarm = None

    def _started(self, seconds: float) -> Alarm | None:
        """Start an alarm and return it; None if no thread can be started."""
        try:
            alarm: Alarm = self._set_alarm(seconds, lambda: self._left_alone(alarm))
            alarm.daemon = True
            alarm.start()
        except RuntimeError:
            return None
        return alarm

    def _left_alone(self, alarm: Alarm) -> None:
        """Drop the pending entry, unless another key arrived before the *alarm*."""
        with self._pressing:
            if self._alarm is alarm:
                lockout = self._state.lockout
                if pending_entry(self._table.now, self._state.buffer):
                    until = self._table.ticks() + LOCKOUT_SECONDS
                    lockout = InputLockout(Rejection(Reason.LEFT_ALONE), until)
                self._enter(KeypadState(lockout=lockout))


def _unseen(now: Snapshot, buffer: KeyBuffer, seen: SeenState) -> Refusal | Rejection | None:
    """Return why to refuse a key that was meant for another state or pending entry, or None."""
    pending = pending_entry(now, buffer) is not None
    if seen.version not in (None, now.version):
        return Refusal(Code.STALE)
    if seen.pending in (None, pending):
        return None
    return Rejection(Reason.ANOTHER_TYPES if pending else Reason.DROPPED)

"""A keypad in use at the table: what each key came to, the entry being typed, and lockouts."""

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
"""Seconds after which a pending entry is dropped: nobody knows any more what it was to be."""

ARMED_FOR: Final = 8.0
"""Seconds for which OK counts as held, and an action waits for OK."""

LOCKOUT_SECONDS: Final = 2.0
"""Seconds in which keys are refused once a pending entry is dropped: they were meant for it."""

ENDING_KEYS: Final = frozenset({Key.OK, Key.UNDO})
"""Keys that can end an entry, and cannot begin another."""


class InputLockout(NamedTuple):
    """Keys other than ``but`` are refused for the reason ``why`` until that second."""

    why: Reason
    until: float
    but: frozenset[Key] = frozenset()

    @property
    def rejection(self) -> Rejection:
        """The rejection of each of those keys."""
        return Rejection(self.why)


class KeypadState(NamedTuple):
    """The keys typed so far, and the latest lockout. Seconds are the table's ticks."""

    buffer: KeyBuffer = KeyBuffer()
    lockout: InputLockout | None = None

    def lockout_at(self, second: float) -> InputLockout | None:
        """Return the lockout in force at that *second*; None if there is none."""
        return self.lockout if self.lockout and second < self.lockout.until else None

    def after(
        self, key: Key, outcome: KeyOutcome, buffer: KeyBuffer, now: Snapshot, second: float
    ) -> KeypadState:
        """Return the state after the *outcome* of *key*, which left *buffer*, pressed at the table
        as it was *now*. Lock keys out where people who type without looking cannot know yet that
        the pending entry is gone, or that holding OK did nothing."""
        if isinstance(outcome.why, Refusal | JournalFault):
            buffer = KeyBuffer() if outcome.is_stale else disarm(now, self.buffer)
        until, lockout = second + LOCKOUT_SECONDS, self.lockout
        if outcome.result is not KeyResult.REFUSED:
            if key in ENDING_KEYS and not buffer.keys:
                lockout = None
        elif self.buffer.keys:
            if outcome.why == Rejection(Reason.CAME_BETWEEN) or outcome.is_stale:
                lockout = InputLockout(Reason.CAME_BETWEEN, until)
            elif outcome.why == Rejection(Reason.HALF_TYPED):
                lockout = InputLockout(Reason.HALF_TYPED, until, but=ENDING_KEYS)
            elif is_armed(now, self.buffer):
                lockout = InputLockout(Reason.RELEASED, until)
        return KeypadState(buffer, lockout)


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

    The live state shows the pending entry, and the second at which a key was refused.
    An *alarm* drops an abandoned entry. *agree* keeps that the player at a seat
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
        """Take *key* from a remote client. It is refused if the table is not as it has *seen*
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
        if pending:
            self._alarm = self._started(ARMED_FOR if pending.kind in ARMED else DROPPED_AFTER)
        else:
            self._alarm = None

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
                lockout = self._state.lockout
                if pending_entry(self._table.now, self._state.buffer):
                    until = self._table.ticks() + LOCKOUT_SECONDS
                    lockout = InputLockout(Reason.LEFT_ALONE, until)
                self._enter(KeypadState(lockout=lockout))


def _unseen(now: Snapshot, buffer: KeyBuffer, seen: SeenState) -> Refusal | Rejection | None:
    """Return why a key was meant for another table than *now*, or for another pending entry."""
    pending = pending_entry(now, buffer) is not None
    if seen.version not in (None, now.version):
        return Refusal(Code.STALE)
    if seen.pending in (None, pending):
        return None
    return Rejection(Reason.ANOTHER_TYPES if pending else Reason.DROPPED)

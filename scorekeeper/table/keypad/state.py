"""The state of the keypads of a table: what is typed, and when keys are refused. Pure.

========  =================================  ==================================================
state     meaning                            ends
========  =================================  ==================================================
idle      nothing is typed                   with a key
typing    the keys of an entry are typed     with the entry, or 60 s after the last key
armed     OK was held: the next key may do   with that key, or after 8 s: later keys are
          what nobody asked for              somebody else's
locked    keys are refused: what they were   after 2 s; a key that ends the entry ends it
          meant for is gone
========  =================================  ==================================================

Keys may be locked out while an entry is pending: then it can only be finished or taken back.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from scorekeeper.game.live import ARMED, PendingEntry
from scorekeeper.game.refusal import Refusal
from scorekeeper.game.snapshot import Snapshot
from scorekeeper.journal.errors import JournalFault
from scorekeeper.keypad.key import Key, Reason, Rejection
from scorekeeper.keypad.press import KeyBuffer, disarm, is_armed, pending_entry
from scorekeeper.table.keypad.outcome import KeyOutcome, KeyResult

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

    def refuses(self, key: Key, second: float) -> Rejection | None:
        """Return why *key* is locked out at that *second*; None if it is not."""
        lockout = self.lockout_at(second)
        return None if lockout is None or key in lockout.but else lockout.rejection

    def lockout_at(self, second: float) -> InputLockout | None:
        """Return the lockout in force at that *second*; None if there is none."""
        return self.lockout if self.lockout and second < self.lockout.until else None

    def left_alone(self, now: Snapshot, second: float) -> KeypadState:
        """Return the state once nobody went on with the pending entry."""
        if pending_entry(now, self.buffer) is None:
            return KeypadState(lockout=self.lockout)
        return KeypadState(lockout=InputLockout(Reason.LEFT_ALONE, second + LOCKOUT_SECONDS))

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


def seconds_left(pending: PendingEntry) -> float:
    """Return after how many seconds without a key the *pending* entry is dropped."""
    return ARMED_FOR if pending.kind in ARMED else DROPPED_AFTER

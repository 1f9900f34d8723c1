"""The two seconds in which keys are refused, since what they were meant for is no more."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from scorekeeper.game.snapshot import Snapshot
from scorekeeper.keypad.key import Key
from scorekeeper.keypad.press import KeyBuffer, is_armed
from scorekeeper.keypad.rejection import NotNow, Reason
from scorekeeper.table.keypad.outcome import Came, Heard

DEAF_FOR: Final = 2.0
"""Seconds in which keys are refused once what was half typed is dropped: they were meant for it."""

ENDING: Final = frozenset({Key.OK, Key.UNDO})
"""Keys that can end an entry, and none that could begin another."""


class Deafness:
    """Until when keys are refused, and why, by a clock that counts seconds in *ticks*."""

    def __init__(self, ticks: Callable[[], float]) -> None:
        self._ticks, self._until = ticks, ticks()
        self._why: NotNow | None = None
        self._but: frozenset[Key] = frozenset()

    def to(self, key: Key) -> NotNow | None:
        """Why *key* is not heard; None where it is."""
        return self._why if self._ticks() < self._until and key not in self._but else None

    def begin(self, reason: Reason, *, but: frozenset[Key] = frozenset()) -> None:
        """Refuse keys for *reason* from now on, *but* these."""
        self._until, self._why, self._but = self._ticks() + DEAF_FOR, NotNow(reason), but

    def end(self) -> None:
        """Hear keys again: that what was typed is no more is settled."""
        self._until = self._ticks()

    def after(self, key: Key, came: Came, now: Snapshot, typed: KeyBuffer, left: KeyBuffer) -> None:
        """Begin or end with what *came* of *key*, pressed at the table *now* where keys were
        *typed*, some of which are *left*.

        Whoever types without looking does not know yet that what was typed is dropped, or that OK
        held began nothing.
        """
        if came.heard is not Heard.REFUSED:
            if key in ENDING and not left.keys:
                self.end()
        elif not typed.keys:
            return
        elif came.why == NotNow(Reason.CAME_BETWEEN) or came.is_stale:
            self.begin(Reason.CAME_BETWEEN)
        elif came.why == NotNow(Reason.HALF_TYPED):
            self.begin(Reason.HALF_TYPED, but=ENDING)
        elif is_armed(now, typed):
            self.begin(Reason.DROPPED)

"""How often somebody may guess: a few times in a while each, not many more for all together."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from enum import Enum, auto
from threading import Lock
from typing import Final, NamedTuple


class Limit(NamedTuple):
    """How many wrong guesses an address has in so many seconds, and how many all have together."""

    seconds: int
    each: int
    together: int


CODES: Final = Limit(seconds=60, each=10, together=60)
"""700 million codes."""
PINS: Final = Limit(seconds=300, each=5, together=15)
"""A PIN of four digits, the shortest there is, then lasts for 27 hours at half of all guesses."""


class Verdict(Enum):
    """What became of a guess."""

    RIGHT = auto()
    WRONG = auto()
    TOO_MANY = auto()


class Attempts:
    """Wrong guesses by address. An address can only lose by this, never gain."""

    def __init__(self, limit: Limit = CODES, clock: Callable[[], float] = time.monotonic) -> None:
        self.limit = limit
        self._clock, self._lock = clock, Lock()
        self._failures: deque[tuple[float, str]] = deque()

    def judge(self, address: str, *, right: bool) -> Verdict:
        """Take a guess from *address*. Where there were too many, also a right one is of no use."""
        with self._lock:
            now = self._clock()
            while self._failures and self._failures[0][0] <= now - self.limit.seconds:
                self._failures.popleft()
            own = sum(one == address for _, one in self._failures)
            if own >= self.limit.each or len(self._failures) >= self.limit.together:
                return Verdict.TOO_MANY
            if right:
                return Verdict.RIGHT
            self._failures.append((now, address))
            return Verdict.WRONG

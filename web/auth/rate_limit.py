"""Rate limit for guesses of the join code and of the host's PIN."""

import time
from collections import deque
from collections.abc import Callable
from enum import Enum, auto
from threading import Lock
from typing import Final, NamedTuple


class Limit(NamedTuple):
    """Wrong guesses allowed within so many seconds: ``each`` address, and all ``together``."""

    seconds: int
    each: int
    together: int


CODE_LIMIT: Final = Limit(seconds=60, each=10, together=60)
"""There are 700 million codes."""
PIN_LIMIT: Final = Limit(seconds=300, each=5, together=15)
"""At this rate, guessing half of all 4-digit PINs takes 27 hours."""


class Verdict(Enum):
    """The result of a guess."""

    RIGHT = auto()
    WRONG = auto()
    TOO_MANY = auto()


class RateLimiter:
    """Counts wrong guesses by address. An address can only lose by this, never gain."""

    def __init__(
        self, limit: Limit = CODE_LIMIT, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.limit = limit
        self._clock, self._lock = clock, Lock()
        self._failures: deque[tuple[float, str]] = deque()

    def judge(self, address: str, *, right: bool) -> Verdict:
        """Take a guess from *address*. After too many wrong ones a right one is refused too."""
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

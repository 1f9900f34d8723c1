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


CODE_LIMIT: Final = Limit(seconds=60, each=10, together=600)
"""There are 700 million codes: at this rate half of them take a year."""
PIN_LIMIT: Final = Limit(seconds=300, each=5, together=15)
"""At this rate, guessing half of all 4-digit PINs takes 27 hours."""


class Verdict(Enum):
    """The result of a guess."""

    RIGHT = auto()
    WRONG = auto()
    TOO_MANY = auto()


HOUR: Final = 3600
MOST_REMEMBERED: Final = 1000


class RateLimiter:
    """Counts wrong guesses by address. An address can only lose by this, never gain.

    A device that has a right already is counted by itself: strangers cannot shut it out.
    """

    def __init__(
        self, limit: Limit = CODE_LIMIT, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.limit = limit
        self._clock, self._lock = clock, Lock()
        self._failures: deque[tuple[float, str]] = deque()
        self._trusted: dict[str, RateLimiter] = {}
        self._wrong: deque[float] = deque(maxlen=MOST_REMEMBERED)

    def wrong_in_an_hour(self) -> int:
        """Return how many guesses were wrong or refused within the last hour."""
        with self._lock:
            since = self._clock() - HOUR
            return sum(at > since for at in self._wrong)

    def judge_trusted(self, device: str, *, right: bool) -> Verdict:
        """Take a guess from a *device* that has a right already."""
        with self._lock:
            own = self._trusted.setdefault(device, RateLimiter(self.limit, self._clock))
        return own.judge(device, right=right)

    def judge(self, address: str, *, right: bool) -> Verdict:
        """Take a guess from *address*. After too many wrong ones a right one is refused too."""
        verdict = self._judge(address, right=right)
        if verdict is not Verdict.RIGHT:
            self._wrong.append(self._clock())
        return verdict

    def _judge(self, address: str, *, right: bool) -> Verdict:
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

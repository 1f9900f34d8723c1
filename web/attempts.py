"""How often somebody may guess: a few times a minute each, not many more for everybody together."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from threading import Lock
from typing import Final

PERIOD: Final = 60.0
EACH: Final = 10
TOGETHER: Final = 60


class Attempts:
    """Failures of the last minute by address. An address can only lose by this, never gain."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._lock = clock, Lock()
        self._failures: deque[tuple[float, str]] = deque()

    def allowed(self, address: str) -> bool:
        """Whether *address* may guess now."""
        with self._lock:
            while self._failures and self._failures[0][0] <= self._clock() - PERIOD:
                self._failures.popleft()
            own = sum(one == address for _, one in self._failures)
            return own < EACH and len(self._failures) < TOGETHER

    def failed(self, address: str) -> None:
        """Remember a wrong guess."""
        with self._lock:
            self._failures.append((self._clock(), address))

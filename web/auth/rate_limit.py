"""Rate limits: guesses of the join code and of the host's PIN, joins, and the like."""

import time
from collections import deque
from collections.abc import Callable
from enum import Enum, auto
from ipaddress import IPv6Address, ip_address
from threading import Lock
from typing import Final, NamedTuple


class Limit(NamedTuple):
    """Wrong guesses allowed within ``seconds``: by ``each`` address or guest, and by all
    ``together`` in one bucket. If that is full, an address still has ``spare`` guesses."""

    seconds: int
    each: int
    together: int
    spare: int = 3


CODE_LIMIT: Final = Limit(seconds=60, each=10, together=600)
"""There are 700 million codes: at this rate half of them take a year."""
PIN_LIMIT: Final = Limit(seconds=300, each=5, together=60)
"""At this rate, guessing half of all 6-digit PINs takes a month."""
JOIN_LIMIT: Final = Limit(seconds=60, each=60, together=300)
"""Each phone that joins is a new device; a household behind one router has fewer than 60."""


class Verdict(Enum):
    """The result of a guess."""

    RIGHT = auto()
    WRONG = auto()
    TOO_MANY = auto()


HOUR: Final = 3600
MOST_REMEMBERED: Final = 1000


class Failure(NamedTuple):
    """A wrong guess: its time, its address, and the guest, or else the address again."""

    at: float
    address: str
    guest: str


class RateLimiter:
    """Counts wrong guesses by address and guest, and forgets them after ``limit.seconds``.

    A guest is a device that has a right already: strangers at its address do not use up its
    guesses. All guests and strangers share one bucket, since anybody who can join can join again.
    """

    def __init__(
        self, limit: Limit = CODE_LIMIT, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.limit = limit
        self._clock, self._lock = clock, Lock()
        self._failures: deque[Failure] = deque()
        self._wrong: deque[float] = deque(maxlen=MOST_REMEMBERED)

    def wrong_in_an_hour(self) -> int:
        """Return how many guesses were wrong or refused within the last hour."""
        with self._lock:
            since = self._clock() - HOUR
            return sum(at > since for at in self._wrong)

    def judge(self, address: str, *, right: bool, guest: str | None = None) -> Verdict:
        """Judge a guess from *address*, made by *guest* if the device has a right already. After
        too many wrong ones a right one is refused too."""
        address = _of_one_machine(address)
        with self._lock:
            now = self._clock()
            verdict = self._verdict(address, guest or address, now, right=right)
            if verdict is not Verdict.RIGHT:
                self._wrong.append(now)
            if verdict is Verdict.WRONG:
                self._failures.append(Failure(now, address, guest or address))
            return verdict

    def _verdict(self, address: str, guest: str, now: float, *, right: bool) -> Verdict:
        while self._failures and self._failures[0].at <= now - self.limit.seconds:
            self._failures.popleft()
        own = sum(one.guest == guest for one in self._failures)
        from_here = sum(one.address == address for one in self._failures)
        is_full = len(self._failures) >= self.limit.together
        if own >= self.limit.each or (is_full and from_here >= self.limit.spare):
            return Verdict.TOO_MANY
        return Verdict.RIGHT if right else Verdict.WRONG


def _of_one_machine(address: str) -> str:
    """Return the part of *address* that a machine cannot choose: of IPv6 the first 64 bits."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if not isinstance(parsed, IPv6Address):
        return address
    return str(parsed.ipv4_mapped or int(parsed) >> 64)

"""Rate limits for guesses at the join code and PIN, for joins, and for similar requests."""

import time
from collections import deque
from collections.abc import Callable
from enum import Enum, auto
from ipaddress import IPv6Address, ip_address
from threading import Lock
from typing import Final, NamedTuple

from flask import request

from scorekeeper.words import en
from scorekeeper.words.catalogue import cut
from web.http.errors import HttpError


class Limit(NamedTuple):
    """Wrong guesses allowed within ``seconds``: ``each`` per address or guest, and ``together`` in
    total. If the total is reached, each address still has ``spare`` guesses."""

    seconds: int
    each: int
    together: int
    spare: int = 3


CODE_LIMIT: Final = Limit(seconds=60, each=10, together=600)
"""Limit for join codes: at this rate, guessing half of the 700 million codes takes a year."""
PIN_LIMIT: Final = Limit(seconds=300, each=5, together=60)
"""Limit for PINs: at this rate, guessing half of all 6-digit PINs takes a month."""
JOIN_LIMIT: Final = Limit(seconds=60, each=60, together=300)
"""Limit for joins, each by a new device; a household behind one router has fewer than 60."""


class Verdict(Enum):
    """The result of a guess."""

    RIGHT = auto()
    WRONG = auto()
    TOO_MANY = auto()


class Failure(NamedTuple):
    """A wrong guess: its time, address, and guest (the address if there is none)."""

    at: float
    address: str
    guest: str


class RateLimiter:
    """Counts wrong guesses by address and guest for ``limit.seconds``. Thread-safe.

    A guest is a device that already has a right: strangers at the same address do not use up its
    guesses. The total counts both, since a guest can join repeatedly.
    """

    def __init__(
        self, limit: Limit = CODE_LIMIT, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.limit = limit
        self._clock, self._lock = clock, Lock()
        self._failures: deque[Failure] = deque()
        self._wrong: deque[float] = deque(maxlen=1000)

    def wrong_in_an_hour(self) -> int:
        """Return the number of wrong or refused guesses in the last hour."""
        with self._lock:
            since = self._clock() - 3600
            return sum(at > since for at in self._wrong)

    def judge(self, address: str, *, right: bool, guest: str | None = None) -> Verdict:
        """Return the verdict on a guess from *address*. *guest*: the device if it already has a
        right. Once the limit is reached, correct guesses are refused too."""
        address = _network_of(address)
        guest = guest or address
        with self._lock:
            now, failures = self._clock(), self._failures
            while failures and failures[0].at <= now - self.limit.seconds:
                failures.popleft()
            own = sum(failure.guest == guest for failure in failures)
            from_here = sum(failure.address == address for failure in failures)
            is_full = len(failures) >= self.limit.together
            if own >= self.limit.each or (is_full and from_here >= self.limit.spare):
                self._wrong.append(now)
                return Verdict.TOO_MANY
            if right:
                return Verdict.RIGHT
            self._wrong.append(now)
            failures.append(Failure(now, address, guest))
            return Verdict.WRONG


def _network_of(address: str) -> str:
    """Return the part of *address* that a client cannot choose: the first 64 bits of IPv6."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if not isinstance(parsed, IPv6Address):
        return address
    return str(parsed.ipv4_mapped or int(parsed) >> 64)


class GuessMessages(NamedTuple):
    """An error code, and messages for a wrong guess and for too many."""

    code: str
    wrong: str
    too_many: str


WRONG_CODE: Final = GuessMessages(
    "wrong_code",
    en("“{typed}” isn’t this table’s code. The right one is under Invite, in a scorer’s menu."),
    en("Too many wrong codes: wait a minute, then try again."),
)
WRONG_PIN: Final = GuessMessages(
    "wrong_pin",
    en("That’s not the host’s PIN. It’s below the address, where Cribble was started."),
    en("Too many wrong PINs: wait five minutes, then try again."),
)


def check_guess(
    limiter: RateLimiter, typed: str, messages: GuessMessages, *, right: bool, guest: str | None
) -> None:
    """Raise HttpError 403 for a wrong guess, 429 for too many. *guest*: the requesting device if it
    already has a right."""
    match limiter.judge(request.remote_addr or "", right=right, guest=guest):
        case Verdict.RIGHT:
            return
        case Verdict.WRONG:
            raise HttpError(403, messages.code, messages.wrong, typed=cut(typed))
        case Verdict.TOO_MANY:
            raise HttpError(429, "too_many", messages.too_many, retry=limiter.limit.seconds)


def check_pace(limiter: RateLimiter, who: str) -> None:
    """Raise HttpError 429 if *who* exceeds the limit. Every call counts."""
    if limiter.judge(who, right=False) is Verdict.TOO_MANY:
        raise HttpError(
            429,
            "too_many",
            en("Too many attempts: try again in {minutes} min."),
            minutes=limiter.limit.seconds // 60,
            retry=limiter.limit.seconds,
        )

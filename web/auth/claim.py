"""The claim of a fresh machine: its first phone is its host, without the PIN."""

from collections.abc import Callable
from threading import Lock
from typing import Final

CLAIM_SECONDS: Final = 15 * 60.0
"""Seconds after the start in which a machine that was never used may be claimed."""


class Claim:
    """The right of one phone to become the host without the PIN, while the machine is fresh.

    *clock* counts seconds. *is_fresh* is asked each time, so the first entry ends the claim too.
    *taken* is called when a phone has a right, so that the machine is fresh no more.
    """

    def __init__(
        self,
        clock: Callable[[], float],
        *,
        is_fresh: Callable[[], bool] = lambda: False,
        taken: Callable[[], None] = lambda: None,
    ) -> None:
        self._clock, self._is_fresh, self._taken = clock, is_fresh, taken
        self._lock, self._ends = Lock(), clock() + CLAIM_SECONDS
        self._is_closed = False

    @property
    def is_open(self) -> bool:
        """True while the next phone that asks becomes the host."""
        return not self._is_closed and self._clock() < self._ends and self._is_fresh()

    def take(self) -> bool:
        """Take it; True for the one phone that was first."""
        with self._lock:
            first = self.is_open
            self._is_closed = self._is_closed or first
        if first:
            self._taken()
        return first

    def close(self) -> None:
        """End the claim: a phone has joined, or is host by the PIN."""
        with self._lock:
            self._is_closed = True
        self._taken()

"""The claim of a fresh machine: its first phone is its host, without the PIN."""

from collections.abc import Callable
from threading import Lock
from typing import Final

CLAIM_SECONDS: Final = 15 * 60.0
"""Seconds after the start in which a machine that never had a host may be claimed."""


class Claim:
    """The right of one phone to become the host without the PIN, while the machine is fresh.

    *clock* counts seconds; *taken* is called when somebody is host, so that the machine is fresh
    no more.
    """

    def __init__(
        self,
        clock: Callable[[], float],
        *,
        is_open: bool = False,
        taken: Callable[[], None] = lambda: None,
    ) -> None:
        self._clock, self._taken, self._lock = clock, taken, Lock()
        self._ends = clock() + CLAIM_SECONDS if is_open else None

    @property
    def is_open(self) -> bool:
        """True while the next phone that asks becomes the host."""
        return self._ends is not None and self._clock() < self._ends

    def take(self) -> bool:
        """Take it; True for the one phone that was first."""
        with self._lock:
            first = self.is_open
            self._ends = None
        if first:
            self._taken()
        return first

    def close(self) -> None:
        """Somebody is host by the PIN."""
        with self._lock:
            self._ends = None
        self._taken()

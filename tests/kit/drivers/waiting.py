"""Waiting for what another thread or process does."""

from collections.abc import Callable
from time import monotonic, sleep


def soon(true: Callable[[], bool], patience: float = 30.0) -> float:
    """Return how many seconds it takes until that is *true*."""
    began = monotonic()
    while not true():
        assert monotonic() - began < patience, "that takes too long"
        sleep(0.002)
    return monotonic() - began

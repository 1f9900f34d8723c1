"""Waiting for another thread or process."""

import os
from collections.abc import Callable
from time import monotonic, sleep


def soon(true: Callable[[], bool], patience: float = 30.0) -> float:
    """Wait until the condition is *true*; return the seconds it took."""
    began = monotonic()
    while not true():
        assert monotonic() - began < patience, "that takes too long"
        sleep(0.002)
    return monotonic() - began


def limit(seconds: float) -> float:
    """Return the time limit for something that should take *seconds*: exact in `make soak` on a
    quiet machine, a minute longer beside other tests."""
    return seconds if os.environ.get("QUIET_MACHINE") else seconds + 60

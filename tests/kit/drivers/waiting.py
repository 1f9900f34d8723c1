"""Waiting for what another thread or process does."""

import os
from collections.abc import Callable
from time import monotonic, sleep


def soon(true: Callable[[], bool], patience: float = 30.0) -> float:
    """Return how many seconds it takes until that is *true*."""
    began = monotonic()
    while not true():
        assert monotonic() - began < patience, "that takes too long"
        sleep(0.002)
    return monotonic() - began


def limit(seconds: float) -> float:
    """Return how long a thing may take that is to take *seconds*: just these in `make soak`, on a
    quiet machine, and a minute longer beside other tests, which may have the processor."""
    return seconds if os.environ.get("QUIET_MACHINE") else seconds + 60

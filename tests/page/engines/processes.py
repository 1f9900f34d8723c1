"""Programs that end with the tests, and with them everything that they start."""

import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, TypeVar

PATIENCE: Final = 30.0
"""Seconds for a browser to start or to answer: a loaded machine is not a wrong page."""
LOOK_EVERY: Final = 0.02

LEASH: Final = '"$@" & read -r _; kill -KILL 0'
"""Kills the process group once its standard input ends, as it does however the tests end."""

Found = TypeVar("Found")


@contextmanager
def running(*command: str, keep: tuple[int, ...] = (), **env: str) -> Iterator[None]:
    """Run *command* in a process group of its own, which is killed at the end.

    It inherits the descriptors *keep*; what it writes is not read.
    """
    with subprocess.Popen(
        ("sh", "-c", LEASH, "sh", *command),
        env=os.environ | env,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        pass_fds=keep,
        start_new_session=True,
    ) as leash:
        try:
            yield
        finally:
            os.killpg(leash.pid, signal.SIGKILL)


def until(look: Callable[[], Found | None], what: str) -> Found:
    """Return what *look* finds, once it finds something."""
    given_up = time.monotonic() + PATIENCE
    while not (found := look()):
        assert time.monotonic() < given_up, f"{what}: waited {PATIENCE:.0f} s for it"
        time.sleep(LOOK_EVERY)
    return found

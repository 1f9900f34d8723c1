"""Until somebody says stop: Ctrl-C, the system that shuts down, or the terminal that is closed."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event
from typing import Final

SIGNALS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@contextmanager
def stopping() -> Iterator[Event]:
    """An event that is set by the first such signal; more of them change nothing."""
    stop = Event()
    before = {one: signal.signal(one, lambda *_: stop.set()) for one in SIGNALS}
    try:
        yield stop
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)

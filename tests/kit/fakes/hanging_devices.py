"""Devices that hang; run as a program, ``cribble`` with a strip one method of which does.

``python -m tests.kit.fakes.hanging_devices METHOD ARGUMENTS…``
"""

import sys
from collections.abc import Callable
from threading import Event
from time import sleep
from typing import Any

from hardware.strips import strip
from scorekeeper.device import DeviceFault


class Hang:
    """A call that hangs for up to *patience* seconds, in place of any method of a device;
    afterwards it fails, in case the test's own thread hangs."""

    def __init__(self, patience: float | None = 30.0) -> None:
        self.reached, self.released = Event(), Event()
        self._patience = patience

    def __call__(self, *args: Any, **more: Any) -> None:
        """Record that a caller hangs here, and block it. Finally raise an error."""
        self.reached.set()
        self.released.wait(self._patience)
        raise DeviceFault("It was released.")


class Hanging:
    """A strip, display, buzzer, keypad or port that hangs in each of its *methods* given."""

    def __init__(self, hang: Hang, *methods: str) -> None:
        self._hang, self._methods = hang, methods
        self.used, self.called = Event(), set[str]()

    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda *_: self._do(name)

    @property
    def health(self) -> str:
        self._do("health")
        return "ok"

    def read(self, timeout: float) -> bytes:
        sleep(timeout)
        return b""

    def _do(self, name: str) -> None:
        self.called.add(name)
        self.used.set()
        if name in self._methods:
            self._hang()


if __name__ == "__main__":
    method, *arguments = sys.argv[1:]
    strip.NullStrip = lambda *_, **__: Hanging(Hang(), method)  # type: ignore[assignment,misc]
    from cribble.cli.main import run

    sys.exit(run(arguments))

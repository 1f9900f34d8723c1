"""Devices that hang; run as a program, ``cribble`` with a device one method of which does.

``python -m tests.kit.fakes.hanging_devices DEVICE METHOD ARGUMENTS…``
"""

import sys
from collections.abc import Callable
from importlib import import_module
from threading import Event
from time import sleep
from typing import Any

from scorekeeper.device import DeviceFault

OPENERS = {
    "strip": ("hardware.strips.null", "open_strip"),
    "keypad": ("hardware.keypads.usb", "open_keypad"),
    "buzzer": ("hardware.buzzer.terminal", "open_buzzer"),
    "display": ("hardware.display.oled", "open_display"),
    "microcontroller": ("cribble.devices.microcontroller", "SerialTransport"),
}


class Hang:
    """A call that never returns by itself, in the place of anything that a device does."""

    def __init__(self) -> None:
        self.reached, self.released = Event(), Event()

    def __call__(self, *args: Any, **more: Any) -> None:
        """Say that somebody hangs here, and keep them. In the end it fails."""
        self.reached.set()
        self.released.wait()
        raise DeviceFault("It was released.")


class HangingDevice:
    """A strip, display, buzzer or keypad that hangs when it is used."""

    def __init__(self, hang: Hang) -> None:
        self.show = self.hide = self.sound = self._hang = hang

    @property
    def health(self) -> str:
        """Asked of keypads again and again."""
        self._hang()
        return "ok"

    def close(self) -> None:
        """It is never reached."""


class HangingClose:
    """A device that works, and hangs when it is closed."""

    def __init__(self, hang: Hang) -> None:
        self.used, self.close = Event(), hang

    @property
    def health(self) -> str:
        """All is well."""
        self.used.set()
        return "ok"

    def show(self, shown: object) -> None:
        """It is shown."""
        self.used.set()

    def sound(self, *pattern: object) -> None:
        """It is heard."""
        self.used.set()


class Hanging:
    """A device whose *method* never returns."""

    health = "ok"

    def __init__(self, method: str) -> None:
        self._method = method

    def __getattr__(self, name: str) -> Callable[..., Any]:
        return Event().wait if name == self._method else lambda *_: None

    def read(self, timeout: float) -> bytes:
        """Nothing comes along this wire."""
        sleep(timeout)
        return b""


if __name__ == "__main__":
    device, method, *arguments = sys.argv[1:]
    module, opener = OPENERS[device]
    patched = {opener: lambda *_, **__: Hanging(method)}
    if device == "microcontroller":
        patched["plugged_in"] = lambda at: lambda: ["/dev/ttyACM0"]
    vars(import_module(module)).update(patched)
    from cribble.cli.main import run

    sys.exit(run(arguments))

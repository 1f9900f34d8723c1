"""Run ``cribble`` with a device one method of which never returns; all else that it does works.

``python -m tests.kit.fakes.hanging_devices DEVICE METHOD ARGUMENTS…``
"""

import sys
from collections.abc import Callable
from importlib import import_module
from threading import Event
from time import sleep
from typing import Any

OPENERS = {
    "strip": ("hardware.strips.null", "open_strip"),
    "keypad": ("hardware.keypads.usb", "open_keypad"),
    "buzzer": ("hardware.buzzer.terminal", "open_buzzer"),
    "display": ("hardware.display.oled", "open_display"),
    "microcontroller": ("cribble.devices.microcontroller", "SerialTransport"),
}


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

"""Devices that hang: whatever they are asked, they do not come back before they are released."""

from threading import Event
from typing import Any

from scorekeeper.device import DeviceFault


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

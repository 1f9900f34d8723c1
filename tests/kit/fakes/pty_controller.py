"""A controller on a pseudo-terminal, which can be replugged under another number.

Its symlink in a folder like ``/dev/serial/by-id`` keeps its name, as with udev.
"""

import os
import tty
from collections.abc import Sequence
from contextlib import suppress
from math import inf
from pathlib import Path
from select import select
from threading import Lock, Thread
from time import monotonic, sleep
from typing import Final, TypeAlias

from firmware_bridge.serial_ports import ports
from firmware_bridge.simulated import Controller

UNO: Final = "usb-Arduino__www.arduino.cc__0043_5573631313135190B132-if00"
TICK: Final = 0.02

Ends: TypeAlias = tuple[int, int]


class Frozen(Controller):
    def receive(self, data: bytes, now: float) -> bytes:
        return b""

    def tick(self, now: float) -> bytes:
        return b""


class Booting(Controller):
    """An Uno: opening its port resets it, and for some time it ignores input.

    The first bytes show the opening, as HELLO comes at once. The Pi's last try is at 1.6 s.
    """

    def __init__(self, boot: int = 7, seconds: float = 1.61) -> None:
        super().__init__(boot=boot)
        self._seconds, self._ready = seconds, inf

    def receive(self, data: bytes, now: float) -> bytes:
        if data and self._ready == inf:
            self._ready = now + self._seconds
        return super().receive(data, now) if now >= self._ready else b""

    def tick(self, now: float) -> bytes:
        return super().tick(now) if now >= self._ready else b""


class Plug:
    """A controller at a new pseudo-terminal until unplugged; a *deaf* one reads no bytes."""

    def __init__(
        self, controller: Controller, link: Path, ends: Ends, *, deaf: bool = False
    ) -> None:
        self.controller, self._link = controller, link
        self.heard = bytearray()
        self._master, self._slave = ends
        tty.setraw(self._slave)
        self.name = os.ttyname(self._slave)
        link.parent.mkdir(exist_ok=True)
        link.symlink_to(self.name)
        self._guard, self.pulled, self._deaf = Lock(), False, deaf
        self._thread = Thread(target=self._serve, name="plug", daemon=True)
        self._thread.start()

    def press(self, key: int) -> None:
        with self._guard:
            self.controller.press(key, monotonic())
            self.controller.release(key, monotonic())

    def hold(self, key: int, seconds: float = 1.0) -> None:
        with self._guard:
            self.controller.press(key, monotonic())
        sleep(seconds)
        with self._guard:
            self.controller.release(key, monotonic())

    def pull(self) -> None:
        self.pulled = True
        self._thread.join()
        self._link.unlink()
        os.close(self._master)
        os.close(self._slave)

    def _serve(self) -> None:
        while not (self.pulled or self._deaf):
            data = b""
            if select([self._master], [], [], TICK)[0]:
                with suppress(OSError):
                    data = os.read(self._master, 4096)
            self.heard += data
            with self._guard:
                said = self.controller.receive(data, monotonic()) + self.controller.tick(
                    monotonic()
                )
            if said:
                os.write(self._master, said)


class Desk:
    """The USB ports of a machine, in *folder*."""

    def __init__(self, folder: Path) -> None:
        self._by_id, self._last = folder / "by-id", ""
        self._plugs: list[Plug] = []

    def plug(self, controller: Controller, name: str = UNO, *, deaf: bool = False) -> Plug:
        """Plug in *controller* under another number than before."""
        plug = Plug(controller, self._by_id / name, self._other(), deaf=deaf)
        self._last = plug.name
        self._plugs.append(plug)
        return plug

    def close(self) -> None:
        for plug in self._plugs:
            if not plug.pulled:
                plug.pull()

    def find(self) -> Sequence[str]:
        return ports("", (), self._by_id)

    def _other(self) -> Ends:
        ends = os.openpty()
        if os.ttyname(ends[1]) != self._last:
            return ends
        other = self._other()
        for end in ends:
            os.close(end)
        return other

"""An emulated Pico."""

import os
import subprocess
import termios
import tty
from pathlib import Path
from typing import Any

from tests.firmware.rig.board import Board
from tests.firmware.rig.toolchain import HERE, emulator, need, uf2


class Pico(Board):
    """An RP2040 on the emulator rp2040js, which is its USB host too.

    *noise* is what differs at each start: the "memory", the "ring" oscillator, or both; *file* is
    the UF2 file on it, by default the one built. Its times begin anew with each start.
    """

    ROOM = 1200

    def __init__(
        self,
        folder: Path,
        baud: int = 115_200,
        limit_ma: int = 65_535,
        noise: str = "memory ring",
        file: Path | None = None,
    ) -> None:
        super().__init__(folder, baud, limit_ma)
        node, library = emulator()
        if file is None:
            need("arm-none-eabi-gcc")
            file = uf2(limit_ma) / "cribble-rp2040.uf2"
        self.file = file
        self._command = [node, HERE / "pico.mjs", library, file]
        self._noise, self._connected, self._answers = noise, False, list[str]()
        self._cable = self._end = -1
        self.boot_loader: dict[str, int] = {}
        """How the boot loader of the ROM was called, if it was."""

    def plug(self) -> None:
        self.boot_loader = {}
        self._cable, self._end = os.openpty()
        tty.setraw(self._end)
        orders, write = os.pipe()
        for end in (self._cable, orders):
            os.set_blocking(end, False)
        with self._path.open("w") as log:
            self._chip = subprocess.Popen(
                [*self._command, str(self._cable), self._noise],
                stdin=orders,
                stdout=log,
                pass_fds=[self._cable],
                text=True,
            )
        os.close(orders)
        self._orders, self._log = os.fdopen(write, "w"), self._path.open()
        assert self.until(lambda: self._connected)
        self.port = os.ttyname(self._end)

    def unplug(self) -> None:
        self._orders.close()
        self._chip.wait()
        self.read_events()
        self._log.close()
        os.close(self._end)
        os.close(self._cable)
        self.port, self._connected = "", False

    def stop(self) -> None:
        if self._connected:
            self.unplug()

    @property
    def baud_set(self) -> int:
        """What the port was opened with last, as termios has it."""
        speed: int = termios.tcgetattr(self._end)[5]
        return speed

    def control(self, setup: str, data: str = "") -> str:
        """Return the answer to a request to endpoint 0, or "stall"; all in hex."""
        known = len(self._answers)
        self._order(f"control {setup} {data}".rstrip())
        assert self.until(lambda: len(self._answers) > known), f"no answer to {setup}"
        return self._answers[-1]

    def host(self, does: str) -> None:
        """Let the host suspend or resume, ignore or read packets, or reset the bus."""
        self._order(does)

    def _notice(self, kind: str, event: dict[str, Any]) -> None:
        match kind:
            case "connected":
                self._connected = True
            case "control":
                self._answers.append(event["answer"])
            case "boot loader":
                self.boot_loader = event
            case _:
                super()._notice(kind, event)

"""An emulated Uno."""

import subprocess
from pathlib import Path
from typing import Final

from tests.firmware.rig.board import Board
from tests.firmware.rig.toolchain import HERE, built, firmware, need

STARTS: Final = 0.05
"""Start time in seconds, mostly for the boot counter in the EEPROM."""


class Uno(Board):
    """An ATmega328P on the emulator simavr, at a serial line of *baud*."""

    ROOM = 400

    def __init__(self, folder: Path, baud: int = 115_200, limit_ma: int = 65_535) -> None:
        need("gcc", "avr-gcc", "avr-libc", "simavr")
        super().__init__(folder, baud, limit_ma)
        elf = firmware(self.baud, self._limit_ma) / "cribble-atmega328p.elf"
        command = [str(harness()), str(elf), str(self.baud), *addresses(elf, "begins", "ends")]
        with self._path.open("w") as log:
            self._chip = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=log, text=True)
        assert self._chip.stdin
        self._orders, self._log = self._chip.stdin, self._path.open()

    def plug(self) -> None:
        self._order("plug")
        self.until(lambda: bool(self.port))
        self.hurry(STARTS)

    def unplug(self) -> None:
        self._order("unplug")
        self.until(lambda: not self.port)


def addresses(elf: Path, *names: str) -> list[str]:
    """Return the addresses of the variables *names* in the chip's memory, in hex."""
    listed = subprocess.run(["avr-nm", elf], capture_output=True, text=True, check=True).stdout
    places = {name: at for at, _, name in map(str.split, listed.splitlines())}
    return [places[name] for name in names]


def harness() -> Path:
    compiler = ("gcc", "-std=gnu11", "-Wall", "-Wextra", "-Werror", "-O2")
    names = ("harness.c", "line.c", "pixels_seen.c", "keypad_touched.c")
    return built("harness", compiler, [HERE / name for name in names], "-lsimavr", "-lutil")

"""Fresh machines with each kind of strip and its usual config, and the bytes its lights got."""

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from pathlib import Path
from typing import TypeAlias

import pytest

from cribble.doctor.wled_client import Wled
from cribble.wizard.search import FoundWled
from firmware_bridge.link import Greeting
from hardware.strips import leds0, spi
from tests.firmware.rig.toolchain import need
from tests.firmware.rig.uno import Uno
from tests.kit.drivers.wizard_table import FreshMachine, fresh_machine
from tests.kit.fakes.network.wled import Wled as FakeWled
from tests.kit.fakes.pwm_helper_process import lamp_process
from tests.kit.formats.machine_file import machine
from tests.kit.oracles.ws2812_decoder import on_the_wire, taken

SETTLED = 0.3
"""Seconds without a new picture, after which what was sent is what shines."""
BUFFER = "== /sys/module/spidev/parameters/bufsiz\n{bytes}\n"
OVERLAY = "== /boot/firmware/config.txt\ndtoverlay=ws2812-pio,gpio=18,num_leds=512{more}\n"
DRIVEN = "== /proc/device-tree/ws2812_pio@12/rpi,num-leds\nhex 00000200\n"

See: TypeAlias = Callable[[], bytes]
Bench: TypeAlias = AbstractContextManager[tuple[FreshMachine, See]]


class Wire:
    """The data pin of a Pi's SPI, or the driver of a Pi 5: it keeps what was sent last."""

    def __init__(self) -> None:
        self.sent = b""

    def writebytes2(self, values: bytes, /) -> None:
        self.sent = values

    write = writebytes2

    def close(self) -> None:
        pass


@contextmanager
def by_spi(folder: Path, buffer: int = 32768) -> Iterator[tuple[FreshMachine, See]]:
    """A Pi 3 whose kernel sends *buffer* bytes of SPI at once; 32768 once the boot lines say so."""
    wire, bufsiz = Wire(), BUFFER.format(bytes=buffer)
    pi = partial(machine, "pi3", folder / "pi", also=bufsiz)
    pi()
    file = folder / "pi/sys/module/spidev/parameters/bufsiz"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("hardware.strips.spi.open_strip", partial(spi.strip_on, wire, buffer=file))
        with fresh_machine(folder, '[strip]\nname = "spi"\n', pi) as host:
            yield host, lambda: taken(wire.sent, spi.PULSES[8].hertz)


@contextmanager
def by_leds0(folder: Path) -> Iterator[tuple[FreshMachine, See]]:
    """A Pi 5 as the wizard's one restart leaves it. A line that comes into its config.txt holds at
    once, as if it had been restarted."""
    wire = Wire()
    known = machine("pi5", folder / "pi", also=DRIVEN + OVERLAY.format(more=""))
    opener = partial(leds0.strip_on, wire, tree=folder / "pi/proc/device-tree")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("hardware.strips.leds0.open_strip", opener)
        with fresh_machine(folder, '[strip]\nname = "leds0"\n', lambda: known) as host:

            def see() -> bytes:
                config = known.text("/boot/firmware/config.txt") or ""
                return on_the_wire(wire.sent, 255, rgbw="rgbw" in config)

            yield host, see


@contextmanager
def by_pwm_helper(folder: Path) -> Iterator[tuple[FreshMachine, See]]:
    """A Pi 3 with the real PWM helper, which writes down what it would send."""
    (folder / "lamp").mkdir()
    pi = partial(machine, "pi3", folder / "pi")
    with lamp_process(folder / "lamp") as lamp:
        config = f'[strip]\nname = "ws281x"\nat = "{lamp.at}"\n'
        with fresh_machine(folder, config, pi) as host:
            yield host, lambda: lamp.frames[-1]


@contextmanager
def by_network(folder: Path, lights: int = 122) -> Iterator[tuple[FreshMachine, See]]:
    """A WLED that is set up for that many *lights*."""
    answer, one = Wled("0.15.0", lights), FakeWled(lights, 0)
    pc = partial(machine, "pc", folder / "pc", wled=answer)
    found = FoundWled(one.name, one.at, answer)
    with one.display, fresh_machine(folder, "", pc, wleds=lambda: [found]) as host:
        yield host, one.look


@contextmanager
def by_microcontroller(folder: Path) -> Iterator[tuple[FreshMachine, See]]:
    """The real firmware on an emulated chip."""
    need("gcc", "avr-gcc", "avr-libc", "simavr")
    uno = Uno(folder)
    uno.plug()

    def see() -> bytes:
        known, ends = 0, time.monotonic() + SETTLED
        while time.monotonic() < ends:
            uno.look()
            if len(uno.pictures) != known:
                known, ends = len(uno.pictures), time.monotonic() + SETTLED
            time.sleep(0.01)
        return uno.pictures[-1].colours.ljust(1200, b"\0") if uno.pictures else b""

    ports = {uno.port: Greeting(1, 3, 7, 400, 48, 16)}
    pc = partial(machine, "pc", folder / "pc", ports=ports)
    with fresh_machine(folder, "", pc) as host:
        yield host, see
    uno.stop()

"""A strip on a Pi 5, whose kernel makes the pulses itself and exposes the lights as a file.

``dtoverlay=ws2812-pio`` gives ``/dev/leds0``: red, green, blue and white of every light in turn,
written from the file's beginning. A file that is short of the overlay's lights waits 50 ms for more
and then darkens the rest; a single byte is no light but the brightness of all. Not tried on a Pi 5:
this follows the driver's source (drivers/misc/ws2812-pio-rp1.c, Linux 6.12 of Raspberry Pi).
"""

import errno
import os
from pathlib import Path
from typing import Final, Protocol

from hardware.device import current_user, require_device
from hardware.strips.strip import StripSetup, arranged
from scorekeeper.board.light import Frame
from scorekeeper.device import DeviceFault, Health

TREE: Final = Path("/proc/device-tree")
"""The kernel's description of this Pi; it has the number of the overlay's lights."""
FULL: Final = b"\xff"

DRIVEN: Final = tuple(int(255 * (value / 255) ** (1 / 0.45)) for value in range(256))
"""The driver's output for each value at full brightness: it has a gamma of its own."""

UNCORRECTED: Final = bytes(
    min(range(256), key=lambda value: (DRIVEN[value] > wanted, wanted - DRIVEN[value]))
    for wanted in range(256)
)
"""The value to write for each brightness, rounded down: frames are gamma-corrected already and
within the power limit. (Brightness 0 would send bytes unchanged, but kernels before November 2025
take it for darkness.)"""


class Output(Protocol):
    """The driver's device, or a fake that records each write."""

    def write(self, data: bytes, /) -> None:
        """Write *data* from the first light on. Raises OSError."""


class Leds0Strip:
    """Shows frames on the strip behind *device*, which drives a number of *lights*."""

    health = Health.OK

    def __init__(self, device: Output, order: str, pixels: int, lights: int) -> None:
        self._device, self._pixels, self._lights = device, pixels, lights
        # The driver swaps the first two on their way to the wire.
        self._order = order[1] + order[0] + order[2:].ljust(2, "W")
        device.write(FULL)

    def show(self, frame: Frame) -> None:
        """Write *frame*; lights beyond its end stay dark."""
        lights = arranged(frame, self._order).translate(UNCORRECTED)
        self._device.write(lights.ljust(4 * self._lights, b"\0"))

    def close(self) -> None:
        self.show(bytes(3 * self._pixels))


class Leds0Device:
    """The driver's device at *path*, for a board of *pixels*. A write may raise a DeviceFault that
    explains the cause, or another OSError."""

    def __init__(self, path: str, pixels: int) -> None:
        self._path, self._pixels = path, pixels

    def write(self, data: bytes, /) -> None:
        """Open the device for each write: the driver goes on where the last write ended."""
        try:
            out = os.open(self._path, os.O_WRONLY | os.O_NONBLOCK | os.O_NOCTTY)
            try:
                require_device(self._path, out)
                os.set_blocking(out, True)
                while data:
                    data = data[os.write(out, data) :]
            finally:
                os.close(out)
        except FileNotFoundError as fault:
            raise DeviceFault(
                "There is no {device}: on a Pi 5 add the line "
                "dtoverlay=ws2812-pio,gpio=18,num_leds={pixels} to "
                "/boot/firmware/config.txt and restart it.",
                device=self._path,
                pixels=self._pixels,
            ) from fault
        except PermissionError as fault:
            raise DeviceFault(
                "{user} may not use {device}: write the line "
                'KERNEL=="leds[0-9]*", GROUP="gpio", MODE="0660" into '
                "/etc/udev/rules.d/60-leds.rules, say sudo usermod -aG gpio {user} and "
                "restart the Pi.",
                device=self._path,
                user=current_user(),
            ) from fault
        except OSError as fault:
            if fault.errno in (errno.EFBIG, errno.ENOSPC):
                raise too_few(self._path, self._pixels) from fault
            raise


def too_few(device: str, pixels: int) -> DeviceFault:
    """Return the fault of an overlay that drives fewer lights than the board has."""
    return DeviceFault(
        "{device} drives fewer lights than the board’s {pixels}: say num_leds={pixels} in the "
        "line dtoverlay=ws2812-pio of /boot/firmware/config.txt and restart the Pi.",
        device=device,
        pixels=pixels,
    )


def open_strip(setup: StripSetup) -> Leds0Strip:
    return strip_on(Leds0Device(setup.wiring.at, setup.board.pixels), setup)


def strip_on(device: Output, setup: StripSetup, tree: Path = TREE) -> Leds0Strip:
    """Return the strip behind *device*. DeviceFault if the overlay in *tree* drives too few."""
    pixels = setup.board.pixels
    counts = list(tree.glob("ws2812_pio@*/rpi,num-leds"))
    lights = int.from_bytes(counts[0].read_bytes(), "big") if len(counts) == 1 else pixels
    if lights < pixels:
        raise too_few(setup.wiring.at, pixels)
    return Leds0Strip(device, setup.wiring.order, pixels, lights)

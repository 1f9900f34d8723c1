"""A strip on a Pi 5, using the kernel's ws2812-pio driver.

``dtoverlay=ws2812-pio`` creates ``/dev/leds0``: RGBW of each LED, written from offset 0. After a
short write the driver waits 50 ms and turns the remaining LEDs off; a single byte sets the
brightness. Not tested on a Pi 5: based on the driver's source (drivers/misc/ws2812-pio-rp1.c,
Raspberry Pi's Linux 6.12).
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
"""The device tree, which contains the overlay's LED count."""
FULL: Final = b"\xff"

DRIVEN: Final = tuple(int(255 * (value / 255) ** (1 / 0.45)) for value in range(256))
"""The driver's output for each value at full brightness: it applies its own gamma."""

UNCORRECTED: Final = bytes(
    min(range(256), key=lambda value: (DRIVEN[value] > wanted, wanted - DRIVEN[value]))
    for wanted in range(256)
)
"""The value to write for each output value, rounded down, to undo the driver's gamma: frames are
already gamma-corrected and power-limited. (Brightness 0 would disable the driver's gamma, but means
dark in kernels before November 2025.)"""


class Output(Protocol):
    """The device, or a fake that records writes."""

    def write(self, data: bytes, /) -> None:
        """Write *data*, starting at the first LED. Raises OSError."""


class Leds0Strip:
    """Shows frames on the driver's *device* with a total of *lights* LEDs."""

    health = Health.OK

    def __init__(self, device: Output, order: str, pixels: int, lights: int) -> None:
        self._device, self._pixels, self._lights = device, pixels, lights
        # The driver swaps the first two colours on output.
        self._order = order[1] + order[0] + order[2:].ljust(2, "W")
        device.write(FULL)

    def show(self, frame: Frame) -> None:
        """Write *frame*; LEDs beyond its end are turned off."""
        lights = arranged(frame, self._order).translate(UNCORRECTED)
        self._device.write(lights.ljust(4 * self._lights, b"\0"))

    def close(self) -> None:
        self.show(bytes(3 * self._pixels))


class Leds0Device:
    """The driver's device file *path*, for a board of *pixels*. ``write`` raises DeviceFault with
    the cause, or another OSError."""

    def __init__(self, path: str, pixels: int) -> None:
        self._path, self._pixels = path, pixels

    def write(self, data: bytes, /) -> None:
        """Write *data*, reopening the file: the driver would continue after the last write."""
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
                "{device} not found: on a Pi 5, add the line "
                "dtoverlay=ws2812-pio,gpio=18,num_leds={pixels} to /boot/firmware/config.txt and "
                "restart it.",
                device=self._path,
                pixels=self._pixels,
            ) from fault
        except PermissionError as fault:
            raise DeviceFault(
                '{user} is not allowed to use {device}: add the line KERNEL=="leds[0-9]*", '
                'GROUP="gpio", MODE="0660" to /etc/udev/rules.d/60-leds.rules, run sudo usermod '
                "-aG gpio {user} and restart the Pi.",
                device=self._path,
                user=current_user(),
            ) from fault
        except OSError as fault:
            if fault.errno in (errno.EFBIG, errno.ENOSPC):
                raise too_few(self._path, self._pixels) from fault
            raise


def too_few(device: str, pixels: int) -> DeviceFault:
    """Return the fault for an overlay with fewer LEDs than *pixels*."""
    return DeviceFault(
        "{device} drives fewer lights than the board’s {pixels}: set num_leds={pixels} in the "
        "line dtoverlay=ws2812-pio of /boot/firmware/config.txt and restart the Pi.",
        device=device,
        pixels=pixels,
    )


def open_strip(setup: StripSetup) -> Leds0Strip:
    return strip_on(Leds0Device(setup.wiring.at, setup.board.pixels), setup)


def strip_on(device: Output, setup: StripSetup, tree: Path = TREE) -> Leds0Strip:
    """Return the strip on *device*. Raises DeviceFault if *tree* has too few LEDs for it."""
    pixels = setup.board.pixels
    counts = list(tree.glob("ws2812_pio@*/rpi,num-leds"))
    lights = int.from_bytes(counts[0].read_bytes(), "big") if len(counts) == 1 else pixels
    if lights < pixels:
        raise too_few(setup.wiring.at, pixels)
    return Leds0Strip(device, setup.wiring.order, pixels, lights)

"""The pins of a Raspberry Pi as lights: the library rpi_ws281x, looked at twice before it starts.

Off the boards that it knows the library ends its whole process, so this belongs into a process of
its own, and the board's name is read first.
"""

import atexit
import re
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

from hardware.pwm_helper.protocol import CHANNELS, SPI_PIN, Size
from scorekeeper.device import DeviceFault

MODEL: Final = Path("/proc/device-tree/model")
NEWER: Final = re.compile(r"Raspberry Pi (5|500|Compute Module 5)\b")
"""Pis whose pins belong to another chip, which the library does not know."""
DMA: Final = 10
"""5 is the SD card's on a Pi 3."""
KNOWN: Final = "5"
"""The major version of the library whose private parts are known."""
FREQUENCY: Final = 800_000
UNKNOWN_BOARD: Final = "code -3"
"""The library's error for a board that is not in its list (a newer Pi 3 B, revision a52082)."""


def check(pin: int, model: Path = MODEL, *, is_root: bool) -> None:
    """Raises DeviceFault where *pin* of this machine cannot light a strip for this user."""
    try:
        name = model.read_text(encoding="utf-8", errors="replace").strip("\0\n ")
    except OSError:
        name = ""
    if "Raspberry Pi" not in name:
        raise DeviceFault(
            "This machine is no Raspberry Pi, and ws281x lights a strip by a Pi’s own pins: "
            'choose another strip, such as strip.name = "ddp" or "browser".'
        )
    if NEWER.search(name):
        raise DeviceFault(
            "The library rpi_ws281x does not know the pins of a {model}: "
            'choose strip.name = "leds0" or "spi".',
            model=name,
        )
    if pin != SPI_PIN and not is_root:
        raise DeviceFault(
            "Pin {pin} needs root: start the lamp with sudo systemctl start cribble-lamp, or "
            "connect the strip to pin {spi}, which does not need it.",
            pin=pin,
            spi=SPI_PIN,
        )
    _library()


def _library() -> Any:
    try:
        import rpi_ws281x
    except ImportError:
        raise DeviceFault(
            "The library rpi_ws281x is not installed: "
            "{python} -m pip install 'rpi-ws281x<{next}' brings it.",
            python=sys.executable,
            next=int(KNOWN) + 1,
        ) from None
    check_version(version("rpi-ws281x"))
    return rpi_ws281x


def check_version(found: str) -> None:
    """Raises DeviceFault where the library is not of the version whose private parts are known."""
    if found.partition(".")[0] != KNOWN:
        raise DeviceFault(
            "This program does not know rpi_ws281x {version}: {python} -m pip install "
            "'rpi-ws281x<{next}' brings one that it knows.",
            version=found,
            python=sys.executable,
            next=int(KNOWN) + 1,
        )


class Ws281xDevice:
    """A strip on *pin* that takes frames of *size*. Raises DeviceFault."""

    def __init__(self, size: Size, pin: int) -> None:
        library = _library()
        # Red, green, blue, white: the bytes come in the order of the wire already.
        kind = library.ws.SK6812_STRIP_RGBW if size.width == 4 else library.ws.WS2811_STRIP_RGB
        self._colour, self._width = library.Color, size.width
        self._strip = library.PixelStrip(
            size.pixels, pin, FREQUENCY, DMA, channel=CHANNELS[pin], strip_type=kind
        )
        self._pin = pin
        try:
            self._strip.begin()
        except RuntimeError as fault:
            _abandon(library, self._strip)
            raise self._fault(fault) from fault

    def show(self, wire: bytes) -> None:
        """Show a whole frame, as it goes on the *wire*."""
        parts = (wire[place :: self._width] for place in range(self._width))
        for number, colour in enumerate(zip(*parts, strict=True)):
            self._strip.setPixelColor(number, self._colour(*colour))
        try:
            self._strip.show()
        except RuntimeError as fault:
            raise self._fault(fault) from fault

    def close(self) -> None:
        """Give the pin back."""
        _release(self._strip)

    def _fault(self, fault: RuntimeError) -> DeviceFault:
        if UNKNOWN_BOARD in str(fault):
            return DeviceFault(
                'The library rpi_ws281x does not know this Pi: choose strip.name = "spi", which '
                "takes its data from pin 19."
            )
        return DeviceFault(
            "The library rpi_ws281x cannot light pin {pin} ({reason}): "
            "sudo .venv/bin/cribble doctor looks for the cause.",
            pin=self._pin,
            reason=str(fault),
        )


# The private parts of rpi_ws281x, all of them: it has no other way to let go of a pin before the
# process ends. `check_version` guards them.


def _release(strip: Any) -> None:
    """Give the pin of *strip* back, now and not at exit."""
    strip._cleanup()  # noqa: SLF001
    atexit.unregister(strip._cleanup)  # noqa: SLF001


def _abandon(library: Any, strip: Any) -> None:
    """Keep the library from cleaning up a *strip* that never began: the process would die."""
    atexit.unregister(strip._cleanup)  # noqa: SLF001
    library.ws.delete_ws2811_t(strip._leds)  # noqa: SLF001
    strip._leds = strip._channel = None  # noqa: SLF001

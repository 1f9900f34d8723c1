"""The pins of a Raspberry Pi as lights: the library rpi_ws281x, looked at twice before it starts.

Off the boards that it knows the library ends its whole process, so this belongs into a process of
its own, and the board's name is read first.
"""

from __future__ import annotations

import atexit
import re
from pathlib import Path
from typing import Any, Final

from hardware.pwm_helper.address import CHANNELS, SPI_PIN
from scorekeeper.board.light.colour import Frame
from scorekeeper.board.light.device import StripFault
from scorekeeper.words import en

MODEL: Final = Path("/proc/device-tree/model")
NEWER: Final = re.compile(r"Raspberry Pi (5|500|Compute Module 5)\b")
"""Pis whose pins belong to another chip, which the library does not know."""
DMA: Final = 10
"""5 is the SD card's on a Pi 3."""
FREQUENCY: Final = 800_000


def check(pin: int, model: Path = MODEL, *, is_root: bool) -> None:
    """Raises StripFault where *pin* of this machine cannot light a strip for this user."""
    try:
        name = model.read_text(encoding="utf-8", errors="replace").strip("\0\n ")
    except OSError:
        name = ""
    if "Raspberry Pi" not in name:
        raise StripFault(
            en(
                "This machine is no Raspberry Pi, and ws281x lights a strip by a Pi's own pins: "
                'choose another strip, such as strip.name = "ddp" or "browser".'
            )
        )
    if NEWER.search(name):
        raise StripFault(
            en(
                "The library rpi_ws281x does not know the pins of a {model}: "
                'choose strip.name = "leds0" or "spi".'
            ),
            model=name,
        )
    if pin != SPI_PIN and not is_root:
        raise StripFault(
            en(
                "Pin {pin} needs root: start the lamp with sudo systemctl start cribble-lamp, or "
                "connect the strip to pin {spi}, which does not need it."
            ),
            pin=pin,
            spi=SPI_PIN,
        )
    _library()


def _library() -> Any:
    try:
        import rpi_ws281x
    except ImportError:
        raise StripFault(
            en(
                "The library rpi_ws281x is not installed: "
                ".venv/bin/python -m pip install rpi-ws281x brings it."
            )
        ) from None
    return rpi_ws281x


class Chip:
    """So many *pixels* on *pin*, their colours in *order* on the wire. Raises StripFault."""

    def __init__(self, pixels: int, pin: int, order: str) -> None:
        library = _library()
        self._colour = library.Color
        self._strip = library.PixelStrip(
            pixels,
            pin,
            FREQUENCY,
            DMA,
            channel=CHANNELS[pin],
            strip_type=_kind(library, order),
        )
        self._pin = pin
        try:
            self._strip.begin()
        except RuntimeError as fault:
            _forget(library, self._strip)
            raise self._fault(fault) from fault

    def show(self, frame: Frame) -> None:
        """Show the whole *frame*."""
        reds, greens, blues = frame[::3], frame[1::3], frame[2::3]
        for number, colour in enumerate(zip(reds, greens, blues, strict=True)):
            self._strip.setPixelColor(number, self._colour(*colour))
        try:
            self._strip.show()
        except RuntimeError as fault:
            raise self._fault(fault) from fault

    def close(self) -> None:
        """Give the pin back."""
        self._strip._cleanup()  # noqa: SLF001 - the library has no other way to let go
        atexit.unregister(self._strip._cleanup)  # noqa: SLF001

    def _fault(self, fault: RuntimeError) -> StripFault:
        return StripFault(
            en(
                "The library rpi_ws281x cannot light pin {pin} ({reason}): "
                "sudo .venv/bin/cribble doctor looks for the cause."
            ),
            pin=self._pin,
            reason=str(fault),
        )


def _kind(library: Any, order: str) -> Any:
    """The library's own number for strips with this *order* of colours."""
    chip = "SK6812" if "W" in order else "WS2811"
    try:
        return getattr(library.ws, f"{chip}_STRIP_{order}")
    except AttributeError:
        raise StripFault(
            en(
                "The library rpi_ws281x knows no strips whose colours come in the order {order}: "
                "GRB is usual, and GRBW."
            ),
            order=order,
        ) from None


def _forget(library: Any, strip: Any) -> None:
    """Keep the library from tidying up at exit what never began, at which the process would die."""
    atexit.unregister(strip._cleanup)  # noqa: SLF001 - see above
    library.ws.delete_ws2811_t(strip._leds)  # noqa: SLF001
    strip._leds = strip._channel = None  # noqa: SLF001

"""Modules of eight seven-segment digits with a MAX7219 on SPI, using luma.led_matrix."""

import sys
from collections.abc import Callable
from typing import Any, Final

from hardware.device import missing
from hardware.display import Display, Reading
from hardware.oled import LumaDisplay, luma_faults

DEVICE: Final = "/dev/spidev0.0"
HERTZ: Final = 1_000_000
"""A tenth of the chip's maximum, for loose wires."""
DIGITS: Final = 8
BRIGHTNESS: Final = 0x70
"""Of 255; the chip has sixteen steps."""
UNFIT: Final = "-"
"""Shown for a text that is too long, such as an address."""


def text_of(shown: Reading) -> str:
    """Return *shown* in at most eight digits, with points between those that touch.

    If there is not enough room, the small text goes; then the hundreds of several scores.
    """
    large, small = shown.large.split(), shown.small.split()
    if small and (spare := DIGITS - _digits([*large, *small])) >= 0:
        return "".join(large) + (" " * spare or ".") + ".".join(small)
    if _digits(large) > DIGITS:
        large = [score[-2:] for score in large] if len(large) > 1 else [UNFIT]
    gap = (DIGITS - _digits(large)) // max(len(large) - 1, 1)
    return (" " * gap or ".").join(large)


def _digits(words: list[str]) -> int:
    """Return the number of digits that *words* take; a point shares the digit before it."""
    return len("".join(words).replace(".", ""))


class SegmentDisplay(LumaDisplay):
    """The module that luma's class *make* creates on *wire*. A missing one cannot be detected."""

    def __init__(self, make: Callable[..., Any], wire: Any) -> None:
        from luma.core.virtual import sevensegment

        super().__init__(make, wire)
        self._segments = sevensegment(self._device)

    def _draw(self, shown: Reading) -> None:
        """Set the chip up again, which luma does only in its constructor; then write the digits."""
        from luma.led_matrix.const import max7219 as chip

        self._device.data([chip.SCANLIMIT, DIGITS - 1])
        self._device.data([chip.DECODEMODE, 0])
        self._device.data([chip.DISPLAYTEST, 0])
        self._device.contrast(BRIGHTNESS)
        self._segments.text = text_of(shown)


def open_display() -> Display:
    """Open the module. Raises DeviceFault, or another OSError."""
    try:
        from luma.core.interface.serial import noop, spi
        from luma.led_matrix.device import max7219
        from spidev import SpiDev
    except ImportError:
        command = f"{sys.executable} -m pip install luma.led_matrix spidev"
        raise missing("luma.led_matrix", command) from None
    with luma_faults():
        return SegmentDisplay(max7219, spi(SpiDev(), noop(), bus_speed_hz=HERTZ))

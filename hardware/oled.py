"""OLED displays with 128 × 64 pixels on I²C, using luma.oled. Text is as large as possible."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from hardware.device import DOES_NOT_WORK, missing
from hardware.display import Display, Reading
from scorekeeper.device import TransientFault

BUS: Final = 1
"""The I²C bus on GPIO 2 and 3."""
ADDRESS: Final = 0x3C
OFF: Final = 0xAE
"""The command to turn the display off, the first in luma's initialization."""

LARGE: Final = 0.68
"""Fraction of the height for the large text if there is a small one."""
MARGIN: Final = 2
TRIED: Final = 40
"""Font size in pixels at which text is measured."""


class SetupRecorder:
    """Wraps luma's serial interface *wire* to record the initialization commands.

    luma initializes a chip once, in the constructor. The commands are recorded there and sent
    before each reading, because a chip that lost power cannot be detected.
    """

    def __init__(self, wire: Any) -> None:
        self._wire, self._kept, self._making = wire, list[tuple[int, ...]](), True
        self._blank = False

    def command(self, *words: int) -> None:
        """Send *words*. During construction, record them instead, up to the first image."""
        if not self._making:
            self._wire.command(*words)
        elif not self._blank:
            self._kept.append(words)

    def data(self, dots: Any) -> None:
        if self._making:
            self._blank = True
        else:
            self._wire.data(dots)

    def again(self) -> None:
        """Send the recorded commands, without turning the chip off, so that it does not flicker."""
        self._making = False
        for words in self._kept:
            if said := words[words[:1] == (OFF,) :]:
                self._wire.command(*said)

    def cleanup(self) -> None:
        self._wire.cleanup()


class LumaDisplay:
    """The display that luma's class *make* creates on the ``serial_interface`` *wire*. Create it
    once: luma keeps a reference until exit."""

    def __init__(self, make: Callable[..., Any], wire: Any) -> None:
        self._wire = SetupRecorder(wire)
        self._device = make(serial_interface=self._wire)

    def show(self, shown: Reading) -> None:
        """Draw *shown*, then turn the chip on: after power-up its memory contains noise."""
        with luma_faults():
            self._wire.again()
            self._draw(shown)
            self._device.show()

    def _draw(self, shown: Reading) -> None:
        from luma.core.render import canvas

        wide, high = self._device.width, self._device.height
        split = round(high * LARGE) if shown.small else high
        with canvas(self._device) as pen:
            _write(pen, shown.large, (0, 0, wide, split))
            _write(pen, shown.small, (0, split, wide, high))

    def hide(self) -> None:
        with luma_faults():
            self._wire.again()
            self._device.hide()

    def close(self) -> None:
        try:
            with luma_faults():
                self._device.cleanup()
        finally:
            self._wire.cleanup()


def _write(pen: Any, text: str, box: tuple[int, int, int, int]) -> None:
    """Draw *text* centred in *box*, as large as possible."""
    from PIL import ImageFont

    if not text:
        return
    left, top, right, bottom = box
    room = (right - left - 2 * MARGIN, bottom - top - 2 * MARGIN)
    x, y, end, foot = pen.textbbox((0, 0), text, font=ImageFont.load_default(TRIED))
    size = int(TRIED * min(room[0] / (end - x), room[1] / (foot - y)))
    font = ImageFont.load_default(size)
    x, y, end, foot = pen.textbbox((0, 0), text, font=font)
    at = ((left + right - end - x) / 2, (top + bottom - foot - y) / 2)
    pen.text(at, text, font=font, fill="white")


@contextmanager
def luma_faults() -> Iterator[None]:
    """Context manager: translate luma's errors into TransientFault, so that the device is not
    reopened: luma would keep a reference to each instance until exit."""
    from luma.core.error import Error

    try:
        yield
    except (Error, OSError) as fault:
        reason = getattr(fault, "strerror", None) or str(fault) or type(fault).__name__
        raise TransientFault(DOES_NOT_WORK, reason=reason) from fault


def open_display(chip: str) -> Display:
    """Open the display with the controller *chip*. Raises DeviceFault, or another OSError."""
    try:
        from luma.core.interface.serial import i2c
        from luma.oled import device
    except ImportError:
        raise missing("luma.oled", f"{sys.executable} -m pip install luma.oled") from None
    with luma_faults():
        return LumaDisplay(getattr(device, chip), i2c(port=BUS, address=ADDRESS))

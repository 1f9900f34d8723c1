"""Displays of 128 × 64 dots on the Pi's I²C: a reading is drawn as large as there is room."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from hardware.device import DOES_NOT_WORK, missing
from hardware.display import Display, Reading
from scorekeeper.device import TransientFault

BUS: Final = 1
"""The Pi's I²C, at GPIO2 and GPIO3."""
ADDRESS: Final = 0x3C
OFF: Final = 0xAE
"""The command that switches either chip off, with which luma begins to set it up."""

LARGE: Final = 0.68
"""The part of the height that the count has, where something stands below it."""
MARGIN: Final = 2
TRIED: Final = 40
"""Dots: the size at which it is measured how large letters may be."""


class SetupRecorder:
    """A *wire* of luma's on which a display can be set up again.

    luma sets a chip up once, when it makes the display. That is kept here instead of sent: a chip
    that lost its power is off and knows nothing of it, and cannot be told from one that did not.
    """

    def __init__(self, wire: Any) -> None:
        self._wire, self._kept, self._making = wire, list[tuple[int, ...]](), True
        self._blank = False

    def command(self, *words: int) -> None:
        """Send *words*; while luma makes the display, keep them until its blank picture."""
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
        """Send the kept commands again, except the one to switch the chip off, so that a chip
        that kept its power does not flicker."""
        self._making = False
        for words in self._kept:
            if said := words[words[:1] == (OFF,) :]:
                self._wire.command(*said)

    def cleanup(self) -> None:
        self._wire.cleanup()


class LumaDisplay:
    """The display that *make*, one of luma's, makes on the ``serial_interface`` *wire*. Make it
    once: luma keeps each until the program ends."""

    def __init__(self, make: Callable[..., Any], wire: Any) -> None:
        self._wire = SetupRecorder(wire)
        self._device = make(serial_interface=self._wire)

    def show(self, shown: Reading) -> None:
        """Draw *shown* as large as there is room, and only then switch the chip on: the
        memory without power is noise."""
        from luma.core.render import canvas

        wide, high = self._device.width, self._device.height
        split = round(high * LARGE) if shown.small else high
        with luma_faults():
            self._wire.again()
            with canvas(self._device) as pen:
                _write(pen, shown.large, (0, 0, wide, split))
                _write(pen, shown.small, (0, split, wide, high))
            self._device.show()

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
    """Write *text* into the middle of *box*, as large as it may be."""
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
    """Translate luma's errors into TransientFault: the display is set up again each
    time, and luma would keep another one until the program ends."""
    from luma.core.error import Error

    try:
        yield
    except (Error, OSError) as fault:
        reason = getattr(fault, "strerror", None) or str(fault) or type(fault).__name__
        raise TransientFault(DOES_NOT_WORK, reason=reason) from fault


def open_display(chip: str) -> Display:
    """Open the display with that *chip*. Raises DeviceFault, or another OSError."""
    try:
        from luma.core.interface.serial import i2c
        from luma.oled import device
    except ImportError:
        raise missing(
            "luma.oled", ".venv/bin/python -m pip install -c constraints.txt luma.oled"
        ) from None
    with luma_faults():
        return LumaDisplay(getattr(device, chip), i2c(port=BUS, address=ADDRESS))

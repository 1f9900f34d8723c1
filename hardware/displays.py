"""Small displays: a reading is drawn as large as there is room."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final, NamedTuple, Protocol

from hardware.part_fault import PartFault
from scorekeeper.words import en

DISPLAYS: Final = ("ssd1306", "sh1106")
"""The chips of displays that can be chosen: 128 × 64 dots, four wires."""
BUS: Final = 1
"""The Pi's I²C, at GPIO2 and GPIO3."""
ADDRESS: Final = 0x3C

LARGE: Final = 0.68
"""The part of the height that the count has, where something stands below it."""
MARGIN: Final = 2
TRIED: Final = 40
"""Dots: the size at which it is measured how large letters may be."""


class Reading(NamedTuple):
    """What is read: something ``large``, and below it something ``small``."""

    large: str = ""
    small: str = ""


class Display(Protocol):
    """What shows a reading. Each raises OSError where the display is gone."""

    def show(self, shown: Reading) -> None:
        """Show it."""
        ...

    def hide(self) -> None:
        """Be dark until something is shown."""
        ...

    def close(self) -> None:
        """Be dark, and give the bus back."""
        ...


class LumaDisplay:
    """A display of luma's, or whatever takes pictures as these do."""

    def __init__(self, device: Any) -> None:
        self._device = device

    def show(self, shown: Reading) -> None:
        """Draw it as large as there is room."""
        from luma.core.render import canvas

        wide, high = self._device.width, self._device.height
        split = round(high * LARGE) if shown.small else high
        with luma_told():
            with canvas(self._device) as pen:
                _write(pen, shown.large, (0, 0, wide, split))
                _write(pen, shown.small, (0, split, wide, high))
            self._device.show()

    def hide(self) -> None:
        """Nothing shines."""
        with luma_told():
            self._device.hide()

    def close(self) -> None:
        """Nothing shines any more."""
        with luma_told():
            self._device.cleanup()


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
def luma_told() -> Iterator[None]:
    """Whatever luma finds wrong in here is told as a PartFault."""
    from luma.core.error import Error

    try:
        yield
    except Error as fault:
        raise PartFault(en("It does not work ({reason})."), reason=str(fault)) from fault


def open_display(name: str) -> Display:
    """The display with a chip of that name. Raises PartFault, or another OSError."""
    try:
        from luma.core.interface.serial import i2c
        from luma.oled import device
    except ImportError:
        raise PartFault(
            en(
                "Python's luma.oled is missing: .venv/bin/python -m pip install luma.oled brings "
                "it."
            )
        ) from None
    with luma_told():
        return LumaDisplay(getattr(device, name)(i2c(port=BUS, address=ADDRESS)))

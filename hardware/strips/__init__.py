"""Everything that can show a frame: one strip a file, with its `show(frame)`, and one row here.

A strip is imported when it is chosen, so that nobody needs the libraries of the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Final, NamedTuple

from hardware.strips.setup import Fitting, OpenStrip
from scorekeeper.board.light.device import Strip

SCREEN: Final = 1.0
LAMPS: Final = 2.2
"""Gamma: a screen shows a number as bright as it looks, lamps shine as bright as it is."""


class Row(NamedTuple):
    """A strip that can be chosen: the module whose ``open_strip`` opens it, its gamma, whether it
    is a ``screen`` that lights no wood, the pin, device or address it is at if none is named, and
    whether even a screen is at the end of a ``line`` that can fail.
    """

    module: str
    gamma: float
    screen: bool = False
    usual_at: str = ""
    line: bool = False

    @property
    def rests(self) -> bool:
        """Whether nothing can befall a picture once it is shown."""
        return self.screen and not self.line

    def open(self, fitting: Fitting) -> Strip:
        """The strip, ready to show frames. Raises StripFault or OSError where it is not there."""
        open_strip: OpenStrip = import_module(self.module).open_strip
        return open_strip(fitting)


STRIPS: Final[Mapping[str, Row]] = MappingProxyType(
    {
        "terminal": Row("hardware.strips.terminal", SCREEN, screen=True),
        "browser": Row("hardware.strips.browser", SCREEN, screen=True),
        "ws281x": Row("hardware.strips.ws281x", LAMPS, usual_at="18"),
        "spi": Row("hardware.strips.spi", LAMPS, usual_at="/dev/spidev0.0"),
        "leds0": Row("hardware.strips.leds0", LAMPS, usual_at="/dev/leds0"),
        "ddp": Row("hardware.strips.ddp", LAMPS),
        "capture": Row("hardware.strips.capture", LAMPS, screen=True),
        "null": Row("hardware.strips.null", SCREEN, screen=True),
    }
)


class UnknownStrip(ValueError):
    """No strip has this name."""

    def __init__(self, name: str, strips: Iterable[str]) -> None:
        super().__init__(f"no strip is called {name!r}; there are {', '.join(strips)}")
        self.name = name


def strip_called(name: str, strips: Mapping[str, Row] = STRIPS) -> Row:
    """The row of the strip of that name. Raises UnknownStrip."""
    if name not in strips:
        raise UnknownStrip(name, strips)
    return strips[name]

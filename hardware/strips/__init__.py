"""Everything that can show a frame: one strip a file, with its `show(frame)`, and one row here.

A strip is imported when it is chosen, so that nobody needs the libraries of the others.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Final, NamedTuple

from hardware.strips.strip import Fitting, OpenStrip, Strip

SCREEN: Final = 1.0
LAMPS: Final = 2.2
"""Gamma: a screen shows a number as bright as it looks, lamps shine as bright as it is."""


class Row(NamedTuple):
    """A strip that can be chosen: the module whose ``open_strip`` opens it, and its gamma."""

    module: str
    gamma: float

    def open(self, fitting: Fitting) -> Strip:
        """The strip, ready to show frames. Raises OSError where it is not there."""
        open_strip: OpenStrip = import_module(self.module).open_strip
        return open_strip(fitting)


STRIPS: Final[Mapping[str, Row]] = MappingProxyType(
    {
        "terminal": Row("hardware.strips.terminal", SCREEN),
        "capture": Row("hardware.strips.capture", LAMPS),
    }
)


class UnknownStrip(ValueError):
    """No strip has this name."""

    def __init__(self, name: str) -> None:
        super().__init__(f"no strip is called {name!r}; there are {', '.join(STRIPS)}")
        self.name = name


def strip_called(name: str) -> Row:
    """The row of the strip of that name. Raises UnknownStrip."""
    if name not in STRIPS:
        raise UnknownStrip(name)
    return STRIPS[name]

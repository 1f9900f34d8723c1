"""Every small display: one kind a file, with its `show(reading)`, and one row here for each that
can be chosen.

A display is imported when it is chosen, so that nobody needs the libraries of the others.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Final, NamedTuple

from hardware.displays.display import Display, OpenDisplay


class Row(NamedTuple):
    """A display that can be chosen: the module whose ``open_display`` opens it, and the ``chip``
    that it is told of."""

    module: str
    chip: str

    def open(self) -> Display:
        """The display, ready to show readings. Raises PartFault, or another OSError."""
        open_display: OpenDisplay = import_module(self.module).open_display
        return open_display(self.chip)


DISPLAYS: Final[Mapping[str, Row]] = MappingProxyType(
    {
        "ssd1306": Row("hardware.displays.oled", chip="ssd1306"),
        "sh1106": Row("hardware.displays.oled", chip="sh1106"),
    }
)

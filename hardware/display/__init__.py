"""Every small display: one kind a file, with its `show(reading)`, and one row here for each that
can be chosen.

A display is imported when it is chosen, so that nobody needs the libraries of the others.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Final, NamedTuple

from hardware.display.display import Display, OpenDisplay


class Row(NamedTuple):
    """A display that can be chosen: the module whose ``open_display`` opens it, and the ``chip``
    that it is told of; empty where it is drawn in this program's own terminal."""

    module: str
    chip: str = ""

    @property
    def wired(self) -> bool:
        """Whether it hangs on wires."""
        return bool(self.chip)

    def open(self) -> Display:
        """The display, ready to show readings. Raises PartFault, or another OSError."""
        open_display: OpenDisplay = import_module(self.module).open_display
        return open_display(self.chip)


DISPLAYS: Final[Mapping[str, Row]] = MappingProxyType(
    {
        "terminal": Row("hardware.display.terminal"),
        "ssd1306": Row("hardware.display.oled", chip="ssd1306"),
        "sh1106": Row("hardware.display.oled", chip="sh1106"),
    }
)

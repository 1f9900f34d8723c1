"""Everything that can press keys: one keypad a file, with its `open_keypad`, and one row here.

A keypad is imported when it is chosen, so that nobody needs the libraries of the others.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Final, NamedTuple

from hardware.keypads.keypad import Keypad, OpenKeypad, Press, Wires


class Row(NamedTuple):
    """A keypad that can be chosen: the module whose ``open_keypad`` opens it, and those of its
    wires that are ``pins`` of the Pi, by their names in ``Wires``."""

    module: str
    pins: tuple[str, ...] = ()

    def open(self, wires: Wires, press: Press) -> Keypad:
        """The keypad, which gives its keys to *press* from now on. Raises PartFault."""
        open_keypad: OpenKeypad = import_module(self.module).open_keypad
        return open_keypad(wires, press)


KEYPADS: Final[Mapping[str, Row]] = MappingProxyType(
    {
        "usb": Row("hardware.keypads.usb"),
        "matrix": Row("hardware.keypads.matrix", pins=("rows", "columns")),
        "buttons": Row("hardware.keypads.buttons", pins=("buttons",)),
    }
)

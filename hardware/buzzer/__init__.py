"""Everything that can be heard: one buzzer a file, with its `sound(pattern)`, and one row here.

A buzzer is imported when it is chosen, so that nobody needs the libraries of the others.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Final, NamedTuple

from hardware.buzzer.device import OpenBuzzer, Sounder


class Row(NamedTuple):
    """A buzzer that can be chosen: the module whose ``open_buzzer`` opens it."""

    module: str

    def open(self, pin: int) -> Sounder:
        """The buzzer, at *pin* if it hangs on one. Raises PartFault, or another OSError."""
        open_buzzer: OpenBuzzer = import_module(self.module).open_buzzer
        return open_buzzer(pin)


AT_PIN: Final = "pin"

BUZZERS: Final[Mapping[str, Row]] = MappingProxyType(
    {
        "terminal": Row("hardware.buzzer.terminal"),
        AT_PIN: Row("hardware.buzzer.pin"),
    }
)

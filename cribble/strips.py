"""Every strip that can be chosen: those on wires and screens, and those behind a microcontroller.

The rooms of the two do not know each other; this is where both are known.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from hardware import strips as hardware
from hardware.strips import LAMPS, Row

STRIPS: Final[Mapping[str, Row]] = MappingProxyType(
    {
        **hardware.STRIPS,
        "microcontroller": Row("cribble.microcontroller", LAMPS),
    }
)


def strip_called(name: str) -> Row:
    """The row of the strip of that name. Raises UnknownStrip."""
    return hardware.strip_called(name, STRIPS)

"""Every strip and keypad that can be chosen: those of this machine, and those behind a board.

The rooms ``hardware`` and ``firmware_bridge`` do not know each other; both are known here.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from hardware import keypads, strips
from hardware.keypads import Row as KeypadRow
from hardware.strips import LAMPS, SCREEN
from hardware.strips import Row as StripRow

STRIPS: Final[Mapping[str, StripRow]] = MappingProxyType(
    {
        **strips.STRIPS,
        "microcontroller": StripRow("cribble.devices.microcontroller", LAMPS),
        "simulated": StripRow("cribble.devices.simulated", SCREEN, screen=True, line=True),
    }
)

KEYPADS: Final[Mapping[str, KeypadRow]] = MappingProxyType(
    {**keypads.KEYPADS, "microcontroller": KeypadRow("cribble.devices.microcontroller")}
)


def strip_called(name: str) -> StripRow:
    """Return the row of the strip of that name. Raises UnknownStrip."""
    return strips.strip_called(name, STRIPS)

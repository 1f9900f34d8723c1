"""Every strip and keypad that can be chosen: those of this machine, and those behind a board.

The rooms ``hardware`` and ``firmware_bridge`` do not know each other; both are known here.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from hardware import drivers
from hardware.drivers import SCREEN, Driver, StripDriver
from hardware.keypads.keypad import Keypad

STRIPS: Final[Mapping[str, StripDriver]] = MappingProxyType(
    {
        **drivers.STRIPS,
        "microcontroller": StripDriver(
            "cribble.devices.microcontroller", "open_strip", ("on_key",)
        ),
        "simulated": StripDriver(
            "cribble.devices.simulated", "open_strip", ("caption",), gamma=SCREEN, screen=True
        ),
    }
)

KEYPADS: Final[Mapping[str, Driver[Keypad]]] = MappingProxyType(
    {
        **drivers.KEYPADS,
        "microcontroller": Driver("cribble.devices.microcontroller", "open_keypad"),
    }
)


def strip_driver(name: str) -> StripDriver:
    """Return the driver of the strip of that name. Raises UnknownStrip."""
    return drivers.strip_driver(name, STRIPS)

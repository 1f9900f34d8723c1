"""Every keypad that can be chosen: those on USB and pins, and the one behind a microcontroller.

The rooms of the two do not know each other; this is where both are known.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from hardware import drivers
from hardware.drivers import Driver
from hardware.keypads.keypad import Keypad

KEYPADS: Final[Mapping[str, Driver[Keypad]]] = MappingProxyType(
    {
        **drivers.KEYPADS,
        "microcontroller": Driver("cribble.devices.microcontroller_keypad", "open_keypad"),
    }
)

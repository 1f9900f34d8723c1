"""Every keypad that can be chosen: those on USB and pins, and the one behind a microcontroller.

The rooms of the two do not know each other; this is where both are known.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from hardware import keypads as hardware
from hardware.keypads import Row

KEYPADS: Final[Mapping[str, Row]] = MappingProxyType(
    {
        **hardware.KEYPADS,
        "microcontroller": Row("cribble.devices.microcontroller_keypad"),
    }
)

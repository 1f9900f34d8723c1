"""Every strip that can be chosen: those on wires and screens, and those behind a microcontroller.

The rooms of the two do not know each other; this is where both are known.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from cribble.config.schema import Config
from hardware import strips as hardware
from hardware.display import DISPLAYS
from hardware.strips import LAMPS, SCREEN, Row

STRIPS: Final[Mapping[str, Row]] = MappingProxyType(
    {
        **hardware.STRIPS,
        "microcontroller": Row("cribble.devices.microcontroller", LAMPS),
        "simulated": Row("cribble.devices.simulated", SCREEN, screen=True, line=True),
    }
)

ON_THE_TERMINAL: Final = frozenset({"terminal", "simulated"})
"""Those that are drawn where the table says where it is."""


def strip_called(name: str) -> Row:
    """The row of the strip of that name. Raises UnknownStrip."""
    return hardware.strip_called(name, STRIPS)


def read_here(config: Config) -> bool:
    """Whether there is a display, and it is this terminal."""
    display = DISPLAYS.get(config.readout.name)
    return display is not None and not display.wired


def drawn_together(config: Config) -> bool:
    """Whether strip and display are both this terminal: the strip draws both then, for only one can
    have its bottom."""
    return config.strip.name in ON_THE_TERMINAL and read_here(config)

"""Every strip that can be chosen: those on wires and screens, and those behind a microcontroller.

The rooms of the two do not know each other; this is where both are known.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from cribble.config.schema import Config
from hardware import drivers
from hardware.drivers import DISPLAYS, SCREEN, StripDriver

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

ON_THE_TERMINAL: Final = frozenset({"terminal", "simulated"})
"""Strips that are drawn in this terminal, where the address of the table stands too."""


def strip_driver(name: str) -> StripDriver:
    """Return the driver of the strip of that name. Raises UnknownStrip."""
    return drivers.strip_driver(name, STRIPS)


def read_here(config: Config) -> bool:
    """True if there is a display, and it is this terminal."""
    display = DISPLAYS.get(config.readout.name)
    return display is not None and not display.given


def drawn_together(config: Config) -> bool:
    """True if strip and display are both this terminal: the strip draws both then, for only one can
    have its bottom."""
    return config.strip.name in ON_THE_TERMINAL and read_here(config)

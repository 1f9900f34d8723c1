"""The connections of the config's devices, and which share a port or the terminal."""

from typing import Final

from cribble.config.schema import Config, KeypadConfig, StripConfig
from cribble.devices.drivers import strip_driver
from hardware.drivers import DISPLAYS
from hardware.keypads.keypad import KeypadWiring
from hardware.strips.strip import StripWiring
from scorekeeper.board.light.power import Power

ON_THE_TERMINAL: Final = frozenset({"terminal", "simulated"})
"""The strips that are drawn in this program's terminal."""


def strip_wiring(config: StripConfig) -> StripWiring:
    """Return where the strip is and what it wants; by default the usual place of its kind."""
    at = config.at or strip_driver(config.name).default_at
    return StripWiring(at, config.order, config.symbol_bits, config.baud)


def power_of(config: StripConfig) -> Power:
    """Return what its supply gives, and what one light takes."""
    return Power(limit_ma=config.limit_ma, led_ma=config.led_ma)


def keypad_wiring(it: KeypadConfig, strip: StripConfig) -> KeypadWiring:
    """Return where a keypad is, and its pins."""
    return KeypadWiring(it.at, it.rows, it.columns, it.buttons, strip.baud)


def shares_port(it: KeypadConfig, strip: StripConfig) -> bool:
    """True if the microcontroller that lights the strip has the keys too."""
    both = strip.name == it.name == "microcontroller"
    return both and it.at in ("", strip.at)


def display_in_terminal(config: Config) -> bool:
    """True if the config has a display, and it is this terminal."""
    display = DISPLAYS.get(config.readout.name)
    return display is not None and not display.given


def drawn_together(config: Config) -> bool:
    """True if strip and display are both this terminal: the strip then draws both at its bottom."""
    return config.strip.name in ON_THE_TERMINAL and display_in_terminal(config)

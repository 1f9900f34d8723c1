"""The wiring of the strip and the keypads of the config, and the current that may be drawn."""

from cribble.config.schema import KeypadConfig, StripConfig
from cribble.devices.strips import strip_driver
from hardware.keypads.keypad import KeypadWiring as KeypadWires
from hardware.strips.setup import StripWiring
from scorekeeper.board.light.power import Power


def strip_wiring(config: StripConfig) -> StripWiring:
    """Return the wiring of the strip; at the default place of its kind where none is named."""
    at = config.at or strip_driver(config.name).default_at
    return StripWiring(at, config.order, config.symbol_bits, config.baud)


def power_of(config: StripConfig) -> Power:
    """Return the current of its supply and of one light."""
    return Power(limit_ma=config.limit_ma, led_ma=config.led_ma)


def keypad_wiring(it: KeypadConfig, strip: StripConfig) -> KeypadWires:
    """Return the wiring of a keypad."""
    return KeypadWires(it.at, it.rows, it.columns, it.buttons, strip.baud)


def shares_port(it: KeypadConfig, strip: StripConfig) -> bool:
    """True if the microcontroller that lights the strip has the keys too."""
    both = strip.name == it.name == "microcontroller"
    return both and it.at in ("", strip.at)

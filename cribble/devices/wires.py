"""How the strip and the keypads of the config are connected, and the current that may be drawn."""

from __future__ import annotations

from cribble.config.schema import KeypadConfig, StripConfig
from cribble.devices.strips import strip_called
from hardware.keypads.keypad import Wires as KeypadWires
from hardware.strips.setup import Wires
from scorekeeper.board.light.power import Power


def wires_of(config: StripConfig) -> Wires:
    """Where the strip is and what it wants; at the usual place of its kind where none is named."""
    at = config.at or strip_called(config.name).usual_at
    return Wires(at, config.order, config.symbol_bits, config.baud)


def power_of(config: StripConfig) -> Power:
    """What its supply gives, and what one light takes."""
    return Power(limit_ma=config.limit_ma, led_ma=config.led_ma)


def keypad_wires_of(it: KeypadConfig, strip: StripConfig) -> KeypadWires:
    """Where a keypad is, and its pins."""
    return KeypadWires(it.at, it.rows, it.columns, it.buttons, strip.baud)


def shares_port(it: KeypadConfig, strip: StripConfig) -> bool:
    """Whether the microcontroller that lights the strip has the keys too."""
    both = strip.name == it.name == "microcontroller"
    return both and it.at in ("", strip.at)

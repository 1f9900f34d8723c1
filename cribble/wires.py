"""How the strip of the config is connected, and the current that it may draw."""

from __future__ import annotations

from cribble.config import StripConfig
from cribble.strips import strip_called
from hardware.strips.strip import Wires
from scorekeeper.board.power import Power


def wires_of(config: StripConfig) -> Wires:
    """Where the strip is and what it wants; at the usual place of its kind where none is named."""
    at = config.at or strip_called(config.name).usual_at
    return Wires(at, config.order, config.symbol_bits, config.baud)


def power_of(config: StripConfig) -> Power:
    """What its supply gives, and what one light takes."""
    return Power(limit_ma=config.limit_ma, led_ma=config.led_ma)

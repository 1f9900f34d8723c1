"""No strip at all, for tables where only the page shows the pegs."""

from __future__ import annotations

from hardware.strips.setup import Fitting
from scorekeeper.board.light.colour import Frame
from scorekeeper.board.light.device import Health


class NullStrip:
    """Shows nothing, and says so."""

    health = Health.OFF

    def show(self, frame: Frame) -> None:
        """Stay dark."""

    def close(self) -> None:
        """Nothing was held."""


def open_strip(fitting: Fitting) -> NullStrip:
    """No strip, wherever it was to be."""
    return NullStrip()

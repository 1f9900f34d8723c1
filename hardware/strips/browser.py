"""The strip that people see in a browser: the page is handed every strip's frames by the lights'
loop, so nothing is left to do here."""

from __future__ import annotations

from hardware.strips.setup import Fitting
from scorekeeper.board.light.colour import Frame
from scorekeeper.board.light.device import Health


class BrowserStrip:
    """Always there, whether or not somebody looks."""

    health = Health.OK

    def show(self, frame: Frame) -> None:
        """The loop has passed *frame* on already."""

    def close(self) -> None:
        """Nothing was held."""


def open_strip(fitting: Fitting) -> BrowserStrip:
    """The strip on the page."""
    return BrowserStrip()

"""Strips with nothing to do: none at all, and the one that browsers draw."""

from hardware.strips.setup import StripSetup
from scorekeeper.board.light.colour import Frame
from scorekeeper.device import Health


class NullStrip:
    """Takes frames and drops them."""

    def __init__(self, health: Health) -> None:
        self.health = health

    def show(self, frame: Frame) -> None:
        """Drop *frame*."""

    def close(self) -> None:
        """Nothing was held."""


def open_strip(setup: StripSetup) -> NullStrip:
    """No strip, for tables where only the page shows the pegs."""
    return NullStrip(Health.OFF)


def open_browser(setup: StripSetup) -> NullStrip:
    """The strip on the page: the lights' loop has handed it the frame already."""
    return NullStrip(Health.OK)

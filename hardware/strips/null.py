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
        """Do nothing: it holds no device."""


def open_strip(setup: StripSetup) -> NullStrip:
    """Return no strip, for tables where only the page shows the pegs."""
    return NullStrip(Health.OFF)


def open_browser(setup: StripSetup) -> NullStrip:
    """Return the strip on the page, which draws the frames of the lights' loop."""
    return NullStrip(Health.OK)

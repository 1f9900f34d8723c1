"""The strip of the config with one light at a time, as bright as a game would have it by day."""

import sys
from contextlib import suppress

from cribble.config.schema import StripConfig
from cribble.devices.strips import strip_driver
from cribble.devices.wires import power_of, strip_wiring
from cribble.walking import Step
from hardware.device import device_fault
from hardware.strips.setup import DOES_NOT_WORK, Caption, Strip, StripSetup, TeamLine
from scorekeeper.board.board import Board
from scorekeeper.board.light.colour import Frame
from scorekeeper.board.light.power import corrected, dimmed, limited
from scorekeeper.words import Words, en


class OneLight:
    """Opened with the first light. Raises DeviceFault whenever the strip does not work."""

    def __init__(self, board: Board, config: StripConfig, words: Words) -> None:
        self._board, self._config, self._words = board, config, words
        self._driver = strip_driver(config.name)
        self._strip: Strip | None = None
        self._caption = self._beside()

    def show(self, step: Step) -> None:
        """Light *step* and nothing else."""
        frame = self._within_limits(step.frame(self._board.pixels))
        try:
            self._strip = self._strip or self._open()
            self._strip.show(frame)
        except OSError as fault:
            raise device_fault(fault, DOES_NOT_WORK) from None

    def close(self) -> None:
        """Put the light out and let go of the strip, whatever it says to that."""
        if self._strip:
            with suppress(OSError):
                self._strip.show(bytes(3 * self._board.pixels))
            with suppress(OSError):
                self._strip.close()

    def _open(self) -> Strip:
        wires, power = strip_wiring(self._config), power_of(self._config)
        return self._driver.open(
            StripSetup(self._board, wires, power), caption=lambda: self._caption
        )

    def _within_limits(self, frame: Frame) -> Frame:
        dim = dimmed(frame, self._config.brightness)
        return limited(corrected(dim, self._driver.gamma), power_of(self._config))

    def _beside(self) -> Caption:
        """A name for each track, where a terminal draws the board; what shines is said above it."""
        if not sys.stdout.isatty():
            return Caption()
        names = (
            self._words.say(en("Track {number}"), number=track + 1)
            for track in range(self._board.tracks)
        )
        return Caption(tuple(map(TeamLine, names)))

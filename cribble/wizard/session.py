"""A machine while it is set up: the config as it is wanted, and the strip, taken from the game."""

import logging
import os
from collections.abc import Callable, Mapping
from threading import RLock
from time import monotonic
from typing import Any, Final

from msgspec.structs import replace

from cribble.boards import board_of
from cribble.cli.overrides import ActiveConfig
from cribble.config.edit import change_config
from cribble.config.schema import Config, StripConfig
from cribble.devices.drivers import SERIAL_PORTS
from cribble.doctor.machine import Machine
from cribble.serve.app import App
from cribble.system.platform import is_appliance
from cribble.wizard.probe import Probe, driven_lights
from hardware.drivers import Driver
from scorekeeper.board.wiring.check import MOST_PIXELS
from scorekeeper.board.wiring.wiring import BadlyWired
from scorekeeper.device import DeviceFault
from scorekeeper.words import Fault, Words, en
from scorekeeper.words.wiring import faults_by_run

log = logging.getLogger(__name__)

LEASE_SECONDS: Final = 180.0
"""Seconds after the last request in which the wizard keeps the lights from the game."""


class WizardSession:
    """An *app* that was opened with *active*, its config, its strip and its *machine*: all steps
    share them."""

    def __init__(self, app: App, active: ActiveConfig, machine: Callable[[], Machine]) -> None:
        self.app, self.machine = app, machine
        self._file, self._unusable = active.config_file, active.fault
        self.config = active.config
        """The config as it is wanted, also where the table goes without devices."""
        self._probe, self._lock = Probe(), RLock()
        self._used = monotonic()
        self.boards: dict[str, int] = {}
        """The lights that the microcontroller at a port has room for, once it was asked."""
        self._driven: tuple[StripConfig, int] | None = None

    @property
    def active(self) -> ActiveConfig:
        """The config as it is wanted, with its file."""
        return ActiveConfig(self.config, self._file, self._unusable)

    @property
    def strip(self) -> StripConfig:
        """The strip of the config; none if it is drawn on a terminal that does not exist."""
        strip = self.config.strip
        is_unseen = strip.name in ("terminal", "simulated") and is_appliance(os.environ)
        return replace(strip, name="null") if is_unseen else strip

    def touch(self) -> None:
        """Let the lease begin again: somebody is there."""
        self._used = monotonic()

    @property
    def is_over(self) -> bool:
        """True if nobody has asked for anything for a lease."""
        return monotonic() - self._used > LEASE_SECONDS

    # The config.

    def check_place(self, name: str, driver: Driver[Any], at: str) -> None:
        """Raise Fault unless a phone may say that the device *name* of *driver* is *at* a place: a
        serial port must be there. People may write any other into the config themselves."""
        is_serial = driver.places == SERIAL_PORTS
        is_offered = at in ("", *self.machine().ports("")) if is_serial else driver.is_place(at)
        if not is_offered:
            sentence = en(
                "This machine offers no {name} at {at}. Choose one from the list, or write it into "
                "{file} yourself."
            )
            raise Fault(sentence, at=at, name=name, file=self._file)

    def change(self, changes: Mapping[str, Any], words: Words, *, light: bool = False) -> Config:
        """Write *changes*, and go by them; with *light* the game has the strip again. Raises
        Fault."""
        self.touch()
        with self._lock:
            config = self._merged(change_config(self._file, changes, words), changes)
            self._probe.close()
            self.app.change_strip(config, start=light)
            self.config = config
            return config

    def _merged(self, fresh: Config, changes: Mapping[str, Any]) -> Config:
        """The config in use with the keys of *changes* as they are in the file, which does not know
        what the command line said."""
        config = self.config
        for key in changes:
            section, _, name = key.rpartition(".")
            if key == "keypad":
                config = replace(config, keypads=fresh.keypads)
            elif section:
                value = getattr(getattr(fresh, section), name)
                part = replace(getattr(config, section), **{name: value})
                config = replace(config, **{section: part})
            else:
                config = replace(config, **{name: getattr(fresh, name)})
        return config

    # The strip.

    @property
    def holds_strip(self) -> bool:
        """True while the game cannot draw."""
        return self._probe.is_open or self.app.lights.is_paused

    def driven(self, *, again: bool = False) -> int:
        """Return how many lights of the strip are driven as all is set up; look *again*, or go by
        the last look."""
        strip = self.config.strip
        if again or self._driven is None or self._driven[0] != strip:
            found = self.boards.get(strip.at) if strip.name == "microcontroller" else None
            lights = found or driven_lights(self.machine(), strip) or MOST_PIXELS
            self._driven = strip, min(lights, MOST_PIXELS)
        return self._driven[1]

    @property
    def pixels(self) -> int:
        """The lights of a frame: as many as were counted, otherwise as many as are driven."""
        return max(self.config.wiring.pixels or self.driven(), 2)

    def show(
        self, frame: bytes, words: Words, *, known: int | None = None, order: str = ""
    ) -> str | None:
        """Show *frame* on a strip of *known* lights at least (None: those that were counted), its
        colours in *order*; return why it does not shine, or None."""
        strip = replace(self.config.strip, order=order or self.config.strip.order)
        there = self.config.wiring.pixels if known is None else known
        return self._tried(words, lambda: self._probe.show(strip, len(frame) // 3, frame, there))

    def walk(self, words: Words) -> str | None:
        """Let one light run along all tracks; return why none does, or None."""

        def run() -> None:
            board = board_of(self.config)
            way = tuple(light for track in board.lights for light in track)
            self._probe.walk(self.config.strip, board.pixels, way)

        return self._tried(words, run)

    def _tried(self, words: Words, show: Callable[[], None]) -> str | None:
        self.touch()
        with self._lock:
            try:
                self.app.lights.pause()
                show()
            except DeviceFault as fault:
                return words.device_fault(fault.message)
            except BadlyWired as fault:
                return words.fault(next(iter(faults_by_run(fault.faults))))
        return None

    def release_strip(self) -> None:
        """Have the game on the strip again."""
        with self._lock:
            self._probe.close()
            if self.app.lights.is_paused:
                self.app.change_strip(self.config)

    def close(self) -> None:
        """Let go of the strip."""
        self._probe.close()

"""The lights and the undo of a table, as a smart home shows and changes them."""

import logging
from typing import Final

from cribble.serve.schedule import brightness_now
from cribble.system.clock import WallClock
from scorekeeper.game.actions import Undo
from scorekeeper.game.refusal import Refusal
from scorekeeper.journal import JournalFault
from scorekeeper.table import Table
from scorekeeper.words import Fault
from web import Settings, SettingsPatch

log = logging.getLogger(__name__)

ALWAYS: Final = "00:00-00:00"
"""A night that never ends."""

LEAST: Final = 0.01
BY: Final = "Home Assistant"


class HouseControls:
    """Changes *settings* as the host would, and undoes at *table*. Whether the board is dark is
    forgotten when the program ends: then it is lit."""

    def __init__(self, table: Table, settings: Settings) -> None:
        self._table, self._settings = table, settings
        self._lit, self._hours, self._clock = True, "", WallClock()

    def brightness(self) -> float:
        """Return how bright the lights are now."""
        return brightness_now(self._settings.now, self._clock) if self._lit else 0.0

    @property
    def light(self) -> tuple[bool, float]:
        """True if the board is lit, and its brightness by day, from 0 to 1."""
        return self._lit, self._settings.now.brightness

    @property
    def night(self) -> bool:
        """True if it is always night for the lights."""
        begins, _, ends = self._settings.now.night.partition("-")
        return bool(begins) and begins == ends

    @property
    def marks(self) -> bool:
        """True if faint lights mark streets or the skunk line."""
        return self._settings.now.streets or self._settings.now.skunk

    def set_light(self, on: bool, brightness: float | None) -> None:
        """Light the board, or darken it."""
        self._lit = on
        if on and brightness is not None:
            self._change(SettingsPatch(brightness=max(round(brightness, 2), LEAST)))

    def set_night(self, on: bool) -> None:
        """Make it night whatever the hour, or go by the hours that there were before."""
        if on == self.night:
            return
        if on:
            self._hours = self._settings.now.night
        self._change(SettingsPatch(night=ALWAYS if on else self._hours))

    def set_marks(self, on: bool) -> None:
        """Show all marks, or none."""
        self._change(SettingsPatch(streets=on, skunk=on))

    def undo(self) -> None:
        """Undo the latest entry, if there is one."""
        try:
            self._table.submit(Undo(), by=BY)
        except (Refusal, JournalFault) as fault:
            log.warning("%s cannot undo: %s", BY, fault)

    def _change(self, patch: SettingsPatch) -> None:
        try:
            self._settings.change(patch)
        except Fault as fault:
            log.warning("%s cannot change that: %s", BY, fault)

"""The lights and the undo of a table, as a smart home shows and changes them."""

import logging
from pathlib import Path
from typing import Final

import msgspec

from cribble.serve.schedule import brightness_now, is_always
from cribble.system.clock import WallClock
from scorekeeper.game.actions import Undo
from scorekeeper.game.refusal import Refusal
from scorekeeper.journal import JournalFault
from scorekeeper.journal.private_files import write_private
from scorekeeper.table import Table
from scorekeeper.words import Fault
from web import Settings, SettingsPatch

log = logging.getLogger(__name__)

ALWAYS: Final = "00:00-00:00"
"""A night that never ends."""

LEAST: Final = 0.01
BY: Final = "Home Assistant"


class HoursBefore(msgspec.Struct, frozen=True):
    """The hours of the night that the host had chosen when it was made night; None for those of the
    config."""

    night: str | None = None


class HouseControls:
    """Changes *settings* as the host would, and undoes at *table*. While it is night whatever the
    hour, the hours before are kept at *path*. Whether the board is dark is forgotten when the
    program ends: then it is lit."""

    def __init__(self, table: Table, settings: Settings, path: Path | None = None) -> None:
        self._table, self._settings, self._path = table, settings, path
        self._lit, self._hours, self._clock = True, _read(path), WallClock()

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
        hours = self._settings.now.night
        return bool(hours) and is_always(hours)

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
            self._keep_hours()
            self._change(SettingsPatch(night=ALWAYS))
            return
        self._change(SettingsPatch(night=self._hours.night))
        if self.night:  # By the config it is never day.
            self._change(SettingsPatch(night=""))

    def set_marks(self, on: bool) -> None:
        """Show all marks, or none."""
        self._change(SettingsPatch(streets=on, skunk=on))

    def undo(self) -> None:
        """Undo the latest entry, if there is one."""
        try:
            self._table.submit(Undo(), by=BY)
        except (Refusal, JournalFault) as fault:
            log.warning("%s cannot undo: %s", BY, fault)

    def _keep_hours(self) -> None:
        """Keep the hours, on the disk where there is a place for it."""
        chosen = "night" in self._settings.changed
        self._hours = HoursBefore(self._settings.now.night if chosen else None)
        if self._path is not None:
            try:
                write_private(self._path, msgspec.json.encode(self._hours))
            except OSError as fault:
                log.warning("the hours of the night cannot be kept: %s", fault)

    def _change(self, patch: SettingsPatch) -> None:
        try:
            self._settings.change(patch)
        except Fault as fault:
            log.warning("%s cannot change that: %s", BY, fault)


def _read(path: Path | None) -> HoursBefore:
    """Return the hours kept at *path*; those of the config where there are none that can be
    read."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=HoursBefore) if path else HoursBefore()
    except FileNotFoundError:
        return HoursBefore()
    except (OSError, msgspec.DecodeError, UnicodeDecodeError) as fault:
        log.warning("the hours of the night in %s cannot be read: %s", path, fault)
        return HoursBefore()

"""Settings and secrets of a running table, changed by the host or by Home Assistant."""

import logging
from collections.abc import Callable
from datetime import UTC, datetime, time
from pathlib import Path
from typing import Final

import msgspec

from cribble.boards import look_of, shared_fields
from cribble.config.schema import Config, StripConfig
from cribble.system.process import WallClock
from scorekeeper.board.light import Look
from scorekeeper.game.actions import Undo
from scorekeeper.game.refusal import Refusal
from scorekeeper.journal import JournalFault
from scorekeeper.private_files import quarantine_file, write_private
from scorekeeper.table import Table
from scorekeeper.words import Fault, en
from web import (
    TEAMS,
    Access,
    HostSettings,
    Secrets,
    SecretsFault,
    Settings,
    SettingsPatch,
    read_file,
)

log = logging.getLogger(__name__)


def load_settings(path: Path, config: Config, tell: Callable[[Fault], None]) -> Settings:
    """Return the settings: those of *config*, overridden by *path*, where changes are saved. An
    invalid file is renamed and reported to *tell*. Raises OSError if it cannot be read."""
    usual = usual_settings(config)

    def keep(patch: SettingsPatch) -> None:
        write_private(path, msgspec.json.encode(patch))

    try:
        if not path.exists():
            return Settings(usual, keep=keep)
        path.chmod(0o600)
        return Settings(usual, read_file(path, SettingsPatch), keep=keep)
    except (msgspec.DecodeError, UnicodeDecodeError, Fault) as fault:
        sentence = en(
            "The settings in {path} cannot be used ({reason}): the file was moved to {aside}, and "
            "the config applies."
        )
        reason, aside = str(fault).rstrip("."), quarantine_file(path).name
        tell(Fault(sentence, path=path, reason=reason, aside=aside))
        return Settings(usual, keep=keep)


def usual_settings(config: Config) -> HostSettings:
    """Return the default settings, from *config*."""
    usual = shared_fields(config.strip, HostSettings) | shared_fields(config.board, HostSettings)
    return HostSettings(**usual | {"colours": config.board.colours[:TEAMS]})


def look_in_force(chosen: HostSettings, config: Config) -> Look:
    """Return the look of the board: the config, overridden by the host's settings."""
    looks = shared_fields(chosen, Look) | {"colours": chosen.lights}
    return msgspec.structs.replace(look_of(config), **looks)


def brightness_now(strip: StripConfig | HostSettings, clock: WallClock) -> float:
    """Return the current brightness; if the clock is not set, the daytime one."""
    if not strip.night:
        return strip.brightness
    if is_always(strip.night):
        return strip.night_brightness
    if not clock.is_right:
        return strip.brightness
    now = datetime.now(UTC).astimezone().time()
    return strip.night_brightness if is_night(strip.night, now) else strip.brightness


def is_always(night: str) -> bool:
    begins, ends = night.split("-")
    return begins == ends


def is_night(night: str, now: time) -> bool:
    """Return whether *now* is in *night*, such as ``22:00-07:00``; equal times mean always."""
    if not night:
        return False
    begins, ends = map(time.fromisoformat, night.split("-"))
    if begins < ends:
        return begins <= now < ends
    return now >= begins or now < ends


ALWAYS: Final = "00:00-00:00"
"""Night hours that never end."""

MIN_LEVEL: Final = 0.01
BY: Final = "Home Assistant"


class HoursBefore(msgspec.Struct, frozen=True):
    """The host's night hours before they were overridden; None for those in the config."""

    night: str | None = None


class HouseControls:
    """Controls for Home Assistant: light, night, marks and undo. While night is forced, the
    previous hours are saved at *path*. A restart turns the light on again."""

    def __init__(self, table: Table, settings: Settings, path: Path | None = None) -> None:
        self._table, self._settings, self._path = table, settings, path
        self._lit, self._hours, self._clock = True, HoursBefore(), WallClock()
        try:
            if path and path.exists():
                self._hours = msgspec.json.decode(path.read_bytes(), type=HoursBefore)
        except (OSError, msgspec.DecodeError, UnicodeDecodeError) as fault:
            log.warning("cannot read the night-mode hours from %s: %s", path, fault)

    def brightness(self) -> float:
        return brightness_now(self._settings.now, self._clock) if self._lit else 0.0

    @property
    def light(self) -> tuple[bool, float]:
        """The light: on or off, and its daytime brightness, from 0 to 1."""
        return self._lit, self._settings.now.brightness

    @property
    def night(self) -> bool:
        hours = self._settings.now.night
        return bool(hours) and is_always(hours)

    @property
    def marks(self) -> bool:
        return self._settings.now.streets or self._settings.now.skunk

    def set_light(self, on: bool, brightness: float | None) -> None:
        self._lit = on
        if on and brightness is not None:
            self._change(SettingsPatch(brightness=max(round(brightness, 2), MIN_LEVEL)))

    def set_night(self, on: bool) -> None:
        """Force night mode, or restore the previous hours."""
        if on == self.night:
            return
        if on:
            chosen = "night" in self._settings.changed
            self._hours = HoursBefore(self._settings.now.night if chosen else None)
            if self._path is not None:
                try:
                    write_private(self._path, msgspec.json.encode(self._hours))
                except OSError as fault:
                    log.warning("cannot save the night-mode hours: %s", fault)
            self._change(SettingsPatch(night=ALWAYS))
            return
        self._change(SettingsPatch(night=self._hours.night))
        if self.night:  # In the config, night never ends.
            self._change(SettingsPatch(night=""))

    def set_marks(self, on: bool) -> None:
        self._change(SettingsPatch(streets=on, skunk=on))

    def undo(self) -> None:
        try:
            self._table.submit(Undo(), by=BY)
        except (Refusal, JournalFault) as fault:
            log.warning("%s cannot undo: %s", BY, fault)

    def _change(self, patch: SettingsPatch) -> None:
        try:
            self._settings.change(patch)
        except Fault as fault:
            log.warning("%s cannot change that: %s", BY, fault)


def load_access(path: Path, tell: Callable[[Fault], None], *, is_open: bool) -> Access:
    """Return access control with the secrets at *path*, created if missing. An invalid file is
    renamed, replaced, and reported to *tell*. Raises Fault if that fails."""
    try:
        secrets = Secrets.load(path)
    except SecretsFault as fault:
        try:
            aside = quarantine_file(path)
        except OSError:
            raise fault from None
        secrets = Secrets.load(path)
        sentence = en(
            "The secrets in {path} cannot be used ({reason}): the file was moved to {aside}. The "
            "table has a new join code and a new PIN, and all phones must join again."
        )
        tell(Fault(sentence, path=path, reason=fault.values["reason"], aside=aside.name))
    return Access(secrets, is_open=is_open, keep=lambda fresh: fresh.save(path))

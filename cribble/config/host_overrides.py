"""Settings that the host changed on the page: kept beside the journal, they override the config."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import msgspec

from cribble.boards import look_of
from cribble.config.schema import Config
from cribble.folders import set_aside
from scorekeeper.board.light.colour import Look
from scorekeeper.journal.files import write_private
from scorekeeper.words import Fault, en
from web import NO_CHANGE, TEAMS, HostSettings, Settings, SettingsPatch


def settings_kept(path: Path, config: Config, tell: Callable[[Fault], None]) -> Settings:
    """Return the settings of *config*, overridden by those kept in *path*, where changes go too.

    A file that cannot be understood is renamed, and *tell* gets a Fault that says so. Raises
    OSError where it cannot be read.
    """
    keep, usual = partial(_keep, path), usual_settings(config)
    try:
        return Settings(usual, _read(path), keep=keep)
    except (msgspec.DecodeError, UnicodeDecodeError, Fault) as fault:
        tell(
            Fault(
                en(
                    "The settings in {path} cannot be used ({reason}): they were set aside as "
                    "{aside}, and those of the config are in force."
                ),
                path=path,
                reason=str(fault).rstrip("."),
                aside=set_aside(path).name,
            )
        )
        return Settings(usual, keep=keep)


def usual_settings(config: Config) -> HostSettings:
    """Return the settings of *config*, in force until the host changes them."""
    strip, board = config.strip, config.board
    return HostSettings(
        brightness=strip.brightness,
        night=strip.night,
        night_brightness=strip.night_brightness,
        colours=board.colours[:TEAMS],
        low_vision=board.low_vision,
        streets=board.streets,
        skunk=board.skunk,
    )


def look_in_force(chosen: HostSettings, config: Config) -> Look:
    """Return the look of the board: the host's choice, and for the rest the config's."""
    return msgspec.structs.replace(
        look_of(config),
        colours=chosen.lights,
        streets=chosen.streets,
        skunk=chosen.skunk,
        low_vision=chosen.low_vision,
    )


def _read(path: Path) -> SettingsPatch:
    try:
        text = path.read_bytes()
    except FileNotFoundError:
        return NO_CHANGE
    path.chmod(0o600)
    return msgspec.json.decode(text, type=SettingsPatch)


def _keep(path: Path, wanted: SettingsPatch) -> None:
    write_private(path, msgspec.json.encode(wanted))

"""Settings that the host changed on the page: kept beside the journal, they override the config."""

from collections.abc import Callable
from pathlib import Path

import msgspec

from cribble.boards import look_of, shared_fields
from cribble.config.schema import Config
from scorekeeper.board.light.colour import Look
from scorekeeper.private_files import quarantine_file, write_private
from scorekeeper.words import Fault, en
from web import NO_CHANGE, TEAMS, HostSettings, Settings, SettingsPatch, read_file


def load_settings(path: Path, config: Config, tell: Callable[[Fault], None]) -> Settings:
    """Return the settings of *config*, overridden by those kept in *path*, where changes go too.

    A file that cannot be understood is renamed, and *tell* gets a Fault that says so. Raises
    OSError where it cannot be read.
    """
    usual = usual_settings(config)

    def keep(patch: SettingsPatch) -> None:
        write_private(path, msgspec.json.encode(patch))

    try:
        return Settings(usual, _read(path), keep=keep)
    except (msgspec.DecodeError, UnicodeDecodeError, Fault) as fault:
        sentence = en(
            "The settings in {path} cannot be used ({reason}): they were set aside as {aside}, and "
            "those of the config are in force."
        )
        reason, aside = str(fault).rstrip("."), quarantine_file(path).name
        tell(Fault(sentence, path=path, reason=reason, aside=aside))
        return Settings(usual, keep=keep)


def usual_settings(config: Config) -> HostSettings:
    """Return the settings of *config*, in force until the host changes them."""
    usual = shared_fields(config.strip, HostSettings) | shared_fields(config.board, HostSettings)
    return HostSettings(**usual | {"colours": config.board.colours[:TEAMS]})


def look_in_force(chosen: HostSettings, config: Config) -> Look:
    """Return the look of the board: the host's choice, and for the rest the config's."""
    looks = shared_fields(chosen, Look) | {"colours": chosen.lights}
    return msgspec.structs.replace(look_of(config), **looks)


def _read(path: Path) -> SettingsPatch:
    if not path.exists():
        return NO_CHANGE
    path.chmod(0o600)
    return read_file(path, SettingsPatch)

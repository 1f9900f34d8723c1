"""What the host changed on the page: kept beside the journal, and in force over the config."""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import msgspec

from cribble.boards import look_of
from cribble.config.schema import Config
from scorekeeper.board.light.colour import Look
from scorekeeper.words import Fault, en
from web.auth.secrets import write_privately
from web.settings.schema import TEAMS, Chosen, Wanted
from web.settings.store import NOTHING, Settings


def settings_kept(path: Path, config: Config, tell: Callable[[Fault], None]) -> Settings:
    """The settings of *config*, with those on top that the host changed, which stay in *path*.

    A file that cannot be understood is set aside, and *tell* is told so. Raises OSError where it
    cannot be read.
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
                aside=_set_aside(path).name,
            )
        )
        return Settings(usual, keep=keep)


def usual_settings(config: Config) -> Chosen:
    """What is in force until the host changes it."""
    strip, board = config.strip, config.board
    return Chosen(
        brightness=strip.brightness,
        night=strip.night,
        night_brightness=strip.night_brightness,
        colours=board.colours[:TEAMS],
        low_vision=board.low_vision,
        streets=board.streets,
        skunk=board.skunk,
    )


def look_in_force(chosen: Chosen, config: Config) -> Look:
    """How the board looks: what the host chose, and of the rest what the config says."""
    return msgspec.structs.replace(
        look_of(config),
        colours=chosen.lights,
        streets=chosen.streets,
        skunk=chosen.skunk,
        low_vision=chosen.low_vision,
    )


def _read(path: Path) -> Wanted:
    try:
        text = path.read_bytes()
    except FileNotFoundError:
        return NOTHING
    path.chmod(0o600)
    return msgspec.json.decode(text, type=Wanted)


def _keep(path: Path, wanted: Wanted) -> None:
    write_privately(path, msgspec.json.encode(wanted))


def _set_aside(path: Path) -> Path:
    """Rename the file by the time; nothing of it is lost."""
    stem = f"{path.name}.{datetime.now(UTC):%Y%m%dT%H%M%SZ}"
    names = (stem if number == 1 else f"{stem}-{number}" for number in range(1, 10_000))
    aside = next(one for name in names if not (one := path.with_name(name)).exists())
    path.rename(aside)
    return aside
